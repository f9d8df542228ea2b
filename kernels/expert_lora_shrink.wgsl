// U[T, C, S R] = scale * X A[e]^T, where e is the expert of choice c of token t. A[e], [S R, K], is from the adapter
// slot of the token; without a slot U is not written. First half of LoRA for S projections of each expert that share X;
// a pair's row of X is pair / share. A workgroup computes 8 ranks of a pair: its lanes stride over K, and their sums
// are added in a tree reduction, so no sum depends on T. Grid (ceil(S R / 8), T, C). Limit: bytes of A.
struct Sizes { K4: u32, ranks: u32, choices: u32, share: u32, loraA: u32, loraStride: u32, scale: f32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> chosen: array<u32>;
@group(0) @binding(3) var<storage, read> arena: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> U: array<vec4<f32>>;
#include chain
#include lane_sums

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let t = p.origin + group.y;
  let pair = t * p.choices + group.z;
  let rank = group.x * 8u;
  let slot = rows[t].w;
  let x = pair / p.share * p.K4;
  #for r in 0..8
  let a${r} = slot * p.loraStride + p.loraA + (chosen[pair] * p.ranks + min(rank + ${r}u, p.ranks - 1u)) * p.K4;
  var sum${r} = 0.0;
  #end
  // Skips rows without an adapter.
  let end = select(p.K4, 0u, slot == 0xffffffffu);
  for (var k = lane; k < end; k += ${LANES}u) {
    let four = X[x + k];
    #for r in 0..8
    sum${r} = chain(arena[a${r} + k], four, sum${r});
    #end
  }
  lanes[lane] = vec4(sum0, sum1, sum2, sum3);
  lanes[${LANES}u + lane] = vec4(sum4, sum5, sum6, sum7);
  sumLanes(lane);
  if (lane > 0u || slot == 0xffffffffu) { return; }
  let at = (pair * p.ranks + rank) / 4u;
  U[at] = p.scale * lanes[0];
  if (rank + 4u < p.ranks) { U[at + 1u] = p.scale * lanes[${LANES}u]; }
}
