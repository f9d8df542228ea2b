// X[T, D] = scale W[token[T], D]: one row of the embedding per token. Without SCALED rows are copied exactly.
// A lane decodes 8 elements. Grid (ceil(D / 8 / LANES), T). Limit: bytes (one row of W read, one of X written).
// W may be a shard that holds N rows from rowStart on. Rows of X of other tokens are not written.
#include weight

struct Sizes { T: u32, N: u32, blocks: u32, rowStart: u32, scale: f32 }
var<immediate> p: Sizes;
@group(0) @binding(1) var<storage, read> tokens: array<u32>;
@group(0) @binding(2) var<storage, read_write> X: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let t = group.y;
  let pair = group.x * ${LANES}u + lane.x;
  let row = tokens[t] - p.rowStart;
  if (pair >= p.blocks * 4u || row >= p.N) { return; }
  let block = pair / 4u;
  let i = pair % 4u;
  let scale = scaleOf(weightScales(weightScalesAt(row, p.blocks) + block * TILE, row)[row % 4u]);
  let w = weightPair(weightRow(row, p.blocks) + block * TILE, i, scale);
  let at = (t * p.blocks + block) * 8u + i;
  #if SCALED
  X[at] = p.scale * w.low;
  X[at + 4u] = p.scale * w.high;
  #else
  X[at] = w.low;
  X[at + 4u] = w.high;
  #end
}
