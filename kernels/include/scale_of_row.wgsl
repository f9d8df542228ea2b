#include power_of_two
// The power of two by which a row has to be divided for its largest number, of magnitude `most`, to lie in
// [2^14, 2^15), just below f16's largest, so that as much as possible of the rest is above its smallest.
fn scaleOfRow(most: f32) -> f32 {
  // Never below 2^-126, f32's smallest, with whose inverse rows of nothing but zeros are multiplied.
  return bitcast<f32>(max(powerBitsOf(most), 15u << 23u) - (14u << 23u));
}
