// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) of factors rounded to f16, with f32 sums,
// for many rows on GPUs with subgroup matrices: the sums of matvec_matrix.wgsl, bit for bit.
// A workgroup of four subgroups makes HEIGHT rows x WIDTH columns, 4 M x 4 N, over 32 of K at a time, which all lanes
// bring to workgroup memory, unpacked (include/matrix.wgsl); a subgroup owns a quarter of them. Sums of a chunk of 256
// go through workgroup memory to the lanes that add up chunks, for matrices themselves can't be added. At most 26 KiB
// of workgroup memory.
// With SWIGLU, W holds N gate rows, then N up rows, and Y[T, N] = silu(gate) * up: the tile has WIDTH / 2 of each.
// Grid (ceil(N / WIDTH), with SWIGLU ceil(2 N / WIDTH), ceil(T / HEIGHT)). Limit: FLOPs (2 T N K).
#include matrix
#include weight
#include projection
#include half_block

@group(0) @binding(1) var<storage, read> X: array<vec4<f32>>;

const RIGHT_STRIDE = ${WIDTH + 8}u;
var<workgroup> left: array<f16, ${HEIGHT * 40}>;
var<workgroup> right: array<f16, ${WIDTH + 8 * 32}>;
var<workgroup> made: array<f32, ${HEIGHT * WIDTH}>;

#if SIZED
@subgroup_size(${SIZE})
#end
@compute @workgroup_size(${SIZE * 4})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let t0 = (p.origin + group.y) * ${HEIGHT}u;
  // The corner of the subgroup's own sums.
  let ownRow = lane / ${SIZE * 2}u * ${M * 2}u;
  let ownColumn = lane / ${SIZE}u % 2u * ${N * 2}u;
  let leftAt = ownRow * LEFT_STRIDE;
  let rightAt = ownColumn;
  let xFour = lane % 8u;
  #for q in 0..TOTALS
  var total${q} = 0.0;
  #end
  for (var block = 0u; block < p.blocks; block += 8u) {
    #for i in 0..TALL
    #for j in 0..BROAD
    var sum${i}_${j} = subgroup_matrix_result<f32, ${N}, ${M}>();
    #end
    #end
    for (var b = 0u; b < 8u; b++) {
      if (block + b >= p.blocks) { break; }
      // The terms before are summed by all subgroups.
      workgroupBarrier();
      for (var u = 0u; u < ${WIDTH * 2 / SIZE}u; u++) {
        let unit = lane + u * ${SIZE * 4}u;
        if (unit >= ${WIDTH * 2}u) { break; }
        let column = unit % ${WIDTH}u / 32u * 32u + unit % 8u * 4u + unit % 32u / 8u;
        let side = unit / ${WIDTH}u;
        let n = rowOf(group.x, column);
        let halves = halfBlock(n, block + b, side);
        #for f in 0..4
        #for e in 0..4
        right[(side * 16u + ${f * 4 + e}u) * RIGHT_STRIDE + column] = halves[${f}][${e}];
        #end
        #end
      }
      for (var u = 0u; u < ${HEIGHT * 2 / SIZE}u; u++) {
        let row = lane / 8u + u * ${SIZE / 2}u;
        let four = halved(X[(min(t0 + row, p.T - 1u) * p.blocks + block + b) * 8u + xFour]);
        let term = row * LEFT_STRIDE + xFour % 4u * 8u + xFour / 4u * 4u;
        #for e in 0..4
        left[term + ${e}u] = four[${e}];
        #end
      }
      workgroupBarrier();
      #include matrix_terms
    }
    #for i in 0..TALL
    #for j in 0..BROAD
    subgroupMatrixStore<row_major>(
      &made, (ownRow + ${i * M}u) * ${WIDTH}u + ownColumn + ${j * N}u, sum${i}_${j}, ${WIDTH}u);
    #end
    #end
    workgroupBarrier();
    #for q in 0..TOTALS
    total${q} += made[lane + ${q * SIZE * 4}u];
    #end
  }
  workgroupBarrier();
  #for q in 0..TOTALS
  made[lane + ${q * SIZE * 4}u] = total${q};
  #end
  workgroupBarrier();
  // The bound is given at run time, so that no compiler unrolls the loop.
  for (var turn = 0u; turn < p.outputs; turn++) {
    let i = turn * ${SIZE * 4}u + lane;
    #if SWIGLU
    let t = t0 + i / ${WIDTH / 2}u;
    let column = i % ${WIDTH / 2}u;
    let n = group.x * ${WIDTH / 2}u + column;
    if (t < p.T && n < p.N) {
      let at = i / ${WIDTH / 2}u * ${WIDTH}u + column;
      Y[t * p.strideY + n] = gated(t, n, made[at], made[at + ${WIDTH / 2}u]);
    }
    #else
    store(t0 + i / ${WIDTH}u, group.x * ${WIDTH}u + i % ${WIDTH}u, made[i]);
    #end
  }
}

// The row of W of a column of the tile.
fn rowOf(group: u32, column: u32) -> u32 {
  #if SWIGLU
  return min(group * ${WIDTH / 2}u + column % ${WIDTH / 2}u, p.N - 1u) + select(0u, p.N, column >= ${WIDTH / 2}u);
  #else
  return min(group * ${WIDTH}u + column, p.N - 1u);
  #end
}
