// Where the numbers of a pair of a token and one of its C experts begin in [T, parts, C, N], as in expert_tiles.wgsl.
fn pairPart(pair: u32, part: u32) -> u32 {
  return ((pair / p.choices * p.parts + part) * p.choices + pair % p.choices) * p.N;
}
