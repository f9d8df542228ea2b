// Y[HEIGHT, WIDTH] = left[HEIGHT, K] right[K, WIDTH] of integers that are exact in f16 and whose sums are exact in f32
// but not in f16, K = 32 blocks, multiplied from workgroup memory as in matvec_matrix.wgsl. Then follows 2 times the
// product over the first 32 of K, multiplied from storage: one product with `right` stored along K, plus one with it
// along WIDTH, as in matmul_matrix.wgsl and matmul_transposed_matrix.wgsl. If a driver's result differs, its subgroup
// matrices are not used (src/compute/matrix-check.ts).
// One workgroup of four subgroups; each owns a quarter of Y. Grid (1). Limit: latency.
#include matrix
struct Sizes { blocks: u32, pairs: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read_write> Y: array<f32>;
@group(0) @binding(1) var<storage, read_write> stored: array<f16>;

const ALONG_K = ${HEIGHT * 32}u;
const ALONG_WIDTH = ${HEIGHT + WIDTH * 32}u;
const LEFT_STRIDE = 40u;
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
      left[i / 32u * LEFT_STRIDE + i % 32u] = leftOf(i / 32u, k);
    }
    for (var i = lane; i < ${WIDTH * 32}u; i += ${SIZE * 4}u) {
      let k = block * 32u + i / ${WIDTH}u;
      right[i / ${WIDTH}u * RIGHT_STRIDE + i % ${WIDTH}u] = rightOf(k, i % ${WIDTH}u);
    }
    workgroupBarrier();
    let pairs = p.pairs;
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
  for (var i = lane; i < ${HEIGHT * 32}u; i += ${SIZE * 4}u) { stored[i] = leftOf(i / 32u, i % 32u); }
  for (var i = lane; i < ${WIDTH * 32}u; i += ${SIZE * 4}u) {
    stored[ALONG_K + i] = rightOf(i % 32u, i / 32u);
    stored[ALONG_WIDTH + i] = rightOf(i / ${WIDTH}u, i % ${WIDTH}u);
  }
  storageBarrier();
  workgroupBarrier();
  #for i in 0..2
  #for j in 0..2
  sum${i}_${j} = subgroup_matrix_result<f32, ${N}, ${M}>();
  #end
  #end
  for (var k = 0u; k < p.pairs * 8u; k += ${K}u) {
    #for i in 0..2
    let a${i} = subgroupMatrixLoad<subgroup_matrix_left<f16, ${K}, ${M}>, row_major>(
      &stored, (ownRow + ${i * M}u) * 32u + k, 32u);
    #end
    #for j in 0..2
    {
      let column = ownColumn + ${j * N}u;
      let b = subgroupMatrixLoad<subgroup_matrix_right<f16, ${N}, ${K}>, col_major>(
        &stored, ALONG_K + column * 32u + k, 32u);
      let c = subgroupMatrixLoad<subgroup_matrix_right<f16, ${N}, ${K}>, row_major>(
        &stored, ALONG_WIDTH + k * ${WIDTH}u + column, ${WIDTH}u);
      #for i in 0..2
      sum${i}_${j} = subgroupMatrixMultiplyAccumulate(a${i}, b, sum${i}_${j});
      sum${i}_${j} = subgroupMatrixMultiplyAccumulate(a${i}, c, sum${i}_${j});
      #end
    }
    #end
  }
  #for i in 0..2
  #for j in 0..2
  subgroupMatrixStore<row_major>(
    &made, (ownRow + ${i * M}u) * ${WIDTH}u + ownColumn + ${j * N}u, sum${i}_${j}, ${WIDTH}u);
  #end
  #end
  workgroupBarrier();
  for (var i = lane; i < ${HEIGHT * WIDTH}u; i += ${SIZE * 4}u) { Y[${HEIGHT * WIDTH}u + i] = made[i]; }
}

fn leftOf(row: u32, k: u32) -> f16 { return 61.0h * (f16((row * 7u + k * 3u) % 13u) - 6.0h); }

fn rightOf(k: u32, column: u32) -> f16 { return f16((k * 5u + column * 11u) % 17u) - 8.0h; }
