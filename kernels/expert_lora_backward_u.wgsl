// dU[T, C, parts R] = scale * dY[T, parts, C, N] B[e], where e is the expert of choice c of token t, and B[e] is
// [parts N, R]: the gradient of the low-rank activations of LoRA on experts. With SHARED dY is [T, N], the same for all
// experts of a token. A workgroup computes 8 ranks of a part of a pair: its lanes stride over N, and their sums are
// added in a tree reduction. Grid (parts ceil(R / 8), T, C). Limit: bytes of B.
struct Sizes { N: u32, parts: u32, choices: u32, loraB: u32, scale: f32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> dY: array<f32>;
@group(0) @binding(1) var<storage, read> chosen: array<u32>;
@group(0) @binding(2) var<storage, read> adapter: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> dU: array<vec4<f32>>;
#include lane_sums
#include pair_part

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  const EIGHTS = ${RANK + 7 / 8}u;
  let lane = local.x;
  let t = p.origin + group.y;
  let pair = t * p.choices + group.z;
  let part = group.x / EIGHTS;
  let rank = group.x % EIGHTS * 2u;
  let next = min(rank + 1u, ${RANK / 4 - 1}u);
  #if SHARED
  let d = t * p.N;
  #else
  let d = pairPart(pair, part);
  #end
  let b = p.loraB + (chosen[pair] * p.parts + part) * p.N * ${RANK / 4}u;
  var low = vec4<f32>();
  var high = vec4<f32>();
  for (var n = lane; n < p.N; n += ${LANES}u) {
    let gradient = vec4(dY[d + n]);
    low = fma(gradient, adapter[b + n * ${RANK / 4}u + rank], low);
    high = fma(gradient, adapter[b + n * ${RANK / 4}u + next], high);
  }
  lanes[lane] = low;
  lanes[${LANES}u + lane] = high;
  sumLanes(lane);
  if (lane > 0u) { return; }
  let at = (pair * p.parts + part) * ${RANK / 4}u + rank;
  dU[at] = p.scale * lanes[0];
  if (rank + 1u < ${RANK / 4}u) { dU[at + 1u] = p.scale * lanes[${LANES}u]; }
}
