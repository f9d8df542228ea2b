// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) of factors rounded to f16, with f32 sums,
// for few rows on GPUs with subgroup matrices; bit-identical to matmul_matrix.wgsl.
// A workgroup of SLOTS subgroups computes 16 rows x 16 columns, which are half a tile of include/weight.wgsl. Each
// subgroup sums every SLOTS-th chunk of 256 of K, STAGED blocks of 32 at a time, from its own workgroup memory. Then
// the sums of SLOTS chunks are added in order. So no sum depends on T, ROWS, SLOTS, AHEAD or STAGED. With few rows,
// latency of memory and barriers dominates. So AHEAD blocks are loaded before the first is multiplied, and STAGED
// blocks share two barriers. Only ROWS rows are staged. The matrix instructions also multiply the memory after them,
// but these products are never read. Workgroup memory: for W 1024 STAGED bytes per slot; for X 64 STAGED + 16 bytes per
// row, with ROWS rows per slot and 16 - ROWS more; for sums 1024 bytes per slot.
// include/few_rows.wgsl defines NORM, LORA, NEXT and MERGED, which need additional workgroup memory.
// With SWIGLU, W holds N gate rows, then N up rows, and Y[T, N] = silu(gate) * up: a workgroup computes 8 of each.
// Grid (ceil(N / 32) 2, with SWIGLU ceil(N / 16) 2, ceil(T / 16)). Limit: bytes of W.
#include matrix
#include weight
#include half_block
#include few_rows

const LEFT_STRIDE = ${STAGED * 32 + 8}u;
const RIGHT_STRIDE = 16u;
var<workgroup> left: array<f16, LEFT_STRIDE * ${SLOTS * ROWS + 16 - ROWS}u>;
var<workgroup> right: array<f16, ${SLOTS * STAGED * 512}>;
var<workgroup> made: array<f32, ${SLOTS * 256}>;

#if SIZED
@subgroup_size(${SIZE})
#end
@compute @workgroup_size(${SIZE * SLOTS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let own = lane % ${SIZE}u;
  let slot = lane / ${SIZE}u;
  let leftAt = slot * ${ROWS}u * LEFT_STRIDE;
  let rightAt = slot * ${STAGED * 512}u;
  let t0 = (p.origin + group.y) * 16u;
  let last = p.blocks - 1u;
  // This is 4, but compilers cannot know that p.blocks > 0, so they do not unroll the loops over pairs.
  let pairs = min(p.blocks + 3u, 4u);
  // The lane stages half of each block of one column or more, and vec4 of rows of X of STAGED blocks.
  #for u in 0..32 / SIZE
  let unit${u} = own + ${u * SIZE}u;
  let n${u} = rowOf(group.x * 16u + unit${u} % 16u);
  #end
  #for u in 0..ROWS * STAGED * 8 / SIZE
  let xRow${u} = (own + ${u * SIZE}u) / ${STAGED * 8}u;
  let xFour${u} = (own + ${u * SIZE}u) % ${STAGED * 8}u;
  let x${u} = min(t0 + xRow${u}, p.T - 1u) * p.blocks * 8u + xFour${u} % 8u;
  #end
  #if MERGED
  mergeRows(lane, ${SIZE * SLOTS}u);
  #end
  #if NORM
  let count = min(${ROWS}u, p.T - t0);
  makeNorms(t0, count, p.blocks * 8u, lane, ${SIZE * SLOTS}u);
  #for u in 0..ROWS * STAGED * 8 / SIZE
  let rstd${u} = made[min(xRow${u}, count - 1u)];
  #end
  #if LORA == 2
  keepNorms(lane);
  #end
  #end
  #if LORA == 2
  #if SWIGLU
  let firstColumn = group.x / 2u * 16u;
  makeLowRank(firstColumn, min(firstColumn + 15u, p.N - 1u) + p.N, lane, ${SIZE * SLOTS}u);
  #else
  let firstColumn = group.x / 2u * 32u;
  makeLowRank(p.offsetY + firstColumn, p.offsetY + min(firstColumn + 31u, p.N - 1u), lane, ${SIZE * SLOTS}u);
  #end
  #end
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
    for (var ahead = 0u; ahead < 8u; ahead += ${AHEAD}u) {
      #for b in 0..AHEAD
      #for u in 0..32 / SIZE
      let half${b}_${u} = stored(n${u}, min(first + ahead + ${b}u, last), unit${u} / 16u);
      #end
      #end
      #for g in 0..AHEAD / STAGED
      {
        #for u in 0..ROWS * STAGED * 8 / SIZE
        let block${u} = first + ahead + ${g * STAGED}u + xFour${u} / 8u;
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
        let four${u} = select(halved(read${u}), vec4<f16>(), block${u} > last);
        #end
        workgroupBarrier();
        #for c in 0..STAGED
        #for u in 0..32 / SIZE
        {
          let halves = halvesOf(half${g * STAGED + c}_${u});
          let at = rightAt + ${c * 512}u + unit${u} / 16u * 128u + unit${u} % 16u;
          #for e in 0..4
          right[at + ${e * 16}u] = halves[0][${e}];
          right[at + ${e + 16 * 16}u] = halves[1][${e}];
          right[at + ${e + 4 * 16}u] = halves[2][${e}];
          right[at + ${e + 20 * 16}u] = halves[3][${e}];
          #end
        }
        #end
        #end
        #for u in 0..ROWS * STAGED * 8 / SIZE
        {
          let term = leftAt + xRow${u} * LEFT_STRIDE + xFour${u} * 4u;
          #for e in 0..4
          left[term + ${e}u] = four${u}[${e}];
          #end
        }
        #end
        workgroupBarrier();
        #include matrix_terms
      }
      #end
    }
    #for i in 0..TALL
    #for j in 0..BROAD
    subgroupMatrixStore<row_major>(&made, slot * 256u + ${i * M * 16}u + ${j * N}u, sum${i}_${j}, 16u);
    #end
    #end
    workgroupBarrier();
    #for q in 0..TOTALS
    #for s in 0..SLOTS
    total${q} += made[lane + ${q * SIZE * SLOTS}u + ${s * 256}u];
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
  #if NEXT
  var y${q} = 0.0;
  #end
  {
    let i = lane + ${q * SIZE * SLOTS}u;
    let t = t0 + i / 16u;
    let place = group.x * 16u + i % 16u;
    #if SWIGLU
    let n = columnOf(place);
    if (place % 8u < 4u && t < p.T && n < p.N) {
      let act = gated(t, n, made[i], made[i + 4u]);
      Y[t * p.strideY + n] = act;
      #if NEXT
      y${q} = act;
      #end
    }
    #else
    #if NEXT
    y${q} = store(t, rowOf(place), total${q});
    #else
    store(t, rowOf(place), total${q});
    #end
    #end
  }
  #end
  #if NEXT
  workgroupBarrier();
  #for q in 0..TOTALS
  made[lane + ${q * SIZE * SLOTS}u] = y${q};
  #end
  workgroupBarrier();
  // Half a tile of W holds one of the two parts of each group of 16 columns.
  #if SWIGLU
  leaveParts(group.x / 2u, 1u, group.x % 2u, 1u, lane, ${SIZE * SLOTS}u);
  #else
  leaveParts(p.offsetY / 16u + group.x / 2u * 2u, 2u, group.x % 2u, 1u, lane, ${SIZE * SLOTS}u);
  #end
  #end
}

#include row_of_place
#if NEXT
// Returns column c of the workgroup's results, which `made` holds in the order of the places of rowOf.
fn outputAt(t: u32, c: u32) -> f32 { return made[t * 16u + c % 2u * 8u + c / 4u]; }
#end
