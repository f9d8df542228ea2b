// Sizes of projections Y[T, N] = X[T, K] W[N, K]^T, and their output (projection_output.wgsl). `outputs` of a lane and
// `pairs` of a block (4) are bounds of loops that must not be unrolled. `epsilon` is for kernels that normalize X
// themselves.
struct Sizes {
  T: u32, N: u32, blocks: u32, strideY: u32, offsetY: u32,
  loraB: u32, loraStride: u32, scale: f32, segments: u32, bound1: u32, bound2: u32, outputs: u32,
  epsilon: f32, pairs: u32, origin: u32,
}
var<immediate> p: Sizes;
#include projection_output
