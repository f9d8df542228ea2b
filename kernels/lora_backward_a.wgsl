// dA[S R, K] += dU[T, S R]^T X[T, K]: the gradient of LoRA's A, summed over the T tokens of a micro-batch.
// A workgroup computes 8 rows x 4 LANES / SLOTS columns of dA. The lanes of a slot take every SLOTS-th token and read
// neighbouring vec4 of X. The sums of slots are added in order through 128 LANES / SLOTS bytes of workgroup memory.
// Grid (ceil(K SLOTS / 4 / LANES), ceil(S R / 8)).
// With SUBGROUP a workgroup is a subgroup of 8: a lane computes 4 elements of eight rows of dA. It loads every eighth
// row of dU, and the others read it from its registers. Grid (ceil(K / 32), ceil(S R / 8)).
// Limit: bytes of X (from cache), or FLOPs (2 T S R K).
#if SUBGROUP
enable subgroups;
#end
struct Sizes { T: u32, K4: u32, ranks: u32, loraA: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> dU: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> grads: array<vec4<f32>>;
#if SUBGROUP
#else
var<workgroup> sums: array<vec4<f32>, ${LANES / SLOTS * 8}>;
#end

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let rank = (p.origin + group.y) * 8u;
  let next = min(rank / 4u + 1u, p.ranks / 4u - 1u);
  #if SUBGROUP
  let k = group.x * ${LANES}u + lane.x;
  let column = min(k, p.K4 - 1u);
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
  let own = lane.x % ${LANES / SLOTS}u;
  let slot = lane.x / ${LANES / SLOTS}u;
  let k = group.x * ${LANES / SLOTS}u + own;
  let column = min(k, p.K4 - 1u);
  #for r in 0..8
  var sum${r} = vec4<f32>();
  #end
  for (var t = slot; t < p.T; t += ${SLOTS}u) {
    let x = X[t * p.K4 + column];
    let low = dU[t * (p.ranks / 4u) + rank / 4u];
    let high = dU[t * (p.ranks / 4u) + next];
    #for r in 0..4
    sum${r} = fma(vec4(low[${r}]), x, sum${r});
    sum${r + 4} = fma(vec4(high[${r}]), x, sum${r + 4});
    #end
  }
  for (var s = 0u; s < ${SLOTS}u; s++) {
    if (slot == s) {
      #for r in 0..8
      sums[own * 8u + ${r}u] = select(sums[own * 8u + ${r}u], vec4<f32>(), s == 0u) + sum${r};
      #end
    }
    workgroupBarrier();
  }
  if (slot > 0u || k >= p.K4) { return; }
  #for r in 0..8
  if (rank + ${r}u < p.ranks) { grads[p.loraA + (rank + ${r}u) * p.K4 + k] += sums[own * 8u + ${r}u]; }
  #end
  #end
}
