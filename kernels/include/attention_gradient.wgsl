// Shared by the attention backward kernels that use subgroup matrices. The left operand of a workgroup is DOWN strips
// of M rows. The right operand is read in chunks of 64 rows. ALONG subgroups share a strip. For the products of left
// and right rows, each of them takes 64 / ALONG right rows. For the sums over right rows, each takes WIDTH matrices of
// columns. Operands are loaded as matrices from panels[planes, E / 16, padded, 16] (attention_panels.wgsl). Only the
// products and values computed from them pass through workgroup memory, at most 31 KiB. Side 0 has queries and keys,
// side 1 has dO and values.
#include attention_score
#include power_of_two

const CHUNK = 64u;
const MADE_STRIDE = 68u;
const FACTOR_STRIDE = 72u;
// P (dP - delta) and P shrink as the number of keys grows, and f16 has its full precision only from 2^-14 up. So they
// are multiplied by 2^6 and 2^14 before they are rounded.
const RAISED0 = 64.0;
const LOWERED0 = 0.015625;
const RAISED1 = 16384.0;
const LOWERED1 = 0.00006103515625;
// Products of each left row with the 64 right rows. At the end, made0 holds columns of the sums.
var<workgroup> made0: array<f32, ${DOWN * M}u * MADE_STRIDE>;
var<workgroup> made1: array<f32, ${DOWN * M}u * MADE_STRIDE>;

fn panelAt(plane: u32, e: u32, row: u32) -> u32 {
  return ((plane * ${E / 16}u + e / 16u) * p.padded + row) * 16u + e % 16u;
}

fn fourMade0(at: u32) -> vec4<f32> { return vec4(made0[at], made0[at + 1u], made0[at + 2u], made0[at + 3u]); }

fn fourMade1(at: u32) -> vec4<f32> { return vec4(made1[at], made1[at + 1u], made1[at + 2u], made1[at + 3u]); }
