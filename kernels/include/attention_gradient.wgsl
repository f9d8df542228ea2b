// What the backward kernels of attention by subgroup matrices share: strips of M rows on the left, of which a
// workgroup has DOWN, and chunks of 64 rows on the right. ALONG subgroups have a strip together: for the products of
// left and right rows 64 / ALONG right rows each, for sums over the right rows WIDTH matrices of columns. Factors are
// loaded as matrices from panels[planes, E / 16, padded, 16] (attention_panels.wgsl); only what becomes of the products
// passes through workgroup memory, 31 KiB at most. Side 0 has queries and keys, side 1 dO and values.
#include attention_score
#include power_of_two

const CHUNK = 64u;
const MADE_STRIDE = 68u;
const FACTOR_STRIDE = 72u;
// P (dP - delta) and P of a key are the smaller the more keys there are, and f16 has its full precision from 2^-14 on:
// they are rounded 2^6 and 2^14 times as large.
const RAISED0 = 64.0;
const LOWERED0 = 0.015625;
const RAISED1 = 16384.0;
const LOWERED1 = 0.00006103515625;
// Of each left row its products with the 64 right rows; at the end columns of its sums.
var<workgroup> made0: array<f32, ${DOWN * M}u * MADE_STRIDE>;
var<workgroup> made1: array<f32, ${DOWN * M}u * MADE_STRIDE>;

fn panelAt(plane: u32, e: u32, row: u32) -> u32 {
  return ((plane * ${E / 16}u + e / 16u) * p.padded + row) * 16u + e % 16u;
}

fn fourMade0(at: u32) -> vec4<f32> { return vec4(made0[at], made0[at + 1u], made0[at + 2u], made0[at + 3u]); }

fn fourMade1(at: u32) -> vec4<f32> { return vec4(made1[at], made1[at + 1u], made1[at + 2u], made1[at + 3u]); }
