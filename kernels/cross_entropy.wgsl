// For each supervised token: logp = z[target] - lse(z), entropy = lse - sum p z. GRADIENT overwrites the logits z[M, V]
// with their gradient dz = c (softmax(z) - onehot(target)), c = -dLoss/dlogp = share * slope
// (src/training/policy-loss.ts has the loss).
// d = logp - old, or 0 if old >= 1e30, which means that old is logp itself; q = exp(d), d clamped to -20 .. 20;
// A = advantage - tau d; q <- min(q, cap), then 0 outside (low, high) if `mask` is set.
// CISPO: slope = clip(q, low, high) A. PPO: slope = q A if q A <= clip(q, low, high) A and neither the clamp, the cap
// nor the mask applies, else 0. low = high = 1 gives slope = A, which is cross-entropy if A is 1.
// With SOFTCAP z is softcap tanh(y / softcap), and the gradient is with respect to y.
// One workgroup per row of a chunk; three passes over V. Lanes are summed in the same order as in sample.wgsl without
// PART (include/row_reductions.wgsl).
// Workgroup memory: 20 LANES bytes without SUBGROUP. Grid (M). Limit: bytes of z.
#if SUBGROUP
enable subgroups;
#end
struct Sizes {
  V: u32, first: u32, firstScore: u32, low: f32, high: f32, cap: f32, tau: f32, ppo: u32, mask: u32, softcap: f32,
  origin: u32,
}
var<immediate> p: Sizes;
struct Target { token: u32, old: f32, advantage: f32, share: f32 }
struct Score { logp: f32, entropy: f32 }
@group(0) @binding(0) var<storage, read> targets: array<Target>;
@group(0) @binding(1) var<storage, read_write> z: array<f32>;
@group(0) @binding(2) var<storage, read_write> scores: array<Score>;
#include row_reductions

#if GRADIENT
fn slope(logp: f32, wanted: Target) -> f32 {
  let d = select(logp - wanted.old, 0.0, wanted.old >= 1e30);
  let ratio = exp(clamp(d, -20.0, 20.0));
  let capped = min(ratio, p.cap);
  let kept = p.mask == 0u || (capped > p.low && capped < p.high);
  let q = select(0.0, capped, kept);
  let clipped = clamp(q, p.low, p.high);
  let advantage = wanted.advantage - p.tau * d;
  if (p.ppo == 0u) { return clipped * advantage; }
  let flows = abs(d) <= 20.0 && ratio <= p.cap && q * advantage <= clipped * advantage;
  return select(0.0, q * advantage, flows);
}
#end

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let m = p.origin + group.x;
  let row = m * p.V;
  let wanted = targets[p.first + m];
  var top = -1e30;
  for (var v = lane.x; v < p.V; v += ${LANES}u) { top = max(top, z[row + v]); }
  top = rowMax(top, lane.x);
  var sums = vec2<f32>();
  for (var v = lane.x; v < p.V; v += ${LANES}u) {
    let shifted = z[row + v] - top;
    let e = exp(shifted);
    sums += vec2(e, e * shifted);
  }
  let targetShifted = z[row + wanted.token] - top;
  let total = rowSum(vec4(sums, 0.0, 0.0), lane.x);
  let logp = targetShifted - log(total.x);
  if (lane.x == 0u) { scores[p.firstScore + m] = Score(logp, log(total.x) - total.y / total.x); }
  #if GRADIENT
  // All lanes read the target's logit before its lane overwrites it.
  storageBarrier();
  let c = wanted.share * slope(logp, wanted);
  for (var v = lane.x; v < p.V; v += ${LANES}u) {
    let softmax = exp(z[row + v] - top) / total.x;
    let dz = c * (softmax - select(0.0, 1.0, v == wanted.token));
    #if SOFTCAP
    let share = z[row + v] / p.softcap;
    z[row + v] = dz * (1.0 - share * share);
    #else
    z[row + v] = dz;
    #end
  }
  #end
}
