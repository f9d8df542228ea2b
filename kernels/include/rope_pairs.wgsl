// How RoPE turns the pairs of a head: rope.wgsl, and attention that turns by itself (attention_rope.wgsl), with the
// same bits. With HALF keys and values are kept as f16, two in a word.
const PAIRS = ${E / 2}u;

// The elements of a head that pair i has; those of pairs 2 j and 2 j + 1 lie side by side.
#if ROTATED
fn realOf(i: u32) -> u32 { return select(i + ${ROTATED / 2}u, i, i < ${ROTATED / 2}u); }
fn imaginaryOf(i: u32) -> u32 { return i + select(PAIRS, ${ROTATED / 2}u, i < ${ROTATED / 2}u); }
#else
fn realOf(i: u32) -> u32 { return i; }
fn imaginaryOf(i: u32) -> u32 { return i + PAIRS; }
#end

// Training and serving must have the same keys, so no compiler is left to choose between a * b + c and fma.
fn turned(pair: vec2<f32>, turn: vec2<f32>) -> vec2<f32> {
  return fma(pair, turn.xx, pair.yx * vec2(-turn.y, turn.y));
}
#if HALF

// Training gets what comes out of these words, so that it is what serving reads. How a packing rounds, WGSL leaves
// open, so it is given what f16 holds.
fn packed(x: vec4<f32>) -> vec2<u32> {
  let rounded = quantizeToF16(inF16Range(x));
  return vec2(pack2x16float(rounded.xy), pack2x16float(rounded.zw));
}
#end
