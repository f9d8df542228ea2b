// What both kernels of paged attention read: queries, and keys and values by the block table of a row. Lanes load all
// of a key, 16 bytes at a time, and of a value a vec4 of numbers.
#include sixteen_bytes
struct Sizes { T: u32, H: u32, K: u32, scale: f32, E4: u32, window: u32, softcap: f32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> kCache: array<SixteenBytes>;
#if WIDE == 2
@group(0) @binding(2) var<storage, read> vCache: array<vec2<u32>>;

fn valueAt(at: u32) -> vec4<f32> { return halves(vCache[at]); }
#else
@group(0) @binding(2) var<storage, read> vCache: array<vec4<f32>>;

fn valueAt(at: u32) -> vec4<f32> { return vCache[at]; }
#end
@group(0) @binding(3) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> tables: array<u32>;
#include attention_score

// Where head kvHead of key j begins in the cache, in vec4 of numbers.
fn cachedAt(row: vec4<u32>, j: u32, kvHead: u32) -> u32 {
  let cached = tables[row.z + j / ${PAGE}u] * ${PAGE}u + j % ${PAGE}u;
  return (cached * p.K + kvHead) * ${E / 4}u;
}
