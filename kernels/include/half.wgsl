#if HALF
#include f16_range
#end
// What a factor of a product is rounded to: with HALF to f16; else it is left as it is.
fn factor(x: vec4<f32>) -> vec4<f32> {
  #if HALF
  return quantizeToF16(inF16Range(x));
  #else
  return x;
  #end
}
