// scale[T] of rows X[T, N]: the power of two by which a row has to be divided for its largest number to lie in
// [2^14, 2^15), just below f16's largest, so that as much as possible of the rest is above its smallest: gradients as
// they are lie below these.
// One workgroup a row, through 20 LANES bytes. Grid (T). Limit: bytes.
#if SUBGROUP
enable subgroups;
#end
#include row_reductions
#include power_of_two

struct Sizes { N: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<f32>;
@group(0) @binding(1) var<storage, read_write> scale: array<f32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let t = p.origin + group.x;
  var most = 0.0;
  for (var n = local.x; n < p.N; n += ${LANES}u) { most = max(most, abs(X[t * p.N + n])); }
  let power = powerBitsOf(rowMax(most, local.x));
  // Never below 2^-126, f32's smallest, with whose inverse rows of nothing but zeros are multiplied.
  if (local.x == 0u) { scale[t] = bitcast<f32>(max(power, 15u << 23u) - (14u << 23u)); }
}
