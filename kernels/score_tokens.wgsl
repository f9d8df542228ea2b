// Scores given tokens: for row m of logits z[B, V] and the token targets[m], sampled[m] = (token, z[token] - lse(z),
// lse(z), rank). rank is the number of tokens that are at least as likely, including the token itself. Rows begin at
// `first`. The logits must be raw, so this runs before any kernel changes them.
// One workgroup per row; lanes stride over V and add up in the order of sample.wgsl, for bit-identical results. For
// rows that are sampled in parts (sample_parts.wgsl), lse agrees only within rounding.
// Workgroup memory: 20 LANES bytes without SUBGROUP. Grid (rows). Limit: bytes of z, two passes.
#if SUBGROUP
enable subgroups;
#end
struct Sizes { V: u32, first: u32 }
var<immediate> p: Sizes;
struct Sampled { token: u32, logp: f32, lse: f32, rank: u32 }
@group(0) @binding(0) var<storage, read> targets: array<u32>;
@group(0) @binding(1) var<storage, read> z: array<f32>;
@group(0) @binding(2) var<storage, read_write> sampled: array<Sampled>;
#include row_reductions

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let m = p.first + group.x;
  let row = m * p.V;
  let token = targets[group.x];
  let own = z[row + token];
  var top = -3e38;
  var count = 0u;
  for (var v = lane; v < p.V; v += ${LANES}u) {
    top = max(top, z[row + v]);
    count += u32(z[row + v] >= own);
  }
  top = rowMax(top, lane);
  // Counts are exact in f32: a vocabulary has fewer than 2^24 tokens.
  let rank = u32(rowSum(vec4(f32(count)), lane).x);
  var mass = 0.0;
  for (var v = lane; v < p.V; v += ${LANES}u) { mass += exp(z[row + v] - top); }
  let lse = top + log(rowSum(vec4(mass), lane).x);
  if (lane == 0u) { sampled[m] = Sampled(token, own - lse, lse, rank); }
}
