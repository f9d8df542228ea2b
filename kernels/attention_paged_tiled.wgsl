// O[T, H, E] = softmax(q k^T / sqrt(E)) v over the cached keys 0 .. position of each row's own sequence, on GPUs.
// Serves prefill chunks and decode rows alike: row t has position rows[t].x and its block table starts at
// tables[rows[t].z]. Key j is in cache row tables[.. + j / PAGE] * PAGE + j % PAGE of kCache[P PAGE, K, E], WIDE
// elements per word. With BYTES a word holds four int8, and their scales, [P PAGE, K], follow from word `scales` on.
// WINDOW is a sliding window, SOFTCAP caps scores (include/attention_score.wgsl). SINK adds one learned score per query
// head (include/attention_sink.wgsl).
// A workgroup processes rows with the same keys together (include/attention_runs.wgsl), for HEADS query heads of one kv
// head, so that K and V are read once for all of them (include/attention_forward.wgsl). It iterates over their chunks
// of keys in order. With SPLIT it computes one chunk, whose results go to parts[T, H, chunks, E / 4 + 1];
// attention_paged_merge.wgsl adds them in the same order. With ROPE, it also rotates q and k, and stores k and v in the
// cache (include/attention_rope.wgsl); ROPE excludes BYTES. INT8 also stores O to Q, as int8 blocks for the next
// matmul; E must then be a multiple of 16. Grid (H / HEADS, ceil(T / ROWS), with SPLIT chunks), with PREFIXES
// (H / HEADS, T, chunks).
// Limit: bytes of the cache; for many rows FLOPs, 4 E per visible key and head.
struct Sizes {
  T: u32, H: u32, K: u32, scale: f32, E4: u32, window: u32, softcap: f32, quads: u32, fours: u32, chunks: u32,
  scales: u32, epsilon: f32,
}
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
#if BYTES
@group(0) @binding(1) var<storage, read> kCache: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> vCache: array<vec2<u32>>;
#else
#if ROPE
@group(0) @binding(1) var<storage, read_write> kCache: array<SixteenBytes>;
@group(0) @binding(2) var<storage, read_write> vCache: array<SixteenBytes>;
#else
@group(0) @binding(1) var<storage, read> kCache: array<SixteenBytes>;
@group(0) @binding(2) var<storage, read> vCache: array<SixteenBytes>;
#end
#end
@group(0) @binding(3) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> tables: array<u32>;
#if SPLIT
@group(0) @binding(5) var<storage, read_write> parts: array<vec4<f32>>;
#else
@group(0) @binding(5) var<storage, read_write> O: array<vec4<f32>>;
#end
#if INT8
@group(0) @binding(6) var<storage, read_write> Q: array<u32>;
#include int8_block
#end
#if SINK
@group(0) @binding(${INT8 + 6}) var<storage, read> sinks: array<f32>;
#end
#include attention_sink
#include paged_chunk
#include attention_forward
#include attention_runs
#if ROPE
#if HALF
#include f16_range
#end
#include attention_rope
var<workgroup> made: array<f32, ${HEADS * ROWS + 1 * 8 + E}>;
var<workgroup> turnedHeads: array<f32, ${HEADS * ROWS * E}>;

fn keepQuery(query: u32, e: u32, x: f32) { turnedHeads[query * ${E}u + e] = x; }
#end

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  attendRuns(group, local.x);
}

// Returns the cache row minus the position, for key i of the chunk, a multiple of four, and the three keys after it.
// All four are in one page.
fn shiftOf(chunk: Chunk, i: u32) -> u32 {
  let page = min(chunk.start + i, chunk.end - 1u) / ${PAGE}u;
  return (tables[chunk.table + page] - page) * ${PAGE}u;
}

// Returns the offset of key i, clamped to the last key.
fn sourceAt0(chunk: Chunk, shift: u32, i: u32) -> u32 {
  return ((min(chunk.start + i, chunk.end - 1u) + shift) * p.K + chunk.kvHead) * ${E / 4 / WIDE}u;
}

fn sourceAt1(chunk: Chunk, shift: u32, i: u32) -> u32 {
  return sourceAt0(chunk, shift, i);
}

#if BYTES
fn source0(at: u32) -> Stored {
  let scale = p.scales + at / ${E / 8}u;
  return Stored(kCache[at], bitcast<f32>(kCache[scale / 2u][scale % 2u]));
}

fn source1(at: u32) -> Stored {
  let scale = p.scales + at / ${E / 8}u;
  return Stored(vCache[at], bitcast<f32>(vCache[scale / 2u][scale % 2u]));
}
#else
fn source0(at: u32) -> Stored {
  return kCache[at];
}

fn source1(at: u32) -> Stored {
  return vCache[at];
}
#end

fn storeTotals(head: u32, top: f32, sum: f32) {}
