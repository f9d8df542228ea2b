// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) of factors rounded to f16, with f32 sums,
// for few rows on GPUs with subgroup matrices: the sums of matmul_matrix.wgsl, bit for bit.
// A workgroup makes 16 rows x 16 columns, half a tile of include/weight.wgsl high, by SLOTS subgroups: each sums every
// SLOTS-th chunk of 256 of K, 32 at a time, from workgroup memory of its own (include/matrix.wgsl); then the sums of
// SLOTS chunks are added in order. So no sum depends on T, SLOTS or AHEAD. Of AHEAD times 32 terms all is loaded before
// the first are multiplied: what few rows wait for is memory. Rows beyond T cost nothing but products that the matrix
// units have to spare. 3840 SLOTS bytes of workgroup memory.
// With SWIGLU, W holds N gate rows, then N up rows, and Y[T, N] = silu(gate) * up: a workgroup has 8 of each.
// Grid (ceil(N / 32) 2, with SWIGLU ceil(N / 16) 2, ceil(T / 16)). Limit: bytes of W.
#include matrix
#include weight
#include projection
#include half_block

@group(0) @binding(1) var<storage, read> X: array<vec4<f32>>;

const RIGHT_STRIDE = 24u;
var<workgroup> left: array<f16, ${SLOTS * 16 * 40}>;
var<workgroup> right: array<f16, ${SLOTS * 32 * 24}>;
var<workgroup> made: array<f32, ${SLOTS * 256}>;

#if SIZED
@subgroup_size(${SIZE})
#end
@compute @workgroup_size(${SIZE * SLOTS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let own = lane % ${SIZE}u;
  let slot = lane / ${SIZE}u;
  let leftAt = slot * ${16 * 40}u;
  let rightAt = slot * ${32 * 24}u;
  let t0 = (p.origin + group.y) * 16u;
  let xFour = own % 8u;
  let last = p.blocks - 1u;
  // What the lane brings of each block: half of it, of one column or more, and vec4 of rows of X.
  #for u in 0..32 / SIZE
  let unit${u} = own + ${u * SIZE}u;
  let n${u} = rowOf(group.x * 16u + unit${u} % 16u);
  #end
  #for u in 0..128 / SIZE
  let x${u} = min(t0 + own / 8u + ${u * SIZE / 8}u, p.T - 1u) * p.blocks * 8u + xFour;
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
      let block${b} = first + ahead + ${b}u;
      #for u in 0..32 / SIZE
      let half${b}_${u} = stored(n${u}, min(block${b}, last), unit${u} / 16u);
      #end
      #for u in 0..128 / SIZE
      let four${b}_${u} = halved(X[x${u} + min(block${b}, last) * 8u]);
      #end
      #end
      #for b in 0..AHEAD
      {
        // All subgroups go round together; one whose chunk has ended adds products of zeros.
        let ended = block${b} > last;
        workgroupBarrier();
        #for u in 0..32 / SIZE
        {
          let halves = halvesOf(half${b}_${u});
          let at = rightAt + unit${u} / 16u * ${8 * 24}u + unit${u} % 16u;
          #for e in 0..4
          right[at + ${e * 24}u] = halves[0][${e}];
          right[at + ${e + 16 * 24}u] = halves[1][${e}];
          right[at + ${e + 4 * 24}u] = halves[2][${e}];
          right[at + ${e + 20 * 24}u] = halves[3][${e}];
          #end
        }
        #end
        #for u in 0..128 / SIZE
        {
          let four = select(four${b}_${u}, vec4<f16>(), ended);
          let term = leftAt + (own / 8u + ${u * SIZE / 8}u) * LEFT_STRIDE + xFour * 4u;
          #for e in 0..4
          left[term + ${e}u] = four[${e}];
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
  {
    let i = lane + ${q * SIZE * SLOTS}u;
    let t = t0 + i / 16u;
    let place = group.x * 16u + i % 16u;
    #if SWIGLU
    let n = columnOf(place);
    if (place % 8u < 4u && t < p.T && n < p.N) {
      Y[t * p.strideY + n] = gated(t, n, made[i], made[i + 4u]);
    }
    #else
    store(t, rowOf(place), total${q});
    #end
  }
  #end
}

#include row_of_place
