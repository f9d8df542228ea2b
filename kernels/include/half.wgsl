#if HALF
#include f16_range
#end
// Rounds a factor of a product to f16 with HALF; otherwise returns it unchanged.
fn factor(x: vec4<f32>) -> vec4<f32> {
  #if HALF
  return quantizeToF16(inF16Range(x));
  #else
  return x;
  #end
}
