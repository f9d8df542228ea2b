// O[T, H, E] = softmax(q k^T / sqrt(E)) v over the keys rows[t].y .. t: causal inside the sequence that token t is of.
// lse[T, H] = log-sum-exp of the scaled scores, kept for the backward pass.
// Chunks, lanes, workgroup memory and barriers as attention_paged.wgsl; keys and values are read from
// qkv[T, (H + 2 K) E] itself. Grid (H, T). Limit: bytes of k and v (FLOPs 4 E per visible key and head).
struct Sizes { T: u32, H: u32, K: u32, scale: f32, E4: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> O: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> lse: array<f32>;
var<workgroup> weights: array<f32, ${CHUNK}>;
var<workgroup> laneMax: array<f32, ${LANES}>;
var<workgroup> laneSum: array<f32, ${LANES}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let h = group.x;
  let t = group.y;
  let kvHead = h / (p.H / p.K);
  let width = p.H + 2u * p.K;
  let q = (t * width + h) * ${E / 4}u;
  let end = t + 1u;
  var top = -1e30;
  var sum = 0.0;
  var o = array<vec4<f32>, ${OWNED}>();
  for (var start = rows[t].y; start < end; start += ${CHUNK}u) {
    let count = min(${CHUNK}u, end - start);
    var best = top;
    for (var i = lane; i < count; i += ${LANES}u) {
      let j = start + i;
      let k = (j * width + p.H + kvHead) * ${E / 4}u;
      var score = 0.0;
      for (var e = 0u; e < p.E4; e++) { score += dot(qkv[q + e], qkv[k + e]); }
      weights[i] = score * p.scale;
      best = max(best, weights[i]);
    }
    laneMax[lane] = best;
    workgroupBarrier();
    for (var l = 0u; l < ${LANES}u; l++) { best = max(best, laneMax[l]); }
    var part = 0.0;
    for (var i = lane; i < count; i += ${LANES}u) {
      weights[i] = exp(weights[i] - best);
      part += weights[i];
    }
    laneSum[lane] = part;
    workgroupBarrier();
    let keep = exp(top - best);
    top = best;
    sum *= keep;
    for (var l = 0u; l < ${LANES}u; l++) { sum += laneSum[l]; }
    #for own in 0..OWNED
    o[${own}] *= keep;
    #end
    for (var j = 0u; j < count; j++) {
      let v = ((start + j) * width + p.H + p.K + kvHead) * ${E / 4}u;
      let weight = weights[j];
      #for own in 0..OWNED
      {
        let e = min(lane + ${own * LANES}u, ${E / 4 - 1}u);
        o[${own}] += weight * qkv[v + e];
      }
      #end
    }
    workgroupBarrier();
  }
  #for own in 0..OWNED
  if (lane + ${own * LANES}u < ${E / 4}u) {
    O[(t * p.H + h) * ${E / 4}u + lane + ${own * LANES}u] = o[${own}] / sum;
  }
  #end
  if (lane == 0u) { lse[t * p.H + h] = top + log(sum); }
}
