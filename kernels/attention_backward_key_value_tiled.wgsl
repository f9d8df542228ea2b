// dv_j = sum over later queries t and the heads of the group of P dO_t;  dk_j = sum of scale * P (dP - delta) q_t;
// on GPUs. The queries that see row j are rows j .. endOf(j) - 1 (include/attention_queries.wgsl).
// A workgroup computes 8 QUERIES consecutive rows of one kv head. Their keys and values are the left operand; the
// queries that see any of them are the right operand, one query head of the group at a time
// (include/attention_tile.wgsl). It uses no atomics: each key's sums are chains of fma over heads, then over queries.
// Writes the k and v parts of dqkv[T, (H + 2 K) E]. Grid (K, ceil(T / 8 QUERIES)).
// Limit: FLOPs, 8 E per visible key and head.
struct Sizes {
  T: u32, H: u32, K: u32, scale: f32, E4: u32, window: u32, softcap: f32, quads: u32, origin: u32,
}
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> dO: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> lse: array<f32>;
@group(0) @binding(4) var<storage, read> delta: array<f32>;
@group(0) @binding(5) var<storage, read_write> dqkv: array<vec4<f32>>;
#include attention_tile
#include attention_score
#include attention_queries

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  #include attention_lane
  let kvHead = workgroup.x;
  let first = (p.origin + workgroup.y) * ${QUERIES * 8}u;
  let count = min(${QUERIES * 8}u, p.T - first);
  let heads = p.H / p.K;
  let isBusy = group * ${QUERIES}u < count;
  var end = 0u;
  for (var i = 0u; i < count; i++) { end = max(end, endOf(first + i)); }
  #for r in 0..QUERIES
  // Indices past the last row are clamped to it, and their results are not written.
  let j${r} = first + min(group * ${QUERIES}u + ${r}u, count - 1u);
  let position${r} = rows[j${r}].x;
  let end${r} = endOf(j${r});
  #for own in 0..OWNED
  var total0_${r}_${own} = vec4<f32>();
  var total1_${r}_${own} = vec4<f32>();
  #end
  #end
  #for u in 0..QUERIES + 1 / 2
  let leftAt0_${u} = keyAt(first + min(eighth + ${u * 16}u, count - 1u), kvHead) + four;
  let leftAt1_${u} = leftAt0_${u} + p.K * ${E / 4}u;
  #end
  for (var h = kvHead * heads; h < (kvHead + 1u) * heads; h++) {
    for (var start = first; start < end; start += CHUNK) {
      let chunk = Chunk(start, end, h);
      #for c in 0..4
      let query${c} = min(start + column * 4u + ${c}u, end - 1u);
      let head${c} = query${c} * p.H + h;
      #end
      #if WINDOW
      let positions = vec4(rows[query0].x, rows[query1].x, rows[query2].x, rows[query3].x);
      #end
      let logSums = vec4(lse[head0], lse[head1], lse[head2], lse[head3]);
      let means = vec4(delta[head0], delta[head1], delta[head2], delta[head3]);
      #for side in 0..2
      #include attention_dots
      #end
      #for side in 1..2
      #include attention_ahead
      #end
      workgroupBarrier();
      let t = vec4(start + column * 4u) + vec4(0u, 1u, 2u, 3u);
      #for r in 0..QUERIES
      let scores${r} = scoresOf(score0_${r});
      #if WINDOW
      let isSeen${r} = (vec4(j${r}) <= t) & (t < vec4(end${r})) & (positions - vec4(position${r}) < vec4(p.window));
      #else
      let isSeen${r} = (vec4(j${r}) <= t) & (t < vec4(end${r}));
      #end
      let P${r} = select(vec4<f32>(), exp(scores${r} - logSums), isSeen${r});
      let dS${r} = slopesOf(scores${r}) * P${r} * (score1_${r} - means);
      weights[group][${r}][column ^ group] = P${r};
      #end
      #for side in 1..2
      #include attention_sums
      #end
      #for side in 0..1
      #include attention_ahead
      #end
      workgroupBarrier();
      #for r in 0..QUERIES
      weights[group][${r}][column ^ group] = dS${r};
      #end
      #for side in 0..1
      #include attention_sums
      #end
    }
  }
  #for r in 0..QUERIES
  #for own in 0..OWNED
  if (group * ${QUERIES}u + ${r}u < count && column + ${own * 16}u < ${E / 4}u) {
    let at = keyAt(j${r}, kvHead) + column + ${own * 16}u;
    dqkv[at] = total0_${r}_${own};
    dqkv[at + p.K * ${E / 4}u] = total1_${r}_${own};
  }
  #end
  #end
}

// A chunk of queries of one head.
struct Chunk {
  // First row, and the row after the last one that sees a key.
  start: u32,
  end: u32,
  h: u32,
}

fn shiftOf(chunk: Chunk, i: u32) -> u32 {
  return 0u;
}

// Returns the offset of query i of the chunk, clamped to the last query.
fn sourceAt0(chunk: Chunk, shift: u32, i: u32) -> u32 {
  return (min(chunk.start + i, chunk.end - 1u) * (p.H + 2u * p.K) + chunk.h) * ${E / 4}u;
}

fn sourceAt1(chunk: Chunk, shift: u32, i: u32) -> u32 {
  return (min(chunk.start + i, chunk.end - 1u) * p.H + chunk.h) * ${E / 4}u;
}

fn source0(at: u32) -> vec4<f32> {
  return qkv[at];
}

fn source1(at: u32) -> vec4<f32> {
  return dO[at];
}

fn keyAt(j: u32, kvHead: u32) -> u32 {
  return (j * (p.H + 2u * p.K) + p.H + kvHead) * ${E / 4}u;
}

fn left0(at: u32) -> vec4<f32> {
  return qkv[at];
}

fn left1(at: u32) -> vec4<f32> {
  return qkv[at];
}
