// scale[T] of rows X[T, N]: the power of two by which a row is divided so that as many elements as possible are in the
// range of f16 (scale_of_row.wgsl). Unscaled gradients are below the range of f16.
// One workgroup per row, with 20 LANES bytes of workgroup memory. Grid (T). Limit: bytes.
#if SUBGROUP
enable subgroups;
#end
#include row_reductions
#include scale_of_row

struct Sizes { N: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<f32>;
@group(0) @binding(1) var<storage, read_write> scale: array<f32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let t = p.origin + group.x;
  var most = 0.0;
  for (var n = local.x; n < p.N; n += ${LANES}u) { most = max(most, abs(X[t * p.N + n])); }
  let largest = rowMax(most, local.x);
  if (local.x == 0u) { scale[t] = scaleOfRow(largest); }
}
