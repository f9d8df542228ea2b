// dA[S R, K] += dU[T, S R]^T X[T, K]: the gradient of LoRA's A, summed over the T tokens of a micro-batch. A lane owns
// 4 elements of one row of dA; X is contiguous over lanes, dU the same for all. Grid (ceil(K / 4 / LANES), S R). With
// SUBGROUP a workgroup is a subgroup of 8: a lane owns 4 elements of eight rows of dA, and loads one row of dU in eight
// for the others. Grid (ceil(K / 32), ceil(S R / 8)). Both add up over T in the same order. Limit: bytes of X (from
// cache), or FLOPs (2 T S R K).
#if SUBGROUP
enable subgroups;
#end
struct Sizes { T: u32, K4: u32, ranks: u32, loraA: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
#if SUBGROUP
@group(0) @binding(1) var<storage, read> dU: array<vec4<f32>>;
#else
@group(0) @binding(1) var<storage, read> dU: array<f32>;
#end
@group(0) @binding(2) var<storage, read_write> grads: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let k = group.x * ${LANES}u + lane.x;
  #if SUBGROUP
  let rank = (p.origin + group.y) * 8u;
  let column = min(k, p.K4 - 1u);
  let next = min(rank / 4u + 1u, p.ranks / 4u - 1u);
  #for r in 0..8
  var sum${r} = vec4<f32>();
  #end
  for (var first = 0u; first < p.T; first += 8u) {
    let own = min(first + lane.x, p.T - 1u) * (p.ranks / 4u);
    let inside = first + lane.x < p.T;
    let left = select(vec4<f32>(), dU[own + rank / 4u], inside);
    let right = select(vec4<f32>(), dU[own + next], inside);
    #for i in 0..8
    {
      let x = X[min(first + ${i}u, p.T - 1u) * p.K4 + column];
      let low = subgroupBroadcast(left, ${i}u);
      let high = subgroupBroadcast(right, ${i}u);
      #for r in 0..4
      sum${r} += low[${r}] * x;
      sum${r + 4} += high[${r}] * x;
      #end
    }
    #end
  }
  if (k >= p.K4) { return; }
  #for r in 0..8
  if (rank + ${r}u < p.ranks) { grads[p.loraA + (rank + ${r}u) * p.K4 + k] += sum${r}; }
  #end
  #else
  let r = p.origin + group.y;
  if (k >= p.K4) { return; }
  var sum = vec4<f32>();
  for (var t = 0u; t < p.T; t++) {
    sum += dU[t * p.ranks + r] * X[t * p.K4 + k];
  }
  grads[p.loraA + r * p.K4 + k] += sum;
  #end
}
