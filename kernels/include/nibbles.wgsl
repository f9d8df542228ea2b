// Returns two 4-bit weights as one integer, for two products per multiplication without a byte instruction:
// (w0 + 2^16 w2) (x2 + 2^16 x0) has w0 x0 + w2 x2 at 2^16 and w0 x2 below it. The sum of 8 of the latter is below 2^15,
// so (sum + 2^15) >> 16 is the sum of all 16 products of a half block.
fn nibbles(w: u32) -> i32 { return bitcast<i32>(w & 0x000f000fu); }
