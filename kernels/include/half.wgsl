// What a factor of a product is rounded to: with HALF to f16, whose largest number is 65504; else it is left as it is.
fn factor(x: vec4<f32>) -> vec4<f32> {
  #if HALF
  return quantizeToF16(clamp(x, vec4(-65504.0), vec4(65504.0)));
  #else
  return x;
  #end
}
