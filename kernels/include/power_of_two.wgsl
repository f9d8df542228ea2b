// Powers of two are handled by their bits, because quotients may be rounded.
// powerBitsOf returns the bits of the power of two at or below x, which is positive, or the bits of 0 if x is below
// f32's smallest normal number.
fn powerBitsOf(x: f32) -> u32 { return bitcast<u32>(x) & 0x7f800000u; }

// Returns 1 / power, which is a power of two.
fn inverseOf(power: f32) -> f32 { return bitcast<f32>(0x7f000000u - bitcast<u32>(power)); }
