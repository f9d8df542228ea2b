// Sums 8 values, in two vec4, for each of ROWS rows over the lanes of a workgroup, in a tree reduction whose order is
// the same for any ROWS. Lane 0's elements then hold the results. It takes 32 ROWS LANES bytes of workgroup memory.
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
