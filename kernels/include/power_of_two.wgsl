// Powers of two by their bits: quotients may be rounded.
// The bits of the power of two at or below x, which is positive; those of 0 where x is below f32's smallest.
fn powerBitsOf(x: f32) -> u32 { return bitcast<u32>(x) & 0x7f800000u; }

// One over a power of two.
fn inverseOf(power: f32) -> f32 { return bitcast<f32>(0x7f000000u - bitcast<u32>(power)); }
