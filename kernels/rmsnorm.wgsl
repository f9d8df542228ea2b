// Y[M, N] (+)= X[M, N] * rstd[M] * weight[N],  rstd = 1 / sqrt(mean(X^2) + epsilon)   (Zhang & Sennrich 2019)
// One workgroup per row; lanes stride over N and add up through workgroup memory (4 LANES bytes, one barrier). ADD adds
// to Y (the residual stream, in models that normalize the output of a block). Row m of X and of Y starts at
// first + m * stride, in vec4. Matmuls of few rows compute the same norm themselves, bit-identical
// (include/norm_of_rows.wgsl).
// Grid (M) folded into x and y. Limit: bytes (X twice, Y once).
struct Sizes { M: u32, N4: u32, stride: u32, first: u32, epsilon: f32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> weight: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Y: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> X: array<vec4<f32>>;
var<workgroup> partial: array<f32, ${LANES}>;
#include chain
#include row_norm

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let m = group.x + group.y * 65535u;
  if (m >= p.M) { return; }
  let row = p.first + m * p.stride;
  partial[lane.x] = squaresOf(row, p.N4, lane.x, ${LANES}u);
  workgroupBarrier();
  var squares = 0.0;
  for (var l = 0u; l < ${LANES}u; l++) { squares += partial[l]; }
  let rstd = rstdOf(squares, p.N4);
  for (var n = lane.x; n < p.N4; n += ${LANES}u) {
    #if ADD
    Y[row + n] += normed(X[row + n], rstd, weight[n]);
    #else
    Y[row + n] = normed(X[row + n], rstd, weight[n]);
    #end
  }
}
