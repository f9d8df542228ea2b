// Normalizer of log-probabilities at the temperature t of a row, from the logits z[B, V] that were sampled from:
// sampled[b].temper = log(sum over v of exp((z[b, v] - lse(z[b])) / t)). A token whose raw log-probability is logp then
// has logp / t - temper under softmax(z / t). Greedy rows get 0.
// One workgroup per row; lanes stride over V. Workgroup memory: 20 LANES bytes without SUBGROUP. Grid (B). Limit: bytes
// of z, two passes; only dispatched when a request asks for it.
#if SUBGROUP
enable subgroups;
#end
struct Sizes { V: u32 }
var<immediate> p: Sizes;
struct Sampled { token: u32, logp: f32, lse: f32, temper: f32 }
@group(0) @binding(0) var<storage, read> params: array<Params>;
@group(0) @binding(1) var<storage, read> z: array<f32>;
@group(0) @binding(2) var<storage, read_write> sampled: array<Sampled>;
#include row_reductions
#include sampling

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let row = group.x * p.V;
  let temperature = params[group.x].temperature;
  var top = -3e38;
  for (var v = lane; v < p.V; v += ${LANES}u) { top = max(top, z[row + v]); }
  top = rowMax(top, lane);
  let sharpness = select(0.0, 1.0 / temperature, temperature > 0.0);
  var mass = 0.0;
  for (var v = lane; v < p.V; v += ${LANES}u) { mass += exp((z[row + v] - top) * sharpness); }
  mass = rowSum(vec4(mass), lane).x;
  if (lane == 0u) {
    let temper = (top - sampled[group.x].lse) * sharpness + log(mass);
    sampled[group.x].temper = select(0.0, temper, temperature > 0.0);
  }
}
