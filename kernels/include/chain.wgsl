// Returns sum + a . b by four fma, one after the other. Kernels that must agree to the bit share this order of sums,
// which `dot` and `a * b + c` leave to the compiler.
fn chain(a: vec4<f32>, b: vec4<f32>, sum: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, sum))));
}
