// The `count` most likely tokens of each row of logits z[B, V], best first (ties: lowest id), with raw
// log-probabilities z - lse. Each of `count` rounds finds the best token after the previous one. One workgroup per row.
// Workgroup memory: 20 LANES bytes without SUBGROUP. Grid (B). Limit: bytes of z, `count` passes; only dispatched when
// a request asks for alternatives.
#if SUBGROUP
enable subgroups;
#end
struct Sizes { V: u32, count: u32 }
var<immediate> p: Sizes;
struct Sampled { token: u32, logp: f32, lse: f32, unused: u32 }
struct Alternative { token: u32, logp: f32 }
@group(0) @binding(0) var<storage, read> z: array<f32>;
@group(0) @binding(1) var<storage, read> sampled: array<Sampled>;
@group(0) @binding(2) var<storage, read_write> alternatives: array<Alternative>;
#include row_reductions

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let row = group.x * p.V;
  var lastValue = 3e38;
  var lastToken = 0u;
  for (var round = 0u; round < p.count; round++) {
    var value = -3e38;
    var token = 0xffffffffu;
    for (var v = lane; v < p.V; v += ${LANES}u) {
      let x = z[row + v];
      let after = x < lastValue || (x == lastValue && v > lastToken);
      if (after && (x > value || token == 0xffffffffu)) { value = x; token = v; }
    }
    lastToken = rowArgmax(value, token, lane);
    lastValue = z[row + lastToken];
    if (lane == 0u) {
      alternatives[group.x * p.count + round] = Alternative(lastToken, lastValue - sampled[group.x].lse);
    }
  }
}
