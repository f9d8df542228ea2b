// dU[T, S R] = scale * dY[T, segment s] B[segment s, R]: the gradient of the low-rank activations.
// A workgroup computes 8 ranks of ROWS rows: its lanes stride over the columns of the segment, and their sums are added
// in a tree reduction. Grid (S ceil(R / 8), ceil(T / ROWS)).
// With SUBGROUP a workgroup is a subgroup of 8: a lane computes 8 ranks of one row. It loads an eighth of four rows of
// B, and the others read it from its registers. N and the bounds of segments must be multiples of 4. Grid (S
// ceil(R / 8), ceil(T / 8)).
// Limit: bytes of B and dY, or FLOPs (2 T N R).
#if SUBGROUP
enable subgroups;
#end
struct Sizes { T: u32, N: u32, loraB: u32, segments: u32, bound1: u32, bound2: u32, scale: f32, origin: u32 }
var<immediate> p: Sizes;
#if SUBGROUP
@group(0) @binding(0) var<storage, read> dY: array<vec4<f32>>;
#else
@group(0) @binding(0) var<storage, read> dY: array<f32>;
#include lane_sums
#end
@group(0) @binding(1) var<storage, read> adapter: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> dU: array<vec4<f32>>;

// Uses select, because an array that is indexed at run time would be in private memory instead of registers.
fn beginOf(segment: u32) -> u32 {
  return min(select(select(p.bound2, p.bound1, segment == 1u), 0u, segment == 0u), p.N);
}

fn endOf(segment: u32) -> u32 {
  return min(select(select(p.N, p.bound2, segment == 1u), p.bound1, segment == 0u), p.N);
}

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  const EIGHTS = ${RANK + 7 / 8}u;
  #if SUBGROUP
  let t = (p.origin + group.y) * 8u + lane.x;
  let d = min(t, p.T - 1u) * p.N / 4u;
  let segment = group.x / EIGHTS;
  let rank = group.x % EIGHTS * 2u;
  // Lane 2 c + h loads ranks 4 h .. 4 h + 3 of row n + c of B.
  let b = p.loraB / 4u + lane.x / 2u * ${RANK / 4}u + min(rank + lane.x % 2u, ${RANK / 4 - 1}u);
  var low = vec4<f32>();
  var high = vec4<f32>();
  let end = endOf(segment);
  for (var n = beginOf(segment); n < end; n += 4u) {
    let own = adapter[b + n * ${RANK / 4}u];
    let four = dY[d + n / 4u];
    #for c in 0..4
    low += four[${c}] * subgroupBroadcast(own, ${c * 2}u);
    high += four[${c}] * subgroupBroadcast(own, ${c * 2 + 1}u);
    #end
  }
  if (t >= p.T) { return; }
  let at = (t * p.segments + segment) * ${RANK / 4}u + rank;
  dU[at] = p.scale * low;
  if (rank + 1u < ${RANK / 4}u) { dU[at + 1u] = p.scale * high; }
  #else
  let t = (p.origin + group.y) * ${ROWS}u;
  let segment = group.x / EIGHTS;
  let rank = group.x % EIGHTS * 2u;
  let next = min(rank + 1u, ${RANK / 4 - 1}u);
  #for c in 0..ROWS
  let d${c} = min(t + ${c}u, p.T - 1u) * p.N;
  var low${c} = vec4<f32>();
  var high${c} = vec4<f32>();
  #end
  let end = endOf(segment);
  for (var n = beginOf(segment) + lane.x; n < end; n += ${LANES}u) {
    let b = p.loraB / 4u + n * ${RANK / 4}u;
    let lowB = adapter[b + rank];
    let highB = adapter[b + next];
    #for c in 0..ROWS
    low${c} = fma(vec4(dY[d${c} + n]), lowB, low${c});
    high${c} = fma(vec4(dY[d${c} + n]), highB, high${c});
    #end
  }
  #for c in 0..ROWS
  lanes[${c * 2 * LANES}u + lane.x] = low${c};
  lanes[${c * 2 + 1 * LANES}u + lane.x] = high${c};
  #end
  sumLanes(lane.x);
  if (lane.x >= ${ROWS}u || t + lane.x >= p.T) { return; }
  let at = ((t + lane.x) * p.segments + segment) * ${RANK / 4}u + rank;
  dU[at] = p.scale * lanes[lane.x * ${LANES * 2}u];
  if (rank + 1u < ${RANK / 4}u) { dU[at + 1u] = p.scale * lanes[lane.x * ${LANES * 2}u + ${LANES}u]; }
  #end
}
