#include weight_pairs
// Half a block of a row of W as f16, in four vec4: of each of its pairs the low four, then the high ones.
fn halfBlock(n: u32, block: u32, side: u32) -> array<vec4<f16>, 4> { return halvesOf(stored(n, block, side)); }

fn halvesOf(half: Stored) -> array<vec4<f16>, 4> {
  let pairs = unpacked(half);
  return array(
    halved(pairs.first.low), halved(pairs.first.high), halved(pairs.second.low), halved(pairs.second.high),
  );
}
