// Returns the offset in [T, parts, C, N] of part `part` of a pair of a token and one of its C experts. The parts gate
// and up are laid out as in one wide FFN.
fn pairPart(pair: u32, part: u32) -> u32 {
  return ((pair / p.choices * p.parts + part) * p.choices + pair % p.choices) * p.N;
}
