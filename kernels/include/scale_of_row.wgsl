#include power_of_two
// Returns the power of two by which a row is divided. The row's largest element, of magnitude `most`, then lies in
// [2^14, 2^15), just below f16's maximum. This keeps as many other elements as possible above f16's smallest number.
fn scaleOfRow(most: f32) -> f32 {
  // At least 2^-126, f32's smallest normal number, so that the scale of a row of zeros has a finite inverse.
  return bitcast<f32>(max(powerBitsOf(most), 15u << 23u) - (14u << 23u));
}
