// Inputs of attention_paged.wgsl and attention_paged_subgroup.wgsl: queries, and keys and values through the block
// table of a row. Lanes read WIDE vec4 of a key at a time, and one vec4 of a value. With BYTES the elements are int8,
// four per word. Their scales, [P PAGE, K], follow from word `scales` on.
struct Sizes { T: u32, H: u32, K: u32, scale: f32, E4: u32, window: u32, softcap: f32, scales: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
#if BYTES
@group(0) @binding(1) var<storage, read> kCache: array<u32>;
@group(0) @binding(2) var<storage, read> vCache: array<u32>;
#include int8_head
struct Key { bytes: vec2<u32>, scale: f32 }

fn keyAt(at: u32) -> Key { return Key(vec2(kCache[at], kCache[at + 1u]), bitcast<f32>(kCache[scaleAt(at)])); }

fn four0(key: Key) -> vec4<f32> { return numbersOf(key.bytes.x, key.scale); }

fn four1(key: Key) -> vec4<f32> { return numbersOf(key.bytes.y, key.scale); }

fn valueAt(at: u32) -> vec4<f32> { return numbersOf(vCache[at], bitcast<f32>(vCache[scaleAt(at)])); }

fn scaleAt(at: u32) -> u32 { return p.scales + at / ${E / 4}u; }
#else
#include sixteen_bytes
@group(0) @binding(1) var<storage, read> kCache: array<SixteenBytes>;
#if WIDE == 2
@group(0) @binding(2) var<storage, read> vCache: array<vec2<u32>>;

fn valueAt(at: u32) -> vec4<f32> { return halves(vCache[at]); }
#else
@group(0) @binding(2) var<storage, read> vCache: array<vec4<f32>>;

fn valueAt(at: u32) -> vec4<f32> { return vCache[at]; }
#end

fn keyAt(at: u32) -> SixteenBytes { return kCache[at / ${WIDE}u]; }
#end
@group(0) @binding(3) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> tables: array<u32>;
#include attention_score

// Returns the offset in the cache of head kvHead of key j, in groups of four elements.
fn cachedAt(row: vec4<u32>, j: u32, kvHead: u32) -> u32 {
  let cached = tables[row.z + j / ${PAGE}u] * ${PAGE}u + j % ${PAGE}u;
  return (cached * p.K + kvHead) * ${E / 4}u;
}
