// Products of f16 with f32 sums by subgroup matrices, [M, K] x [K, N] of one of the adapter's configurations, in
// subgroups of SIZE lanes. SIZED asks for their size, which a device of one size only need not be able to do.
enable f16;
enable subgroups;
#if SIZED
enable subgroup_size_control;
#end
enable chromium_experimental_subgroup_matrix;
// Lanes of one subgroup are beside each other, so what is divided by SIZE is the same to all of them; a broadcast would
// prove it, but drivers of NVIDIA crash where a kernel has both.
diagnostic(off, chromium.subgroup_matrix_uniformity);

#include f16_range
fn halved(x: vec4<f32>) -> vec4<f16> { return vec4<f16>(inF16Range(x)); }
