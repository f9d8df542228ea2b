// O[T, H, E] = softmax(q k^T / sqrt(E)) v over the keys on the path of row t (include/path.wgsl), like
// attention_train_tiled.wgsl, but with f16 subgroup matrices and f32 sums. Results are bit-identical to
// attention_paged_matrix.wgsl if keys and values are exact in f16.
// lse[T, H] = log-sum-exp of the scores, which the backward pass reads.
// A workgroup computes ROWS consecutive rows of HEADS query heads of one kv head, and processes consecutive rows of one
// segment together (include/attention_matrix.wgsl). Grid (H / HEADS, ceil(T / ROWS)).
// Limit: FLOPs, 4 E per visible key and head.
#include matrix
// `slices`, `terms`, `pieces`, `keys` and `fours` are bounds of loops that must not be unrolled.
struct Sizes {
  T: u32, H: u32, K: u32, scale: f32, window: u32, softcap: f32,
  slices: u32, terms: u32, pieces: u32, keys: u32, fours: u32, origin: u32,
}
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> O: array<f32>;
@group(0) @binding(3) var<storage, read_write> lse: array<f32>;
#if SINK
@group(0) @binding(4) var<storage, read> sinks: array<f32>;
#end
#include attention_sink
#include path_chunk
#include attention_matrix

#if SIZED
@subgroup_size(${SIZE})
#end
@compute @workgroup_size(${LANES})
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

fn source0(at: u32) -> vec4<f32> { return qkv[at]; }

fn source1(at: u32) -> vec4<f32> { return qkv[at + p.K * ${E / 4}u]; }

fn halves0(four: vec4<f32>) -> vec4<f16> { return halved(four); }

fn storeTotals(head: u32, top: f32, sum: f32) {
  lse[head] = top + log(sum);
}
