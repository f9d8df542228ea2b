// O[T, H, E] = softmax(q k^T / sqrt(E)) v over the keys on the path of row t (include/path.wgsl), on GPUs. It is causal
// within the sequence of token t, while sequences share the rows of a common prefix.
// lse[T, H] = log-sum-exp of the scores, including the sink; the backward pass reads it. WINDOW is a sliding window,
// SOFTCAP caps scores (include/attention_score.wgsl). SINK adds one learned score per query head
// (include/attention_sink.wgsl).
// A workgroup computes ROWS consecutive rows of HEADS query heads of one kv head, and processes consecutive rows of one
// segment together (include/attention_forward.wgsl), bit-identical to attention_paged_tiled.wgsl. The summation order
// depends on positions, not on where rows are in the batch. Keys and values are read from qkv[T, (H + 2 K) E], without
// a cache. Grid (H / HEADS, ceil(T / ROWS)). Limit: FLOPs, 4 E per visible key and head.
struct Sizes {
  T: u32, H: u32, K: u32, scale: f32, E4: u32, window: u32, softcap: f32, quads: u32, fours: u32, origin: u32,
}
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> O: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> lse: array<f32>;
#include path_keys
#if SINK
@group(0) @binding(4) var<storage, read> sinks: array<f32>;
#end
#include attention_sink
#include attention_forward

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let first = (p.origin + group.y) * ${ROWS}u;
  let last = min(first + ${ROWS}u, p.T);
  var base = first;
  while (base < last) {
    let end = runEnd(base, last);
    attend(group.x * ${HEADS}u, base, end, local.x, 0u, 0xffffffffu);
    base = end;
  }
}

fn storeTotals(head: u32, top: f32, sum: f32) {
  lse[head] = top + log(sum);
}
