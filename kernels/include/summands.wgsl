// Where SUMMANDS is 2, products by matrices of f16 are nearly those of f32. Rows of X are divided by a power of two
// (scale_of_row.wgsl), and each number is the sum of two f16: what it is rounded to, and what that leaves, rounded. So
// it is off by 2^-22 of itself and 2^-28 of the row's largest at most, even where a device takes subnormal f16 for 0.
// W, which is stored in 16 bits and below 2^6, is multiplied by WEIGHT_FACTOR on its way to f16: that holds bf16 from
// 2^-24 on to the bit.
const WEIGHT_FACTOR = 1024.0;

// The first summand. Compilers may leave out a conversion to f16 and back, and then nothing is left for the other.
fn firstSummand(x: vec4<f32>) -> vec4<f32> { return quantizeToF16(x); }
