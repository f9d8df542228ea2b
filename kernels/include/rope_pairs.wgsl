// How RoPE rotates the pairs of a head, in rope.wgsl and in attention that applies RoPE itself (attention_rope.wgsl),
// with the same bits. With HALF keys and values are kept as f16, two per word.
const PAIRS = ${E / 2}u;

// Return the elements of a head that pair i consists of. Those of pairs 2 j and 2 j + 1 are adjacent.
#if ROTATED
fn realOf(i: u32) -> u32 { return select(i + ${ROTATED / 2}u, i, i < ${ROTATED / 2}u); }
fn imaginaryOf(i: u32) -> u32 { return i + select(PAIRS, ${ROTATED / 2}u, i < ${ROTATED / 2}u); }
#else
fn realOf(i: u32) -> u32 { return i; }
fn imaginaryOf(i: u32) -> u32 { return i + PAIRS; }
#end

// Rotates a pair. Training and serving must have the same keys, so fma is explicit and no compiler chooses between it
// and a * b + c.
fn turned(pair: vec2<f32>, turn: vec2<f32>) -> vec2<f32> {
  return fma(pair, turn.xx, pair.yx * vec2(-turn.y, turn.y));
}
#if HALF

// Packs four numbers as f16. Training unpacks these words, so that it uses what serving reads. WGSL leaves open how a
// packing rounds, so the numbers are made exact in f16 before.
fn packed(x: vec4<f32>) -> vec2<u32> {
  let rounded = quantizeToF16(inF16Range(x));
  return vec2(pack2x16float(rounded.xy), pack2x16float(rounded.zw));
}
#end
