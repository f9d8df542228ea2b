// Where the numbers of a pair of a token and one of its C experts begin, those of one of its `parts`, in
// [T, parts, C, N]: as gate and up of one wide FFN do.
fn pairPart(pair: u32, part: u32) -> u32 {
  return ((pair / p.choices * p.parts + part) * p.choices + pair % p.choices) * p.N;
}
