// Q[M, K / 32] in int8 blocks from X[M, K], for products with int8 and int4 weights (matmul_int8.wgsl).
// A lane makes one block; grid (ceil(M K / 32 / LANES)) folded into x and y. Limit: bytes (X read, 3/8 of it written).
#include int8_block

struct Sizes { blocks: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Q: array<vec4<u32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let block = (group.x + group.y * 65535u) * ${LANES}u + lane.x;
  if (block >= p.blocks) { return; }
  #for i in 0..8
  let x${i} = X[block * 8u + ${i}u];
  #end
  let q = int8Block(x0, x1, x2, x3, x4, x5, x6, x7);
  Q[block * 3u] = q.low;
  Q[block * 3u + 1u] = q.high;
  Q[block * 3u + 2u] = q.scales;
}
