// Returns sum + a . b, computed by four successive fma. Kernels that must agree to the bit need this fixed order. A
// compiler chooses the order of `dot`, and whether to fuse `a * b + c`.
fn chain(a: vec4<f32>, b: vec4<f32>, sum: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, sum))));
}
