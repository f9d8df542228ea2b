// dq[t, h] = sum over the keys j on the path of row t (include/path.wgsl) of scale * P (dP - delta) k_j, P = exp(scale
// q k_j - lse), dP = dO v_j. WINDOW and SOFTCAP change the scores and their slopes, which are `scale` in this formula
// (include/attention_score.wgsl).
// One workgroup per (head, ROWS consecutive rows). It processes consecutive rows of one segment together, which see the
// same keys apart from the mask. Keys are processed in chunks of CHUNK: a lane first computes one key's factors, then
// E / LANES elements of the sums over the chunk. Workgroup memory: 4 (ROWS + 1) CHUNK bytes. Two barriers per chunk.
// Writes the q part of dqkv[T, (H + 2 K) E]. Grid (H, ceil(T / ROWS)).
// Limit: FLOPs, 6 E per visible key and head.
struct Sizes { T: u32, H: u32, K: u32, scale: f32, E4: u32, window: u32, softcap: f32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> dO: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> lse: array<f32>;
@group(0) @binding(4) var<storage, read> delta: array<f32>;
@group(0) @binding(5) var<storage, read_write> dqkv: array<vec4<f32>>;
#include path
#include attention_score
// Key i, row c is at i ROWS + c.
var<workgroup> factors: array<f32, ${ROWS * CHUNK}>;
// Row of each key of the chunk.
var<workgroup> keys: array<u32, ${CHUNK}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let first = (p.origin + group.y) * ${ROWS}u;
  let last = min(first + ${ROWS}u, p.T);
  var base = first;
  while (base < last) {
    let end = runEnd(base, last);
    backward(group.x, base, end, local.x);
    base = end;
  }
}

// Computes rows base .. last - 1, which are consecutive rows of one segment.
fn backward(h: u32, base: u32, last: u32, lane: u32) {
  let kvHead = h / (p.H / p.K);
  let width = p.H + 2u * p.K;
  let position = rows[base].x;
  let end = rows[last - 1u].x + 1u;
  #for c in 0..ROWS
  // Indices past the last row are clamped to it, and their results are not written.
  let t${c} = min(base + ${c}u, last - 1u);
  let q${c} = (t${c} * width + h) * ${E / 4}u;
  let o${c} = (t${c} * p.H + h) * ${E / 4}u;
  let logSum${c} = lse[t${c} * p.H + h];
  let mean${c} = delta[t${c} * p.H + h];
  var d${c} = array<vec4<f32>, ${OWNED}>();
  #end
  let begin = oldestOf(position) / ${CHUNK}u * ${CHUNK}u;
  for (var start = begin; start < end; start += ${CHUNK}u) {
    let count = min(${CHUNK}u, end - start);
    var segment = segmentOf(base);
    for (var left = (count + ${LANES - 1}u - lane) / ${LANES}u; left > 0u; left--) {
      let i = lane + (left - 1u) * ${LANES}u;
      segment = segmentAt(start + i, segment);
      let j = start + i + segment.shift;
      keys[i] = j;
      let k = (j * width + p.H + kvHead) * ${E / 4}u;
      let v = k + p.K * ${E / 4}u;
      #for c in 0..ROWS
      var score${c} = 0.0;
      var dP${c} = 0.0;
      #end
      for (var e = 0u; e < p.E4; e++) {
        let key = qkv[k + e];
        let value = qkv[v + e];
        #for c in 0..ROWS
        score${c} += dot(qkv[q${c} + e], key);
        dP${c} += dot(dO[o${c} + e], value);
        #end
      }
      #for c in 0..ROWS
      score${c} = scoreOf(score${c});
      let P${c} = select(0.0, exp(score${c} - logSum${c}), sees(position + ${c}u, start + i));
      factors[i * ${ROWS}u + ${c}u] = slopeOf(score${c}) * P${c} * (dP${c} - mean${c});
      #end
    }
    workgroupBarrier();
    for (var i = 0u; i < count; i++) {
      let k = (keys[i] * width + p.H + kvHead) * ${E / 4}u;
      #for c in 0..ROWS
      let factor${c} = factors[i * ${ROWS}u + ${c}u];
      #end
      #for own in 0..OWNED
      {
        let key = qkv[k + min(lane + ${own * LANES}u, ${E / 4 - 1}u)];
        #for c in 0..ROWS
        d${c}[${own}] += factor${c} * key;
        #end
      }
      #end
    }
    workgroupBarrier();
  }
  #for c in 0..ROWS
  if (base + ${c}u < last) {
    #for own in 0..OWNED
    if (lane + ${own * LANES}u < ${E / 4}u) { dqkv[q${c} + lane + ${own * LANES}u] = d${c}[${own}]; }
    #end
  }
  #end
}
