// Numbers beyond what f16 holds become its largest, 65504. Infinities and NaNs stay, so that whoever watches for them
// sees them; by their bits, for compilers may take it that there are none.
fn inF16Range(x: vec4<f32>) -> vec4<f32> {
  let isFinite = (bitcast<vec4<u32>>(x) & vec4(0x7fffffffu)) < vec4(0x7f800000u);
  return select(x, clamp(x, vec4(-65504.0), vec4(65504.0)), isFinite);
}
