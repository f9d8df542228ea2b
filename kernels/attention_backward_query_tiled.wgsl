// dq[t, h] = sum over the keys j on the path of row t (include/path.wgsl) of scale * P (dP - delta) k_j, P = exp(scale
// q k_j - lse), dP = dO v_j; on GPUs. WINDOW and SOFTCAP change the scores and their slopes, which are `scale` in this
// formula (include/attention_score.wgsl).
// A workgroup computes ROWS consecutive rows of HEADS query heads of one kv head, and processes consecutive rows of one
// segment together. Their queries are the left operand, keys and values the right (include/attention_tile.wgsl). Each
// dq is one chain of fma over the keys. Writes the q part of dqkv[T, (H + 2 K) E]. Grid (H / HEADS, ceil(T / ROWS)).
// Limit: FLOPs, 6 E per visible key and head.
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
#include path_keys
#include attention_tile
#include attention_score

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let first = (p.origin + group.y) * ${ROWS}u;
  let last = min(first + ${ROWS}u, p.T);
  var base = first;
  while (base < last) {
    let end = runEnd(base, last);
    backward(group.x * ${HEADS}u, base, end, local.x);
    base = end;
  }
}

// Computes heads h .. h + HEADS - 1 of rows base .. last - 1, which are consecutive rows of one segment.
fn backward(h: u32, base: u32, last: u32, lane: u32) {
  #include attention_lane
  let count = (last - base) * ${HEADS}u;
  let position = rows[base].x;
  let end = position + last - base;
  let isBusy = group * ${QUERIES}u < count;
  #for r in 0..QUERIES
  // Indices past the last query are clamped to it, and their results are not written.
  let query${r} = min(group * ${QUERIES}u + ${r}u, count - 1u);
  let newest${r} = position + query${r} / ${HEADS}u;
  let logSum${r} = lse[headOf(h, base, query${r})];
  let mean${r} = delta[headOf(h, base, query${r})];
  #for own in 0..OWNED
  var total0_${r}_${own} = vec4<f32>();
  #end
  #end
  #for u in 0..QUERIES + 1 / 2
  let brought${u} = min(eighth + ${u * 16}u, count - 1u);
  let leftAt0_${u} = queryAt(h, base, brought${u}) + four;
  let leftAt1_${u} = headOf(h, base, brought${u}) * ${E / 4}u + four;
  #end
  let begin = oldestOf(position) / CHUNK * CHUNK;
  for (var start = begin; start < end; start += CHUNK) {
    let chunk = chunkOf(h, base, start, end);
    #for side in 0..2
    #include attention_dots
    #end
    #for side in 0..1
    #include attention_ahead
    #end
    workgroupBarrier();
    #for r in 0..QUERIES
    {
      let isSeen = seesFour(newest${r}, vec4(start + column * 4u) + vec4(0u, 1u, 2u, 3u));
      let scores = scoresOf(score0_${r});
      let P = select(vec4<f32>(), exp(scores - vec4(logSum${r})), isSeen);
      weights[group][${r}][column ^ group] = slopesOf(scores) * P * (score1_${r} - vec4(mean${r}));
    }
    #end
    #for side in 0..1
    #include attention_sums
    #end
  }
  #for r in 0..QUERIES
  #for own in 0..OWNED
  if (group * ${QUERIES}u + ${r}u < count && column + ${own * 16}u < ${E / 4}u) {
    dqkv[queryAt(h, base, query${r}) + column + ${own * 16}u] = total0_${r}_${own};
  }
  #end
  #end
}

// queryAt returns the offset in qkv of query i, which is head h + i % HEADS of row base + i / HEADS. headOf returns its
// index in [T, H].
fn queryAt(h: u32, base: u32, i: u32) -> u32 {
  return ((base + i / ${HEADS}u) * (p.H + 2u * p.K) + h + i % ${HEADS}u) * ${E / 4}u;
}

fn headOf(h: u32, base: u32, i: u32) -> u32 {
  return (base + i / ${HEADS}u) * p.H + h + i % ${HEADS}u;
}

fn left0(at: u32) -> vec4<f32> {
  return qkv[at];
}

fn left1(at: u32) -> vec4<f32> {
  return dO[at];
}
