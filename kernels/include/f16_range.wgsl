// Clamps values to the range of f16, +-65504. Infinities and NaNs are kept, so that later checks find them. They are
// recognized by their bits, because compilers may assume that there are none.
fn inF16Range(x: vec4<f32>) -> vec4<f32> {
  let isFinite = (bitcast<vec4<u32>>(x) & vec4(0x7fffffffu)) < vec4(0x7f800000u);
  return select(x, clamp(x, vec4(-65504.0), vec4(65504.0)), isFinite);
}
