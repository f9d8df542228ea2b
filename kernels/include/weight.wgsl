// A weight matrix W[rows, K] at binding 0: f32, f16, bf16, or blocks of 32 along K with scales. It is stored in tiles
// of 32 rows x 32 k. Tile (row / 32, k / 32) is number row / 32 * (K / 32) + k / 32. The last rows are padded with
// zeros. Rows 4 l .. 4 l + 3 of a tile form group l of 8. The i-th vec4 of all 8 groups are adjacent, 128 bytes. So a
// subgroup of 8 lanes with four rows each reads one contiguous stretch of memory, and a wider one several.
// A pair is the elements 4i..4i+3 and 16+4i..16+4i+3 of a block, which is how one word of a 4-bit block packs them.
struct Pair { low: vec4<f32>, high: vec4<f32> }

// ROW: vec4 from a row of a group to the next. TILE: vec4 per tile.
#if WEIGHT == f32
const ROW = 64u;
const TILE = 256u;
#end
#if WEIGHT == f16
const ROW = 32u;
const TILE = 128u;
#end
#if WEIGHT == bf16
const ROW = 32u;
const TILE = 128u;
#end
#if WEIGHT == q8
const ROW = 16u;
const TILE = 72u;
#end
#if WEIGHT == q4
const ROW = 8u;
const TILE = 40u;
#end
#if WEIGHT == mxfp4
const ROW = 8u;
const TILE = 34u;
#end

// Returns the offset of block 0 of row n, in vec4. Block b is TILE b further on. `blocks` is K / 32.
fn weightRow(n: u32, blocks: u32) -> u32 { return n / 32u * blocks * TILE + n % 4u * ROW + n % 32u / 4u; }

// Returns the offset of the scales of row n's group in block 0, in vec4. For mxfp4 they are one word of that vec4.
#if WEIGHT == mxfp4
fn weightScalesAt(n: u32, blocks: u32) -> u32 { return n / 32u * blocks * TILE + 4u * ROW + n % 32u / 16u; }
#else
fn weightScalesAt(n: u32, blocks: u32) -> u32 { return n / 32u * blocks * TILE + 4u * ROW + n % 32u / 4u; }
#end

#if WEIGHT == f32
@group(0) @binding(0) var<storage, read> W: array<vec4<f32>>;

fn weightPair(at: u32, i: u32, scale: vec2<f32>) -> Pair { return Pair(W[at + i * 16u], W[at + i * 16u + 8u]); }
#else
@group(0) @binding(0) var<storage, read> W: array<vec4<u32>>;
#end
#if WEIGHT == f16
#include halves

// A pair is contiguous: its low elements, then its high ones.
fn pairOf(w: vec4<u32>) -> Pair { return Pair(halves(w.xy), halves(w.zw)); }

fn weightPair(at: u32, i: u32, scale: vec2<f32>) -> Pair { return pairOf(W[at + i * 8u]); }
#end
#if WEIGHT == bf16
// bf16 is the upper half of an f32, so a shift decodes it without any device feature.
fn brains(w: vec2<u32>) -> vec4<f32> {
  return bitcast<vec4<f32>>(vec4(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}

// A pair is contiguous: its low elements, then its high ones.
fn pairOf(w: vec4<u32>) -> Pair { return Pair(brains(w.xy), brains(w.zw)); }

fn weightPair(at: u32, i: u32, scale: vec2<f32>) -> Pair { return pairOf(W[at + i * 8u]); }
#end
#if WEIGHT == q8
// 32 signed bytes per block, the second 16 of them 8 vec4 further on; d as f16 in the scale's word, whose upper half is
// unused; w = d q.
fn weightScales(at: u32, n: u32) -> vec4<u32> { return W[at]; }

fn weightScale(at: u32, n: u32) -> u32 { return W[at][n % 4u]; }

fn scaleOf(word: u32) -> vec2<f32> { return vec2(unpack2x16float(word).x, 0.0); }

fn weightPair(at: u32, i: u32, scale: vec2<f32>) -> Pair {
  return unpackedPair(W[at][i], W[at + 8u][i], scale);
}

fn unpackedPair(low: u32, high: u32, scale: vec2<f32>) -> Pair {
  return Pair(vec4<f32>(unpack4xI8(low)) * scale.x, vec4<f32>(unpack4xI8(high)) * scale.x);
}
#else
#if WEIGHT == q4
// 32 nibbles per block, low nibbles first; d and m as f16 in the scale's word; w = d q + m.
fn weightScales(at: u32, n: u32) -> vec4<u32> { return W[at]; }

fn weightScale(at: u32, n: u32) -> u32 { return W[at][n % 4u]; }

fn scaleOf(word: u32) -> vec2<f32> { return unpack2x16float(word); }

fn weightPair(at: u32, i: u32, scale: vec2<f32>) -> Pair { return unpackedPair(W[at][i], scale); }

fn unpackedPair(word: u32, scale: vec2<f32>) -> Pair {
  let low = vec4<f32>(unpack4xU8(word & 0x0f0f0f0fu));
  let high = vec4<f32>(unpack4xU8((word >> 4u) & 0x0f0f0f0fu));
  return Pair(fma(low, vec4(scale.x), vec4(scale.y)), fma(high, vec4(scale.x), vec4(scale.y)));
}
#else
#if WEIGHT == mxfp4
// 32 nibbles per block, packed as for q4, each a sign and twice a magnitude (OCP Microscaling Formats: E2M1), and a
// byte of scale: w = 2^(e - 128) q. Scales below f32's normal range become 0.
fn weightScales(at: u32, n: u32) -> vec4<u32> { return unpack4xU8(W[at][n / 4u % 4u]); }

fn weightScale(at: u32, n: u32) -> u32 { return weightScales(at, n)[n % 4u]; }

fn scaleOf(byte: u32) -> vec2<f32> { return vec2(bitcast<f32>((max(byte, 1u) - 1u) << 23u), 0.0); }

fn weightPair(at: u32, i: u32, scale: vec2<f32>) -> Pair { return unpackedPair(W[at][i], scale); }

fn unpackedPair(word: u32, scale: vec2<f32>) -> Pair {
  return Pair(fourE2m1(word & 0x0f0f0f0fu) * scale.x, fourE2m1((word >> 4u) & 0x0f0f0f0fu) * scale.x);
}

// One word holds the magnitudes 0 1 2 3 4 6 8 12, a nibble each.
fn fourE2m1(word: u32) -> vec4<f32> {
  let q = unpack4xU8(word);
  let magnitude = vec4<f32>((vec4(0xc8643210u) >> ((q & vec4(7u)) << vec4(2u))) & vec4(15u));
  return select(magnitude, -magnitude, q > vec4(7u));
}
#else
// No scales.
fn weightScales(at: u32, n: u32) -> vec4<u32> { return vec4<u32>(); }

fn scaleOf(word: u32) -> vec2<f32> { return vec2(1.0, 0.0); }
#end
#end
#end
