// O[T, H, E] = softmax(q k^T / sqrt(E)) v over the cached keys 0 .. position of each row's own sequence, like
// attention_paged_tiled.wgsl, but with f16 subgroup matrices and f32 sums. The cache is f16.
// A workgroup processes rows with the same keys together (include/attention_runs.wgsl), for HEADS query heads of one kv
// head (include/attention_matrix.wgsl). It iterates over their chunks of keys in order. With SPLIT it computes one
// chunk, whose results go to parts[T, H, chunks, E + 4]; attention_paged_merge.wgsl adds them in the same order. Grid
// (H / HEADS, ceil(T / ROWS), with SPLIT chunks), with PREFIXES (H / HEADS, T, chunks). Limit: bytes of the cache; for
// many rows FLOPs, 4 E per visible key and head.
#include matrix
// `slices`, `terms`, `pieces`, `keys` and `fours` are bounds of loops that must not be unrolled.
struct Sizes {
  T: u32, H: u32, K: u32, scale: f32, window: u32, softcap: f32,
  slices: u32, terms: u32, pieces: u32, keys: u32, fours: u32, chunks: u32, epsilon: f32,
}
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
#if ROPE
@group(0) @binding(1) var<storage, read_write> kCache: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> vCache: array<vec4<u32>>;
#else
@group(0) @binding(1) var<storage, read> kCache: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> vCache: array<vec4<u32>>;
#end
@group(0) @binding(3) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> tables: array<u32>;
#if SPLIT
@group(0) @binding(5) var<storage, read_write> parts: array<f32>;
#else
@group(0) @binding(5) var<storage, read_write> O: array<f32>;
#end
#if SINK
@group(0) @binding(6) var<storage, read> sinks: array<f32>;
#end
#include attention_sink
#include paged_chunk
#include attention_matrix
#include attention_runs
#if ROPE
#include attention_rope
#end

#if SIZED
@subgroup_size(${SIZE})
#end
@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  attendRuns(group, local.x);
}

// Returns the offset of key i of the chunk, clamped to the last key.
fn keyAt(chunk: Chunk, i: u32) -> u32 {
  let position = min(chunk.start + i, chunk.end - 1u);
  let row = tables[chunk.table + position / ${PAGE}u] * ${PAGE}u + position % ${PAGE}u;
  return (row * p.K + chunk.kvHead) * ${E / 8}u;
}

fn source0(at: u32) -> vec4<u32> { return kCache[at]; }

fn source1(at: u32) -> vec4<u32> { return vCache[at]; }

fn halves0(bytes: vec4<u32>) -> vec4<f16> { return bitcast<vec4<f16>>(bytes.xy); }

fn halves1(bytes: vec4<u32>) -> vec4<f16> { return bitcast<vec4<f16>>(bytes.zw); }

fn storeTotals(head: u32, top: f32, sum: f32) {}
