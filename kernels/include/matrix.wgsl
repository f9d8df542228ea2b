// Subgroup matrix products of f16 with f32 sums, in subgroups of SIZE lanes. [M, K] x [K, N] is one of the adapter's
// configurations. SIZED requests that subgroup size. A device with a single subgroup size need not support the request.
enable f16;
enable subgroups;
#if SIZED
enable subgroup_size_control;
#end
enable chromium_experimental_subgroup_matrix;
// Lanes of a subgroup have consecutive indices, so an index divided by SIZE is uniform in the subgroup. A
// subgroupBroadcast of the index would prove this to the compiler, but NVIDIA drivers crash if a kernel uses both it
// and subgroup matrices.
diagnostic(off, chromium.subgroup_matrix_uniformity);

#include f16_range
fn halved(x: vec4<f32>) -> vec4<f16> { return vec4<f16>(inF16Range(x)); }
