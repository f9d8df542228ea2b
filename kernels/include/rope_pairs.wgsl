// RoPE of the pairs of a head. rope.wgsl and the attention kernels that apply RoPE themselves (attention_rope.wgsl)
// share it, so they agree to the bit. With HALF keys and values are stored as f16, two per word.
const PAIRS = ${E / 2}u;

// realOf and imaginaryOf return the indices of pair i's two elements in a head. The elements of pairs 2 j and 2 j + 1
// are adjacent.
#if ROTATED
fn realOf(i: u32) -> u32 { return select(i + ${ROTATED / 2}u, i, i < ${ROTATED / 2}u); }
fn imaginaryOf(i: u32) -> u32 { return i + select(PAIRS, ${ROTATED / 2}u, i < ${ROTATED / 2}u); }
#else
fn realOf(i: u32) -> u32 { return i; }
fn imaginaryOf(i: u32) -> u32 { return i + PAIRS; }
#end

// Rotates a pair. Training and serving must compute the same keys to the bit. So fma is explicit, because a compiler
// may fuse a * b + c or not.
fn turned(pair: vec2<f32>, turn: vec2<f32>) -> vec2<f32> {
  return fma(pair, turn.xx, pair.yx * vec2(-turn.y, turn.y));
}
#if HALF

// Packs four values as f16. Training unpacks these words, so that it uses the values that serving reads. WGSL does not
// specify how pack2x16float rounds, so the values are rounded to f16 first.
fn packed(x: vec4<f32>) -> vec2<u32> {
  let rounded = quantizeToF16(inF16Range(x));
  return vec2(pack2x16float(rounded.xy), pack2x16float(rounded.zw));
}
#end
