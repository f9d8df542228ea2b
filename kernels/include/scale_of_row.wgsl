#include power_of_two
// Returns the power of two by which a row is divided so that its largest number, of magnitude `most`, lies in
// [2^14, 2^15), just below f16's largest. So as much as possible of the rest is above f16's smallest.
fn scaleOfRow(most: f32) -> f32 {
  // At least 2^-126, f32's smallest normal number, so that rows of zeros have a finite inverse to be multiplied by.
  return bitcast<f32>(max(powerBitsOf(most), 15u << 23u) - (14u << 23u));
}
