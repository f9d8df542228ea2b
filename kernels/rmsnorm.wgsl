// Y[M, N] = X[M, N] * rstd[M] * weight[N],  rstd = 1 / sqrt(mean(X^2) + epsilon)   (Zhang & Sennrich 2019)
// One workgroup a row; lanes stride over N and add up through workgroup memory (4 LANES bytes, one barrier).
// Rows may be heads inside a wider buffer (Qwen3's q/k norm): row m starts at first + (m / inner) * outerStride
// + (m % inner) * N, counted in vec4. Whole rows may go to Q too, in int8 blocks for the next product.
// Grid (M) folded into x and y. Limit: bytes (X twice, Y once).
#if INT8
#include int8_block
#end
struct Sizes { M: u32, N4: u32, inner: u32, outerStride: u32, first: u32, epsilon: f32 }
var<immediate> p: Sizes;
#if IN_PLACE
@group(0) @binding(0) var<storage, read> weight: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Y: array<vec4<f32>>;
#else
@group(0) @binding(0) var<storage, read> weight: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Y: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> X: array<vec4<f32>>;
#end
#if INT8
@group(0) @binding(3) var<storage, read_write> Q: array<vec4<u32>>;
#end
var<workgroup> partial: array<f32, ${LANES}>;

fn source(i: u32) -> vec4<f32> {
  #if IN_PLACE
  return Y[i];
  #else
  return X[i];
  #end
}

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let m = group.x + group.y * 65535u;
  if (m >= p.M) { return; }
  let row = p.first + (m / p.inner) * p.outerStride + (m % p.inner) * p.N4;
  var sum = 0.0;
  for (var n = lane.x; n < p.N4; n += ${LANES}u) {
    let x = source(row + n);
    sum += dot(x, x);
  }
  partial[lane.x] = sum;
  workgroupBarrier();
  var total = 0.0;
  for (var l = 0u; l < ${LANES}u; l++) { total += partial[l]; }
  let rstd = inverseSqrt(total / f32(p.N4 * 4u) + p.epsilon);
  #if INT8
  for (var block = lane.x; block < p.N4 / 8u; block += ${LANES}u) {
    #for i in 0..8
    let x${i} = source(row + block * 8u + ${i}u) * rstd * weight[block * 8u + ${i}u];
    Y[row + block * 8u + ${i}u] = x${i};
    #end
    let q = int8Block(x0, x1, x2, x3, x4, x5, x6, x7);
    let at = (row / 8u + block) * 3u;
    Q[at] = q.low;
    Q[at + 1u] = q.high;
    Q[at + 2u] = q.scales;
  }
  #else
  for (var n = lane.x; n < p.N4; n += ${LANES}u) {
    Y[row + n] = source(row + n) * rstd * weight[n];
  }
  #end
}
