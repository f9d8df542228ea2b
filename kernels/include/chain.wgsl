// Adds the products of two fours to a sum, one after the other: the order of sums that kernels of one result share must
// not be left to a compiler, as `dot` and `a * b + c` are.
fn chain(a: vec4<f32>, b: vec4<f32>, sum: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, sum))));
}
