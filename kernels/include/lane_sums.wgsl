// Sums 8 numbers, in two vec4, for each of ROWS rows over the lanes of a workgroup, by a tree whose order is the same
// for any ROWS. The results are at the places of lane 0. 32 ROWS LANES bytes of workgroup memory.
var<workgroup> lanes: array<vec4<f32>, ${LANES * ROWS * 2}>;

fn sumLanes(lane: u32) {
  for (var half = ${LANES / 2}u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) {
      #for i in 0..ROWS * 2
      lanes[${i * LANES}u + lane] += lanes[${i * LANES}u + lane + half];
      #end
    }
  }
  workgroupBarrier();
}
