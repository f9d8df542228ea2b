// The gradient of a layer's router, from the experts' inner activations act[T, C F] and their gradients dAct[T, C F],
// to which weights[T, C] are not applied yet. d_c = dAct_c . act_c is the gradient of weights[t, c], since the expert's
// output is linear in both. With BIAS an expert e adds row e of bias[X, D] to its output, and dY[T, D] . bias_e is part
// of d_c. Then dAct_c *= weights[t, c], in place, and dLogits[T, X], with s = sum_c weights_c d_c, is weights_c
// (d_c - s) for the chosen experts and, without NORM, -p_e s for the other experts, with p = softmax(logits).
// One workgroup per token. Grid (T). Limit: bytes.
#if SUBGROUP
enable subgroups;
#end
#include row_reductions

// `F4` is F / 4, `D4` D / 4.
struct Sizes { experts: u32, choices: u32, F4: u32, D4: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> logits: array<f32>;
@group(0) @binding(1) var<storage, read> chosen: array<u32>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
@group(0) @binding(3) var<storage, read> act: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> dAct: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> dLogits: array<f32>;
#if BIAS
@group(0) @binding(6) var<storage, read> bias: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read> dY: array<vec4<f32>>;
#end

var<workgroup> gradients: array<f32, ${CHOICES}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let t = p.origin + group.x;
  let row = t * p.experts;
  let first = t * p.choices;
  var s = 0.0;
  for (var c = 0u; c < p.choices; c++) {
    let at = (first + c) * p.F4;
    let weight = weights[first + c];
    var own = vec4<f32>();
    for (var f = lane; f < p.F4; f += ${LANES}u) {
      let d = dAct[at + f];
      own = fma(d, act[at + f], own);
      dAct[at + f] = d * weight;
    }
    #if BIAS
    let biasAt = chosen[first + c] * p.D4;
    for (var i = lane; i < p.D4; i += ${LANES}u) { own = fma(dY[t * p.D4 + i], bias[biasAt + i], own); }
    #end
    let sums = rowSum(own, lane);
    let gradient = (sums.x + sums.y) + (sums.z + sums.w);
    s += weight * gradient;
    if (lane == 0u) { gradients[c] = gradient; }
  }
  workgroupBarrier();
  let top = logits[row + chosen[first]];
  let topWeight = weights[first];
  for (var e = lane; e < p.experts; e += ${LANES}u) {
    #if NORM
    var d = 0.0;
    #else
    var d = -topWeight * exp(logits[row + e] - top) * s;
    #end
    for (var c = 0u; c < p.choices; c++) {
      if (chosen[first + c] == e) { d = weights[first + c] * (gradients[c] - s); }
    }
    dLogits[row + e] = d;
  }
}
