// Half a block of row n of W, as stored and as unpacked: the pairs 2 side and 2 side + 1 (include/weight.wgsl).
struct Pairs { first: Pair, second: Pair }
#if PACKED
struct Stored { words: vec2<u32>, further: vec2<u32>, scale: u32 }
#else
#if WEIGHT == f32
struct Stored { words: array<vec4<f32>, 4> }
#else
struct Stored { first: vec4<u32>, second: vec4<u32> }
#end
#end

fn weightPairs(n: u32, block: u32, side: u32) -> Pairs { return unpacked(stored(n, block, side)); }

fn stored(n: u32, block: u32, side: u32) -> Stored {
  let at = weightRow(n, p.blocks) + block * TILE;
  #if PACKED
  let scale = weightScale(weightScalesAt(n, p.blocks) + block * TILE, n);
  let quants = W[at];
  let words = select(quants.xy, quants.zw, side == 1u);
  #if WEIGHT == q8
  let further = W[at + 8u];
  return Stored(words, select(further.xy, further.zw, side == 1u), scale);
  #else
  return Stored(words, words, scale);
  #end
  #else
  #if WEIGHT == f32
  let first = at + side * 32u;
  return Stored(array(W[first], W[first + 8u], W[first + 16u], W[first + 24u]));
  #else
  return Stored(W[at + side * 16u], W[at + side * 16u + 8u]);
  #end
  #end
}

fn unpacked(half: Stored) -> Pairs {
  #if PACKED
  let scale = scaleOf(half.scale);
  #if WEIGHT == q8
  return Pairs(
    unpackedPair(half.words.x, half.further.x, scale), unpackedPair(half.words.y, half.further.y, scale),
  );
  #else
  return Pairs(unpackedPair(half.words.x, scale), unpackedPair(half.words.y, scale));
  #end
  #else
  #if WEIGHT == f32
  return Pairs(Pair(half.words[0], half.words[1]), Pair(half.words[2], half.words[3]));
  #else
  return Pairs(pairOf(half.first), pairOf(half.second));
  #end
  #end
}
