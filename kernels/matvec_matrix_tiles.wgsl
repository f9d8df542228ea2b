// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) of factors rounded to f16, with f32 sums,
// for few rows on GPUs with subgroup matrices; bit-identical to matmul_matrix.wgsl. W is stored as tiles from which
// matrices are loaded directly (tile_weights.wgsl), so W does not pass through workgroup memory.
// A workgroup of SLOTS subgroups computes 16 rows x 16 columns. Each subgroup sums every SLOTS-th chunk of 256 of K,
// STAGED blocks of 32 at a time, whose X it stages in its own workgroup memory while W is being loaded. Then the sums
// of SLOTS chunks are added in order. So no sum depends on T, ROWS, SLOTS or STAGED. Only ROWS rows are staged. The
// matrix instructions also multiply the memory after them, but these products are never read. Workgroup memory: 64
// SUMMANDS STAGED + 16 bytes per staged row of X, with ROWS rows per slot and 16 - ROWS more; for sums 1024 bytes per
// slot and factor.
// include/few_rows.wgsl defines NORM, LORA, NEXT and MERGED, which need additional workgroup memory. If SUMMANDS is 2,
// X is the sum of two f16 (include/summands.wgsl), and the scales of its rows are computed here.
// With SWIGLU (FACTORS is 2) W holds N gate rows, then N up rows, and Y[T, N] = silu(gate) * up.
// Grid (N / 16, ceil(T / 16)). Limit: bytes of W.
#include matrix
#include few_rows
#include summands

@group(0) @binding(0) var<storage, read> right: array<f16>;
#if SUMMANDS == 2
#include scales_of_rows
#end

const LEFT_STRIDE = ${SUMMANDS * STAGED * 32 + 8}u;
var<workgroup> left: array<f16, LEFT_STRIDE * ${SLOTS * ROWS + 16 - ROWS}u>;
var<workgroup> made: array<f32, ${SLOTS * FACTORS * 256}>;

#if SIZED
@subgroup_size(${SIZE})
#end
@compute @workgroup_size(${SIZE * SLOTS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let own = lane % ${SIZE}u;
  let slot = lane / ${SIZE}u;
  let leftAt = slot * ${ROWS}u * LEFT_STRIDE;
  let t0 = (p.origin + group.y) * 16u;
  let last = p.blocks - 1u;
  #for f in 0..FACTORS
  let rightAt${f} = (group.x + ${f}u * (p.N / 16u)) * p.blocks * 512u;
  #end
  // The vec4 of STAGED blocks of X that the lane stages.
  #for u in 0..ROWS * STAGED * 8 / SIZE
  let xRow${u} = (own + ${u * SIZE}u) / ${STAGED * 8}u;
  let xFour${u} = (own + ${u * SIZE}u) % ${STAGED * 8}u;
  let x${u} = min(t0 + xRow${u}, p.T - 1u) * p.blocks * 8u + xFour${u} % 8u;
  #end
  #if MERGED
  mergeRows(lane, ${SIZE * SLOTS}u);
  #end
  let count = min(${ROWS}u, p.T - t0);
  #if NORM
  makeNorms(t0, count, p.blocks * 8u, lane, ${SIZE * SLOTS}u);
  #for u in 0..ROWS * STAGED * 8 / SIZE
  let rstd${u} = made[min(xRow${u}, count - 1u)];
  #end
  #if LORA == 2
  keepNorms(lane);
  #end
  #end
  #if SUMMANDS == 2
  makeScales(t0, count, p.blocks * 8u, lane, ${SIZE * SLOTS}u);
  #for u in 0..ROWS * STAGED * 8 / SIZE
  let inverse${u} = inverseOf(made[min(xRow${u}, count - 1u)]);
  #end
  #for q in 0..TOTALS / FACTORS
  let scale${q} = made[min((lane + ${q * SIZE * SLOTS}u) / 16u, count - 1u)] * (1.0 / WEIGHT_FACTOR);
  #end
  #end
  #if LORA == 2
  #if SWIGLU
  makeLowRank(group.x * 16u, group.x * 16u + 15u + p.N, lane, ${SIZE * SLOTS}u);
  #else
  makeLowRank(p.offsetY + group.x * 16u, p.offsetY + group.x * 16u + 15u, lane, ${SIZE * SLOTS}u);
  #end
  #end
  #for q in 0..TOTALS
  var total${q} = 0.0;
  #end
  var first = slot * 8u;
  for (var rounds = (p.blocks + ${SLOTS * 8 - 1}u) / ${SLOTS * 8}u; rounds > 0u; rounds--) {
    #for f in 0..FACTORS
    #for i in 0..TALL
    #for j in 0..BROAD
    var sum${f}_${i}_${j} = subgroup_matrix_result<f32, ${N}, ${M}>();
    #end
    #end
    #end
    for (var ahead = 0u; ahead < 8u; ahead += ${STAGED}u) {
      let part = first + ahead;
      #for s in 0..STAGED * 32 / K
      let k${s} = min(part + ${s * K / 32}u, last) * 512u + ${s * K / 16}u % 2u * 256u + ${s * K}u % 16u;
      #for f in 0..FACTORS
      #for j in 0..BROAD
      let b${s}_${f}_${j} = subgroupMatrixLoad<subgroup_matrix_right<f16, ${N}, ${K}>, col_major>(
        &right, rightAt${f} + k${s} + ${j * N * 16}u, 16u);
      #end
      #end
      #end
      #for u in 0..ROWS * STAGED * 8 / SIZE
      let block${u} = part + xFour${u} / 8u;
      // All subgroups run the same number of iterations. A subgroup whose chunk has ended adds products of zeros.
      let at${u} = min(block${u}, last) * 8u;
      #if NORM
      let read${u} = normed(X[x${u} + at${u}], rstd${u}, norm[at${u} + xFour${u} % 8u]);
      #else
      #if MERGED
      let read${u} = merged[x${u} + at${u}];
      #else
      let read${u} = X[x${u} + at${u}];
      #end
      #end
      #if SUMMANDS == 2
      let scaled${u} = select(read${u} * inverse${u}, vec4<f32>(), block${u} > last);
      let first${u} = firstSummand(scaled${u});
      let four${u} = vec4<f16>(first${u});
      let rest${u} = vec4<f16>(scaled${u} - first${u});
      #else
      let four${u} = select(halved(read${u}), vec4<f16>(), block${u} > last);
      #end
      #end
      workgroupBarrier();
      #for u in 0..ROWS * STAGED * 8 / SIZE
      {
        let term = leftAt + xRow${u} * LEFT_STRIDE + xFour${u} * 4u;
        #for e in 0..4
        left[term + ${e}u] = four${u}[${e}];
        #if SUMMANDS == 2
        left[term + ${STAGED * 32 + e}u] = rest${u}[${e}];
        #end
        #end
      }
      #end
      workgroupBarrier();
      #for s in 0..STAGED * 32 / K
      #for i in 0..TALL
      #for r in 0..SUMMANDS
      {
        let a = subgroupMatrixLoad<subgroup_matrix_left<f16, ${K}, ${M}>, row_major>(
          &left, leftAt + ${i * M}u * LEFT_STRIDE + ${r * STAGED * 32}u + ${s * K}u, LEFT_STRIDE);
        #for f in 0..FACTORS
        #for j in 0..BROAD
        sum${f}_${i}_${j} = subgroupMatrixMultiplyAccumulate(a, b${s}_${f}_${j}, sum${f}_${i}_${j});
        #end
        #end
      }
      #end
      #end
      #end
    }
    #for f in 0..FACTORS
    #for i in 0..TALL
    #for j in 0..BROAD
    subgroupMatrixStore<row_major>(
      &made, slot * ${FACTORS * 256}u + ${f * 256}u + ${i * M * 16}u + ${j * N}u, sum${f}_${i}_${j}, 16u);
    #end
    #end
    #end
    workgroupBarrier();
    #for q in 0..TOTALS
    #for s in 0..SLOTS
    total${q} += made[lane + ${q * SIZE * SLOTS}u + ${s * FACTORS * 256}u];
    #end
    #end
    first += ${SLOTS * 8}u;
  }
  #if SUMMANDS == 2
  #for q in 0..TOTALS / FACTORS
  #for f in 0..FACTORS
  total${TOTALS / FACTORS * f + q} *= scale${q};
  #end
  #end
  #end
  #for q in 0..TOTALS / FACTORS
  #if NEXT
  var y${q} = 0.0;
  #end
  {
    let i = lane + ${q * SIZE * SLOTS}u;
    let t = t0 + i / 16u;
    let n = group.x * 16u + i % 16u;
    #if SWIGLU
    if (t < p.T) {
      let act = gated(t, n, total${q}, total${TOTALS / 2 + q});
      Y[t * p.strideY + n] = act;
      #if NEXT
      y${q} = act;
      #end
    }
    #else
    #if NEXT
    y${q} = store(t, n, total${q});
    #else
    store(t, n, total${q});
    #end
    #end
  }
  #end
  #if NEXT
  workgroupBarrier();
  #for q in 0..TOTALS / FACTORS
  made[lane + ${q * SIZE * SLOTS}u] = y${q};
  #end
  workgroupBarrier();
  leaveParts(p.offsetY / 16u + group.x, 1u, 0u, 2u, lane, ${SIZE * SLOTS}u);
  #end
}
#if NEXT

// Returns column c of the workgroup's results.
fn outputAt(t: u32, c: u32) -> f32 { return made[t * 16u + c]; }
#end
