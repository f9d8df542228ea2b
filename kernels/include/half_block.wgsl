#include weight_pairs
// Returns half a block of a row of W as f16, in four vec4: for each of its two pairs the low elements, then the high
// ones.
fn halfBlock(n: u32, block: u32, side: u32) -> array<vec4<f16>, 4> { return halvesOf(stored(n, block, side)); }

fn halvesOf(half: Stored) -> array<vec4<f16>, 4> {
  let pairs = unpacked(half);
  return array(
    halved(pairs.first.low), halved(pairs.first.high), halved(pairs.second.low), halved(pairs.second.high),
  );
}
