// dX[M, N] (+)= rstd * (g - X * rstd^2 * mean(g * X)),  g = dY * weight; rstd is recomputed from X.
// One workgroup per row, as in rmsnorm.wgsl; 8 LANES bytes of workgroup memory, one barrier. ADD adds to dX (the
// gradient of the residual connection around the norm). IN_PLACE: dX is the buffer of dY.
// Rows may be heads inside a wider buffer (Qwen3's q and k norms): row m starts at
// first + (m / inner) * outerStride + (m % inner) * N, counted in vec4. Grid (M). Limit: bytes.
struct Sizes { M: u32, N4: u32, inner: u32, outerStride: u32, first: u32, epsilon: f32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> weight: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> dX: array<vec4<f32>>;
#if IN_PLACE
#else
@group(0) @binding(3) var<storage, read> dY: array<vec4<f32>>;
#end
var<workgroup> partial: array<vec2<f32>, ${LANES}>;

fn gradient(i: u32) -> vec4<f32> {
  #if IN_PLACE
  return dX[i];
  #else
  return dY[i];
  #end
}

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let m = group.x + group.y * 65535u;
  if (m >= p.M) { return; }
  let row = p.first + (m / p.inner) * p.outerStride + (m % p.inner) * p.N4;
  var sums = vec2<f32>();
  for (var n = lane.x; n < p.N4; n += ${LANES}u) {
    let x = X[row + n];
    sums += vec2(dot(x, x), dot(gradient(row + n) * weight[n], x));
  }
  partial[lane.x] = sums;
  workgroupBarrier();
  var total = vec2<f32>();
  for (var l = 0u; l < ${LANES}u; l++) { total += partial[l]; }
  let mean = total / f32(p.N4 * 4u);
  let rstd = inverseSqrt(mean.x + p.epsilon);
  let slope = rstd * rstd * mean.y;
  for (var n = lane.x; n < p.N4; n += ${LANES}u) {
    let d = rstd * (gradient(row + n) * weight[n] - X[row + n] * slope);
    #if ADD
    dX[row + n] += d;
    #else
    dX[row + n] = d;
    #end
  }
}
