// If SUMMANDS is 2, matrix products of f16 are nearly as exact as products of f32. Rows of X are divided by a power of
// two (scale_of_row.wgsl), and each number is split into two f16: its rounded value, and the rounded remainder. The
// error is at most 2^-22 of the number plus 2^-28 of the row's largest, even on a device that flushes subnormal f16 to
// 0. W, which is stored in 16 bits and is below 2^6, is multiplied by WEIGHT_FACTOR on its way to f16, which then holds
// bf16 from 2^-24 up exactly.
const WEIGHT_FACTOR = 1024.0;

// Returns the first summand. Compilers may remove a conversion to f16 and back, and then the second summand would be 0.
fn firstSummand(x: vec4<f32>) -> vec4<f32> { return quantizeToF16(x); }
