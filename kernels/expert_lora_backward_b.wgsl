// dB[X, parts N, R] += sum over the pairs of each expert of weight dY[pair]^T U[pair, part R]: the gradient of LoRA's B
// of X experts. dY is [T, parts, C, N], or with SHARED [T, N], the same for all experts of a token. With WEIGHTED,
// weight is the router's weight of the pair, else 1. A lane computes 8 ranks of one row of one expert. Grid
// (ceil(parts N / LANES), ceil(R / 8), X). Limit: bytes of dY and of the gradients. U already includes the LoRA scale.
struct Sizes { N: u32, parts: u32, choices: u32, loraB: u32, most: u32, halvings: u32, pairs: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> dY: array<f32>;
@group(0) @binding(1) var<storage, read> U: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> tiles: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> order: array<u32>;
@group(0) @binding(4) var<storage, read_write> grads: array<vec4<f32>>;
#if WEIGHTED
@group(0) @binding(5) var<storage, read> weights: array<f32>;
#end
#include pair_part
#include expert_pairs

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let expert = group.z;
  let row = (p.origin + group.x) * ${LANES}u + local.x;
  let rank = group.y * 2u;
  let next = min(rank + 1u, ${RANK / 4 - 1}u);
  if (row >= p.parts * p.N) { return; }
  let part = row / p.N;
  let n = row % p.N;
  var low = vec4<f32>();
  var high = vec4<f32>();
  let end = firstPair(expert + 1u);
  for (var i = firstPair(expert); i < end; i++) {
    let pair = order[i];
    #if SHARED
    var gradient = dY[pair / p.choices * p.N + n];
    #else
    var gradient = dY[pairPart(pair, part) + n];
    #end
    #if WEIGHTED
    gradient *= weights[pair];
    #end
    let u = (pair * p.parts + part) * ${RANK / 4}u;
    low = fma(vec4(gradient), U[u + rank], low);
    high = fma(vec4(gradient), U[u + next], high);
  }
  let at = p.loraB + (expert * p.parts * p.N + row) * ${RANK / 4}u + rank;
  grads[at] += low;
  if (rank + 1u < ${RANK / 4}u) { grads[at + 1u] += high; }
}
