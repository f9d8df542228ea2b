// tiles[T / 16, K / 16, SUMMANDS, 16, 16] of f16: T rows of X from `row` on, K columns from `column` on, rounded and in
// the layout that include/matrix_tiles.wgsl loads. Columns beyond K are 0, up to a multiple of 32. Rows beyond T are
// not written. SCALED: rows are divided by their scale first (row_scale.wgsl). If SUMMANDS is 2, each tile is followed
// by a tile of the remainders of rounding, rounded too (include/summands.wgsl).
// A lane processes 4 elements. Grid (ceil(K / 4 / LANES), T). Limit: bytes.
enable f16;
#include f16_range
#include summands
struct Sizes { K: u32, stride: u32, row: u32, column: u32, origin: u32 }
var<immediate> p: Sizes;
#if SCALED
#include power_of_two
@group(0) @binding(0) var<storage, read> X: array<f32>;
@group(0) @binding(1) var<storage, read_write> tiles: array<vec4<f16>>;
@group(0) @binding(2) var<storage, read> scale: array<f32>;
#else
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> tiles: array<vec4<f16>>;
#end

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let t = p.origin + id.y;
  let across = (p.K + 31u) / 32u * 2u;
  if (id.x >= across * 4u) { return; }
  #if SCALED
  let k = id.x * 4u;
  let at = (p.row + t) * p.stride + p.column;
  let inverse = inverseOf(scale[p.row + t]);
  var x = vec4<f32>();
  #for e in 0..4
  if (k + ${e}u < p.K) { x[${e}] = X[at + k + ${e}u] * inverse; }
  #end
  #else
  let x = X[((p.row + t) * p.stride + p.column) / 4u + id.x];
  #end
  let to = (t / 16u * across + id.x / 4u) * ${SUMMANDS * 64}u + t % 16u * 4u + id.x % 4u;
  #if SUMMANDS == 2
  let first = firstSummand(x);
  tiles[to] = vec4<f16>(first);
  tiles[to + 64u] = vec4<f16>(x - first);
  #else
  tiles[to] = vec4<f16>(inF16Range(x));
  #end
}
