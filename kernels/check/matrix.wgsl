// Y[HEIGHT, WIDTH] = left[HEIGHT, K] right[K, WIDTH] of integers that f16 holds, and whose sums f32 holds but not f16,
// K = 32 blocks, as matmul_matrix.wgsl multiplies its tiles: a driver that gives another result has no matrices that
// products could be trusted to (src/compute/matrix-check.ts).
// One workgroup of four subgroups; each owns a quarter of Y. Grid (1). Limit: latency.
#include matrix
struct Sizes { blocks: u32, pairs: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read_write> Y: array<f32>;

const RIGHT_STRIDE = ${WIDTH + 8}u;
var<workgroup> left: array<f16, ${HEIGHT * 40}>;
var<workgroup> right: array<f16, ${WIDTH + 8 * 32}>;
var<workgroup> made: array<f32, ${HEIGHT * WIDTH}>;

#if SIZED
@subgroup_size(${SIZE})
#end
@compute @workgroup_size(${SIZE * 4})
fn main(@builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let ownRow = lane / ${SIZE * 2}u * ${M * 2}u;
  let ownColumn = lane / ${SIZE}u % 2u * ${N * 2}u;
  let leftAt = ownRow * LEFT_STRIDE;
  let rightAt = ownColumn;
  #for i in 0..2
  #for j in 0..2
  var sum${i}_${j} = subgroup_matrix_result<f32, ${N}, ${M}>();
  #end
  #end
  for (var block = 0u; block < p.blocks; block++) {
    workgroupBarrier();
    for (var i = lane; i < ${HEIGHT * 32}u; i += ${SIZE * 4}u) {
      let k = block * 32u + i % 32u;
      left[i / 32u * LEFT_STRIDE + i % 32u] = 61.0h * (f16((i / 32u * 7u + k * 3u) % 13u) - 6.0h);
    }
    for (var i = lane; i < ${WIDTH * 32}u; i += ${SIZE * 4}u) {
      let k = block * 32u + i / ${WIDTH}u;
      right[i / ${WIDTH}u * RIGHT_STRIDE + i % ${WIDTH}u] = f16((k * 5u + i % ${WIDTH}u * 11u) % 17u) - 8.0h;
    }
    workgroupBarrier();
    #include matrix_terms
  }
  #for i in 0..2
  #for j in 0..2
  subgroupMatrixStore<row_major>(
    &made, (ownRow + ${i * M}u) * ${WIDTH}u + ownColumn + ${j * N}u, sum${i}_${j}, ${WIDTH}u);
  #end
  #end
  workgroupBarrier();
  for (var i = lane; i < ${HEIGHT * WIDTH}u; i += ${SIZE * 4}u) { Y[i] = made[i]; }
}
