// A weight matrix W[rows, K] at binding 0: f32, f16, bf16, or blocks of 32 along K with scales. It lies in tiles of 32
// rows x 32 k, tile (row / 32, k / 32) at number row / 32 * (K / 32) + k / 32; the last rows are filled up with zeros.
// Rows 4 l .. 4 l + 3 of a tile belong together (l of 8), and what the eight have of one kind lies side by side, 8 vec4
// or 128 bytes: so a subgroup of 8 lanes with four rows each reads one stretch of memory from end to end, and a wider
// one several.
// A pair is the elements 4i..4i+3 and 16+4i..16+4i+3 of a block, which is how one word of a 4-bit block packs them.
struct Pair { low: vec4<f32>, high: vec4<f32> }

// ROW: vec4 from a row to the next of its four. TILE: vec4 of a tile.
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

// Where row n begins: of its block b the vec4 are at TILE b more. `blocks` is K / 32.
fn weightRow(n: u32, blocks: u32) -> u32 { return n / 32u * blocks * TILE + n % 4u * ROW + n % 32u / 4u; }

// Where the scales of row n and of the three beside it are, likewise.
fn weightScalesAt(n: u32, blocks: u32) -> u32 { return n / 32u * blocks * TILE + 4u * ROW + n % 32u / 4u; }

#if WEIGHT == f32
@group(0) @binding(0) var<storage, read> W: array<vec4<f32>>;

fn weightPair(at: u32, i: u32, scale: vec2<f32>) -> Pair { return Pair(W[at + i * 16u], W[at + i * 16u + 8u]); }
#else
@group(0) @binding(0) var<storage, read> W: array<vec4<u32>>;
#end
#if WEIGHT == f16
#include halves

// A pair lies together: its low elements, then its high ones.
fn pairOf(w: vec4<u32>) -> Pair { return Pair(halves(w.xy), halves(w.zw)); }

fn weightPair(at: u32, i: u32, scale: vec2<f32>) -> Pair { return pairOf(W[at + i * 8u]); }
#end
#if WEIGHT == bf16
// bf16 is the upper half of an f32, so a shift decodes it without any device feature.
fn brains(w: vec2<u32>) -> vec4<f32> {
  return bitcast<vec4<f32>>(vec4(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}

// A pair lies together: its low elements, then its high ones.
fn pairOf(w: vec4<u32>) -> Pair { return Pair(brains(w.xy), brains(w.zw)); }

fn weightPair(at: u32, i: u32, scale: vec2<f32>) -> Pair { return pairOf(W[at + i * 8u]); }
#end
#if WEIGHT == q8
// 32 signed bytes a block, the second 16 in the vec4 8 further on; d as f16 in the scale's word, whose upper half is
// unused; w = d q.
fn weightScales(at: u32) -> vec4<u32> { return W[at]; }

fn scaleOf(word: u32) -> vec2<f32> { return vec2(unpack2x16float(word).x, 0.0); }

fn weightPair(at: u32, i: u32, scale: vec2<f32>) -> Pair {
  return unpackedPair(W[at][i], W[at + 8u][i], scale);
}

fn unpackedPair(low: u32, high: u32, scale: vec2<f32>) -> Pair {
  return Pair(vec4<f32>(unpack4xI8(low)) * scale.x, vec4<f32>(unpack4xI8(high)) * scale.x);
}
#else
#if WEIGHT == q4
// 32 nibbles a block, low nibbles first; d and m as f16 in the scale's word; w = d q + m.
fn weightScales(at: u32) -> vec4<u32> { return W[at]; }

fn scaleOf(word: u32) -> vec2<f32> { return unpack2x16float(word); }

fn weightPair(at: u32, i: u32, scale: vec2<f32>) -> Pair { return unpackedPair(W[at][i], scale); }

fn unpackedPair(word: u32, scale: vec2<f32>) -> Pair {
  let low = vec4<f32>(unpack4xU8(word & 0x0f0f0f0fu));
  let high = vec4<f32>(unpack4xU8((word >> 4u) & 0x0f0f0f0fu));
  return Pair(fma(low, vec4(scale.x), vec4(scale.y)), fma(high, vec4(scale.x), vec4(scale.y)));
}
#else
// No scales.
fn weightScales(at: u32) -> vec4<u32> { return vec4<u32>(); }

fn scaleOf(word: u32) -> vec2<f32> { return vec2(1.0, 0.0); }
#end
#end
