// Half a block of a row of W as f16, in four vec4: the pairs 2 side and 2 side + 1, each the low four, then the high
// ones (include/weight.wgsl).
fn halfBlock(n: u32, block: u32, side: u32) -> array<vec4<f16>, 4> {
  let at = weightRow(n, p.blocks) + block * TILE;
  #if PACKED
  let scale = scaleOf(W[weightScalesAt(n, p.blocks) + block * TILE][n % 4u]);
  let quants = W[at];
  let words = select(quants.xy, quants.zw, side == 1u);
  #if WEIGHT == q8
  let further = W[at + 8u];
  let furtherWords = select(further.xy, further.zw, side == 1u);
  let pair0 = unpackedPair(words.x, furtherWords.x, scale);
  let pair1 = unpackedPair(words.y, furtherWords.y, scale);
  #else
  let pair0 = unpackedPair(words.x, scale);
  let pair1 = unpackedPair(words.y, scale);
  #end
  #else
  let pair0 = weightPair(at, side * 2u, scaleOf(0u));
  let pair1 = weightPair(at, side * 2u + 1u, scaleOf(0u));
  #end
  return array(halved(pair0.low), halved(pair0.high), halved(pair1.low), halved(pair1.high));
}
