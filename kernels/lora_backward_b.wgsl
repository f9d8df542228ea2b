// dB[N, R] += dY[T, N]^T U[T, segment of n]: the gradient of LoRA's B, summed over the T tokens of a micro-batch. U
// already includes the LoRA scale.
// A workgroup computes 8 ranks of LANES / SLOTS rows of dB. The lanes of a slot take every SLOTS-th token and read
// neighbouring elements of dY. The sums of slots are added in order through 32 LANES / SLOTS bytes of workgroup memory.
// Grid (ceil(N SLOTS / LANES), ceil(R / 8)).
// With SUBGROUP a workgroup is a subgroup of 8 in one segment: a lane computes 8 ranks of four rows of dB. It loads
// every eighth row of U, and the others read it from its registers. N and the bounds of segments must be multiples of
// 4. Grid (sum over segments of ceil(columns / 32), ceil(R / 8)).
// Limit: bytes of dY, or FLOPs (2 T N R).
#if SUBGROUP
enable subgroups;
#end
struct Sizes { T: u32, N: u32, loraB: u32, segments: u32, bound1: u32, bound2: u32, origin: u32 }
var<immediate> p: Sizes;
#if SUBGROUP
@group(0) @binding(0) var<storage, read> dY: array<vec4<f32>>;
#else
@group(0) @binding(0) var<storage, read> dY: array<f32>;
var<workgroup> sums: array<vec4<f32>, ${LANES / SLOTS * 2}>;
#end
@group(0) @binding(1) var<storage, read> U: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> grads: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  #if SUBGROUP
  let bound1 = min(p.bound1, p.N);
  let bound2 = min(p.bound2, p.N);
  let tiles1 = (bound1 + 31u) / 32u;
  let tiles2 = tiles1 + (bound2 - bound1 + 31u) / 32u;
  let tile = p.origin + group.x;
  let segment = u32(tile >= tiles1) + u32(tile >= tiles2);
  let start = array<u32, 3>(0u, bound1, bound2)[segment] + (tile - array<u32, 3>(0u, tiles1, tiles2)[segment]) * 32u;
  let end = array<u32, 3>(bound1, bound2, p.N)[segment];
  let n = start + lane.x * 4u;
  let rank = group.y * 2u;
  let next = min(rank + 1u, ${RANK / 4 - 1}u);
  let column = min(n, p.N - 4u) / 4u;
  #for c in 0..4
  var low${c} = vec4<f32>();
  var high${c} = vec4<f32>();
  #end
  for (var first = 0u; first < p.T; first += 8u) {
    let own = (min(first + lane.x, p.T - 1u) * p.segments + segment) * ${RANK / 4}u;
    let inside = first + lane.x < p.T;
    let left = select(vec4<f32>(), U[own + rank], inside);
    let right = select(vec4<f32>(), U[own + next], inside);
    #for i in 0..8
    {
      let four = dY[min(first + ${i}u, p.T - 1u) * (p.N / 4u) + column];
      let low = subgroupBroadcast(left, ${i}u);
      let high = subgroupBroadcast(right, ${i}u);
      #for c in 0..4
      low${c} += four[${c}] * low;
      high${c} += four[${c}] * high;
      #end
    }
    #end
  }
  if (n >= end) { return; }
  #for c in 0..4
  {
    let at = p.loraB + (n + ${c}u) * ${RANK / 4}u + rank;
    grads[at] += low${c};
    if (rank + 1u < ${RANK / 4}u) { grads[at + 1u] += high${c}; }
  }
  #end
  #else
  let own = lane.x % ${LANES / SLOTS}u;
  let slot = lane.x / ${LANES / SLOTS}u;
  let n = (p.origin + group.x) * ${LANES / SLOTS}u + own;
  let column = min(n, p.N - 1u);
  let segment = u32(column >= p.bound1) + u32(column >= p.bound2);
  let rank = group.y * 2u;
  let next = min(rank + 1u, ${RANK / 4 - 1}u);
  var low = vec4<f32>();
  var high = vec4<f32>();
  for (var t = slot; t < p.T; t += ${SLOTS}u) {
    let d = vec4(dY[t * p.N + column]);
    let u = (t * p.segments + segment) * ${RANK / 4}u;
    low = fma(d, U[u + rank], low);
    high = fma(d, U[u + next], high);
  }
  for (var s = 0u; s < ${SLOTS}u; s++) {
    if (slot == s) {
      sums[own * 2u] = select(sums[own * 2u], vec4<f32>(), s == 0u) + low;
      sums[own * 2u + 1u] = select(sums[own * 2u + 1u], vec4<f32>(), s == 0u) + high;
    }
    workgroupBarrier();
  }
  if (slot > 0u || n >= p.N) { return; }
  let at = p.loraB + n * ${RANK / 4}u + rank;
  grads[at] += sums[own * 2u];
  if (rank + 1u < ${RANK / 4}u) { grads[at + 1u] += sums[own * 2u + 1u]; }
  #end
}
