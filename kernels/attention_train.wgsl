// O[T, H, E] = softmax(q k^T / sqrt(E)) v over the keys rows[t].y .. t: causal inside the sequence that token t is of.
// lse[T, H] = log-sum-exp of the scaled scores, kept for the backward pass.
// Layout as attention_paged.wgsl, with keys and values read from qkv[T, (H + 2 K) E] itself. Grid (H, T).
// Limit: bytes of k and v (FLOPs 4 E per visible key and head).
struct Sizes { T: u32, H: u32, K: u32, scale: f32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> O: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> lse: array<f32>;
#include online_softmax

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let h = group.x;
  let t = group.y;
  let kvHead = h / (p.H / p.K);
  let width = p.H + 2u * p.K;
  let q = (t * width + h) * ${E / 4}u;
  var top = -1e30;
  var sum = 0.0;
  #for e in 0..E / 4
  var o${e} = vec4<f32>();
  #end
  for (var j = rows[t].y + lane.x; j <= t; j += ${LANES}u) {
    let k = (j * width + p.H + kvHead) * ${E / 4}u;
    let v = k + p.K * ${E / 4}u;
    var score = 0.0;
    #for e in 0..E / 4
    score += dot(qkv[q + ${e}u], qkv[k + ${e}u]);
    #end
    score *= p.scale;
    let next = max(top, score);
    let keep = exp(top - next);
    let weight = exp(score - next);
    top = next;
    sum = sum * keep + weight;
    #for e in 0..E / 4
    o${e} = o${e} * keep + weight * qkv[v + ${e}u];
    #end
  }
  laneMax[lane.x] = top;
  laneSum[lane.x] = sum;
  #for e in 0..E / 4
  laneOut[lane.x * ${E / 4}u + ${e}u] = o${e};
  #end
  workgroupBarrier();
  var all = laneMax[0];
  for (var l = 1u; l < ${LANES}u; l++) { all = max(all, laneMax[l]); }
  var total = 0.0;
  for (var l = 0u; l < ${LANES}u; l++) { total += laneSum[l] * exp(laneMax[l] - all); }
  for (var e = lane.x; e < ${E / 4}u; e += ${LANES}u) {
    var o = vec4<f32>();
    for (var l = 0u; l < ${LANES}u; l++) { o += laneOut[l * ${E / 4}u + e] * exp(laneMax[l] - all); }
    O[(t * p.H + h) * ${E / 4}u + e] = o / total;
  }
  if (lane.x == 0u) { lse[t * p.H + h] = all + log(total); }
}
