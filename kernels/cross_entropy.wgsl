// For each supervised token: logp = z[target] - lse(z),  entropy = lse - sum p z,  and in place of the logits z[M, V]
// their gradient  dz = c (softmax(z) - onehot(target)),  c = clip(ratio, low, high) * advantage / tokens,
// ratio = exp(logp - old) without gradient (CISPO, MiniMax 2025); old > 0 means "sampled by this policy", ratio 1, which
// with advantage 1 is plain cross-entropy. One workgroup a row of a chunk; three passes over V, lanes added through
// workgroup memory (8 LANES bytes, two barriers). Grid (M). Limit: bytes of z.
struct Sizes { V: u32, first: u32, firstScore: u32, low: f32, high: f32, perToken: f32 }
var<immediate> p: Sizes;
struct Target { token: u32, old: f32, advantage: f32, unused: u32 }
struct Score { logp: f32, entropy: f32 }
@group(0) @binding(0) var<storage, read> targets: array<Target>;
@group(0) @binding(1) var<storage, read_write> z: array<f32>;
@group(0) @binding(2) var<storage, read_write> scores: array<Score>;
var<workgroup> laneTop: array<f32, ${LANES}>;
var<workgroup> laneSums: array<vec2<f32>, ${LANES}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let row = group.x * p.V;
  let wanted = targets[p.first + group.x];
  var top = -1e30;
  for (var v = lane.x; v < p.V; v += ${LANES}u) { top = max(top, z[row + v]); }
  laneTop[lane.x] = top;
  workgroupBarrier();
  for (var l = 0u; l < ${LANES}u; l++) { top = max(top, laneTop[l]); }
  var sums = vec2<f32>();
  for (var v = lane.x; v < p.V; v += ${LANES}u) {
    let shifted = z[row + v] - top;
    let e = exp(shifted);
    sums += vec2(e, e * shifted);
  }
  laneSums[lane.x] = sums;
  let targetShifted = z[row + wanted.token] - top;
  workgroupBarrier();
  var total = vec2<f32>();
  for (var l = 0u; l < ${LANES}u; l++) { total += laneSums[l]; }
  let logp = targetShifted - log(total.x);
  if (lane.x == 0u) { scores[p.firstScore + group.x] = Score(logp, log(total.x) - total.y / total.x); }
  var ratio = 1.0;
  if (wanted.old <= 0.0) { ratio = exp(clamp(logp - wanted.old, -20.0, 20.0)); }
  let c = clamp(ratio, p.low, p.high) * wanted.advantage * p.perToken;
  for (var v = lane.x; v < p.V; v += ${LANES}u) {
    let softmax = exp(z[row + v] - top) / total.x;
    z[row + v] = c * (softmax - select(0.0, 1.0, v == wanted.token));
  }
}
