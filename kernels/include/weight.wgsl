// A weight matrix W[rows, K] at binding 0, as stored: f32, f16, bf16, or blocks of 32 along K.
// `block` counts blocks of 32 over the whole matrix: row * (K / 32) + k / 32. A pair is the elements
// 4i..4i+3 and 16+4i..16+4i+3 of a block, which is how one word of a 4-bit block packs them. Four blocks lie
// together: the quants of each, then the four scales, so that all are loaded as whole vec4.
struct Pair { low: vec4<f32>, high: vec4<f32> }

#if WEIGHT == f32
@group(0) @binding(0) var<storage, read> W: array<vec4<f32>>;

fn weightScale(block: u32) -> vec2<f32> { return vec2(1.0, 0.0); }

fn weightPair(block: u32, i: u32, scale: vec2<f32>) -> Pair {
  return Pair(W[block * 8u + i], W[block * 8u + 4u + i]);
}
#end
#if WEIGHT == f16
@group(0) @binding(0) var<storage, read> W: array<vec2<u32>>;

fn weightScale(block: u32) -> vec2<f32> { return vec2(1.0, 0.0); }

fn halves(w: vec2<u32>) -> vec4<f32> { return vec4(unpack2x16float(w.x), unpack2x16float(w.y)); }

fn weightPair(block: u32, i: u32, scale: vec2<f32>) -> Pair {
  return Pair(halves(W[block * 8u + i]), halves(W[block * 8u + 4u + i]));
}
#end
#if WEIGHT == bf16
@group(0) @binding(0) var<storage, read> W: array<vec2<u32>>;

fn weightScale(block: u32) -> vec2<f32> { return vec2(1.0, 0.0); }

// bf16 is the upper half of an f32, so a shift decodes it without any device feature.
fn brains(w: vec2<u32>) -> vec4<f32> {
  return bitcast<vec4<f32>>(vec4(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}

fn weightPair(block: u32, i: u32, scale: vec2<f32>) -> Pair {
  return Pair(brains(W[block * 8u + i]), brains(W[block * 8u + 4u + i]));
}
#end
#if WEIGHT == q8
// 9 vec4 for 4 blocks: 32 signed bytes of each, then d of each as f16 (upper half unused); w = d q.
@group(0) @binding(0) var<storage, read> W: array<vec4<u32>>;

// Of two; the first has bytes 0..15.
fn quantsAt(block: u32) -> u32 { return block / 4u * 9u + block % 4u * 2u; }

fn weightScale(block: u32) -> vec2<f32> { return vec2(unpack2x16float(W[block / 4u * 9u + 8u][block % 4u]).x, 0.0); }

fn weightPair(block: u32, i: u32, scale: vec2<f32>) -> Pair {
  let at = quantsAt(block);
  return unpackedPair(W[at][i], W[at + 1u][i], scale);
}

fn unpackedPair(low: u32, high: u32, scale: vec2<f32>) -> Pair {
  return Pair(vec4<f32>(unpack4xI8(low)) * scale.x, vec4<f32>(unpack4xI8(high)) * scale.x);
}
#end
#if WEIGHT == q4
// 5 vec4 for 4 blocks: 32 nibbles of each, low nibbles first, then d and m of each as f16; w = d q + m.
@group(0) @binding(0) var<storage, read> W: array<vec4<u32>>;

fn quantsAt(block: u32) -> u32 { return block / 4u * 5u + block % 4u; }

fn weightScale(block: u32) -> vec2<f32> { return unpack2x16float(W[block / 4u * 5u + 4u][block % 4u]); }

fn weightPair(block: u32, i: u32, scale: vec2<f32>) -> Pair {
  return unpackedPair(W[quantsAt(block)][i], scale);
}

fn unpackedPair(word: u32, scale: vec2<f32>) -> Pair {
  let low = vec4<f32>(unpack4xU8(word & 0x0f0f0f0fu));
  let high = vec4<f32>(unpack4xU8((word >> 4u) & 0x0f0f0f0fu));
  return Pair(low * scale.x + scale.y, high * scale.x + scale.y);
}
#end
