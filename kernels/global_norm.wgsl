// partial[g] = sum of X^2 (with FIRST) or of X over the `stretch` elements of workgroup g. A second run, over the
// partial sums of the first, leaves the squared L2 norm of all gradients in partial[0]. Lanes stride over the elements
// and add up through workgroup memory (4 LANES bytes, one barrier), always in the same order. Grid (workgroups). Limit:
// bytes.
struct Sizes { count: u32, stretch: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<f32>;
@group(0) @binding(1) var<storage, read_write> partial: array<f32>;
var<workgroup> laneSum: array<f32, ${LANES}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let end = min((group.x + 1u) * p.stretch, p.count);
  var sum = 0.0;
  for (var i = group.x * p.stretch + lane.x; i < end; i += ${LANES}u) {
    #if FIRST
    sum += X[i] * X[i];
    #else
    sum += X[i];
    #end
  }
  laneSum[lane.x] = sum;
  workgroupBarrier();
  if (lane.x == 0u) {
    var total = 0.0;
    for (var l = 0u; l < ${LANES}u; l++) { total += laneSum[l]; }
    partial[group.x] = total;
  }
}
