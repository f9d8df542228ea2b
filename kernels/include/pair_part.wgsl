// Returns where one of the `parts` of a pair of a token and one of its C experts begins in [T, parts, C, N]: gate and
// up are laid out as those of one wide FFN.
fn pairPart(pair: u32, part: u32) -> u32 {
  return ((pair / p.choices * p.parts + part) * p.choices + pair % p.choices) * p.N;
}
