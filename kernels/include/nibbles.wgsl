// Two products at once, where bytes have no instruction: (w0 + 2^16 w2) (x2 + 2^16 x0) has w0 x0 + w2 x2 at 2^16, and
// below it w0 x2, of which 8 sum up to less than 2^15; so (sum + 2^15) >> 16 is the sum of all 16 products of a half.
fn nibbles(w: u32) -> i32 { return bitcast<i32>(w & 0x000f000fu); }
