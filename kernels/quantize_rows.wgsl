// Q[M, K / 32] = X[M, K] quantized to int8 blocks, for matmuls with int8 and int4 weights (matmul_int8.wgsl). NORM
// quantizes X weight[K] and stores the squares of X, so that the next matmul applies the norm itself (Zhang & Sennrich
// 2019).
// A lane quantizes half a block. Grid (ceil(M K / 16 / LANES)) folded into x and y. Limit: bytes (X read, half of it
// written).
#include int8_block

struct Sizes { halves: u32, K4: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Q: array<u32>;
#if NORM
@group(0) @binding(2) var<storage, read> weight: array<vec4<f32>>;
#end

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let half = (group.x + group.y * 65535u) * ${LANES}u + lane.x;
  if (half >= p.halves) { return; }
  var squares = 0.0;
  #for i in 0..4
  let x${i} = X[half * 4u + ${i}u];
  #if NORM
  squares += dot(x${i}, x${i});
  let w${i} = weight[(half * 4u + ${i}u) % p.K4];
  #end
  #end
  #if NORM
  storeInt8(half, x0 * w0, x1 * w1, x2 * w2, x3 * w3, squares);
  #else
  storeInt8(half, x0, x1, x2, x3, 0.0);
  #end
}
