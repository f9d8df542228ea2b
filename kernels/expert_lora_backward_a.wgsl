// dA[X, S R, K] += sum over the pairs of each expert of weight dU[pair, S R]^T x[K]: the gradient of LoRA's A of X
// experts. The input x of a pair is row pair / share of `input`. With WEIGHTED, weight is the router's weight of the
// pair, else 1. A lane computes 4 elements of 8 rows of one expert. Grid (ceil(K / 4 / LANES), ceil(S R / 8), X).
// Limit: bytes of `input` and of the gradients.
struct Sizes { K4: u32, ranks: u32, share: u32, loraA: u32, most: u32, halvings: u32, pairs: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> dU: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> tiles: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> order: array<u32>;
@group(0) @binding(4) var<storage, read_write> grads: array<vec4<f32>>;
#if WEIGHTED
@group(0) @binding(5) var<storage, read> weights: array<f32>;
#end
#include expert_pairs

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let expert = group.z;
  let k = group.x * ${LANES}u + local.x;
  let rank = (p.origin + group.y) * 8u;
  let next = min(rank / 4u + 1u, p.ranks / 4u - 1u);
  if (k >= p.K4) { return; }
  #for r in 0..8
  var sum${r} = vec4<f32>();
  #end
  let end = firstPair(expert + 1u);
  for (var i = firstPair(expert); i < end; i++) {
    let pair = order[i];
    #if WEIGHTED
    let x = weights[pair] * input[pair / p.share * p.K4 + k];
    #else
    let x = input[pair / p.share * p.K4 + k];
    #end
    let low = dU[pair * (p.ranks / 4u) + rank / 4u];
    let high = dU[pair * (p.ranks / 4u) + next];
    #for r in 0..4
    sum${r} = fma(vec4(low[${r}]), x, sum${r});
    sum${r + 4} = fma(vec4(high[${r}]), x, sum${r + 4});
    #end
  }
  let at = p.loraA + (expert * p.ranks + rank) * p.K4 + k;
  #for r in 0..8
  if (rank + ${r}u < p.ranks) { grads[at + ${r}u * p.K4] += sum${r}; }
  #end
}
