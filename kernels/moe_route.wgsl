// chosen[T, C] = the C of X experts with the largest router logits of each token, in descending order; ties go to the
// lowest index. weights[T, C] = softmax(logits[T, X]) of the chosen experts, with NORM divided by their sum (Shazeer et
// al. 2017).
// One workgroup per token, whose lanes stride over X. Each of C rounds finds the best expert after the previous one.
// Grid (T). Limit: bytes.
#if SUBGROUP
enable subgroups;
#end
#include row_reductions

struct Sizes { experts: u32, choices: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> logits: array<f32>;
@group(0) @binding(1) var<storage, read_write> chosen: array<u32>;
@group(0) @binding(2) var<storage, read_write> weights: array<f32>;

const LEAST = -0x1.fffffep+127f;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let row = (p.origin + group.x) * p.experts;
  let first = (p.origin + group.x) * p.choices;
  var last = 0u;
  var lastLogit = 0.0;
  var most = 0.0;
  var sum = 0.0;
  for (var c = 0u; c < p.choices; c++) {
    // Used if no logit is larger, as with NaNs, so that the index is always valid.
    var best = LEAST;
    var index = min(lane, p.experts - 1u);
    for (var e = lane; e < p.experts; e += ${LANES}u) {
      let logit = logits[row + e];
      let isLeft = c == 0u || logit < lastLogit || (logit == lastLogit && e > last);
      if (isLeft && logit > best) {
        best = logit;
        index = e;
      }
    }
    last = rowArgmax(best, index, lane);
    lastLogit = logits[row + last];
    if (c == 0u) { most = lastLogit; }
    let weight = exp(lastLogit - most);
    sum += weight;
    if (lane == 0u) {
      chosen[first + c] = last;
      weights[first + c] = weight;
    }
  }
  #if NORM
  #else
  var own = 0.0;
  for (var e = lane; e < p.experts; e += ${LANES}u) { own += exp(logits[row + e] - most); }
  sum = rowSum(vec4(own, 0.0, 0.0, 0.0), lane).x;
  #end
  // Only the lane that wrote the weights reads them.
  if (lane == 0u) {
    for (var c = 0u; c < p.choices; c++) { weights[first + c] /= sum; }
  }
}
