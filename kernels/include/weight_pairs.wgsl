// Half a block of row n of W, unpacked: the pairs 2 side and 2 side + 1 (include/weight.wgsl).
struct Pairs { first: Pair, second: Pair }

fn weightPairs(n: u32, block: u32, side: u32) -> Pairs {
  let at = weightRow(n, p.blocks) + block * TILE;
  #if PACKED
  let scale = scaleOf(W[weightScalesAt(n, p.blocks) + block * TILE][n % 4u]);
  let quants = W[at];
  let words = select(quants.xy, quants.zw, side == 1u);
  #if WEIGHT == q8
  let further = W[at + 8u];
  let furtherWords = select(further.xy, further.zw, side == 1u);
  return Pairs(unpackedPair(words.x, furtherWords.x, scale), unpackedPair(words.y, furtherWords.y, scale));
  #else
  return Pairs(unpackedPair(words.x, scale), unpackedPair(words.y, scale));
  #end
  #else
  return Pairs(weightPair(at, side * 2u, scaleOf(0u)), weightPair(at, side * 2u + 1u, scaleOf(0u)));
  #end
}
