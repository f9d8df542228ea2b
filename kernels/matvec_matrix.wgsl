// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) of factors rounded to f16, with f32 sums,
// for few rows on GPUs with subgroup matrices: the sums of matmul_matrix.wgsl, bit for bit.
// A workgroup makes 16 rows x 32 columns, one tile of include/weight.wgsl high, by SLOTS subgroups: each sums every
// SLOTS-th chunk of 256 of K, 32 at a time, from workgroup memory of its own (include/matrix.wgsl); then the sums of
// SLOTS chunks are added in order. So no sum depends on T or SLOTS. Rows beyond T cost nothing but products that the
// matrix units have to spare. 5888 SLOTS bytes of workgroup memory.
// With SWIGLU, W holds N gate rows, then N up rows, and Y[T, N] = silu(gate) * up: a workgroup has 16 of each.
// Grid (ceil(N / 32), with SWIGLU ceil(N / 16), ceil(T / 16)). Limit: bytes of W.
#include matrix
#include weight
#include projection
#include half_block

@group(0) @binding(1) var<storage, read> X: array<vec4<f32>>;

const RIGHT_STRIDE = 40u;
var<workgroup> left: array<f16, ${SLOTS * 16 * 40}>;
var<workgroup> right: array<f16, ${SLOTS * 32 * 40}>;
var<workgroup> made: array<f32, ${SLOTS * 512}>;

#if SIZED
@subgroup_size(${SIZE})
#end
@compute @workgroup_size(${SIZE * SLOTS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let own = lane % ${SIZE}u;
  let slot = lane / ${SIZE}u;
  let leftAt = slot * ${16 * 40}u;
  let rightAt = slot * ${32 * 40}u;
  let t0 = (p.origin + group.y) * 16u;
  let xFour = own % 8u;
  #for q in 0..TOTALS
  var total${q} = 0.0;
  #end
  var first = slot * 8u;
  for (var rounds = (p.blocks + ${SLOTS * 8 - 1}u) / ${SLOTS * 8}u; rounds > 0u; rounds--) {
    #for i in 0..TALL
    #for j in 0..BROAD
    var sum${i}_${j} = subgroup_matrix_result<f32, ${N}, ${M}>();
    #end
    #end
    for (var b = 0u; b < 8u; b++) {
      // All subgroups go round together; one whose chunk has ended adds products of zeros.
      let ended = first + b >= p.blocks;
      let block = min(first + b, p.blocks - 1u);
      workgroupBarrier();
      for (var u = 0u; u < ${64 / SIZE}u; u++) {
        let unit = own + u * ${SIZE}u;
        let column = unit % 8u * 4u + unit % 32u / 8u;
        let side = unit / 32u;
        let halves = halfBlock(rowOf(group.x, column), block, side);
        #for f in 0..4
        #for e in 0..4
        right[rightAt + (side * 16u + ${f * 4 + e}u) * RIGHT_STRIDE + column] = halves[${f}][${e}];
        #end
        #end
      }
      for (var u = 0u; u < ${128 / SIZE}u; u++) {
        let row = own / 8u + u * ${SIZE / 8}u;
        let loaded = halved(X[(min(t0 + row, p.T - 1u) * p.blocks + block) * 8u + xFour]);
        let four = select(loaded, vec4<f16>(), ended);
        let term = leftAt + row * LEFT_STRIDE + xFour % 4u * 8u + xFour / 4u * 4u;
        #for e in 0..4
        left[term + ${e}u] = four[${e}];
        #end
      }
      workgroupBarrier();
      #include matrix_terms
    }
    #for i in 0..TALL
    #for j in 0..BROAD
    subgroupMatrixStore<row_major>(&made, slot * 512u + ${i * M * 32}u + ${j * N}u, sum${i}_${j}, 32u);
    #end
    #end
    workgroupBarrier();
    #for q in 0..TOTALS
    #for s in 0..SLOTS
    total${q} += made[lane + ${q * SIZE * SLOTS}u + ${s * 512}u];
    #end
    #end
    first += ${SLOTS * 8}u;
  }
  #if SWIGLU
  workgroupBarrier();
  #for q in 0..TOTALS
  made[lane + ${q * SIZE * SLOTS}u] = total${q};
  #end
  workgroupBarrier();
  #end
  #for q in 0..TOTALS
  {
    let i = lane + ${q * SIZE * SLOTS}u;
    let t = t0 + i / 32u;
    #if SWIGLU
    let n = group.x * 16u + i % 32u;
    if (i % 32u < 16u && t < p.T && n < p.N) {
      Y[t * p.strideY + n] = gated(t, n, made[i], made[i + 16u]);
    }
    #else
    store(t, group.x * 32u + i % 32u, total${q});
    #end
  }
  #end
}

// The row of W of a column of the tile.
fn rowOf(group: u32, column: u32) -> u32 {
  #if SWIGLU
  return min(group * 16u + column % 16u, p.N - 1u) + select(0u, p.N, column >= 16u);
  #else
  return min(group * 32u + column, p.N - 1u);
  #end
}
