// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) for few rows, on GPUs, with X and W in
// blocks of 32 int8 along K: y = sum over blocks of dW (dX sum(qX qW) of each half), plus mW sum(dX qX) for 4-bit
// blocks, which have a minimum m. It is bit-identical to matmul_int8_tiled.wgsl, which is for many rows.
// A workgroup owns 32 rows of W, which are a tile of include/weight.wgsl. It has 32 SLOTS lanes, each with one row of
// W. The lanes of a slot sum every SLOTS-th chunk of 4 blocks, whose integer sums are exact. Then the sums of SLOTS
// chunks are added in order, through workgroup memory of 128 SLOTS ROWS bytes. So no sum depends on T, SLOTS or ROWS.
// With NORM, X holds weight x and the squares of x, which are summed in the same way; y / rms(x) is the product of the
// normalized x. With SWIGLU, W holds N gate rows, then N up rows, and Y = silu(gate) * up. QUANT also stores Y to Q, as
// int8 blocks for the next matmul; with QUANT == 2, for a matmul with NORM.
// Grid (ceil(N / 32)), with SWIGLU (ceil(N / 16)). Limit: bytes of W.
#include weight
#include projection
#include dot_bytes
#include int8_output
#include row_of_place

// [T, K / 32] x 4 vec4 (include/int8_block.wgsl).
@group(0) @binding(1) var<storage, read> X: array<vec4<u32>>;
#if QUANT
@group(0) @binding(${LORA * 3 + BIAS + 3}) var<storage, read_write> Q: array<u32>;
#if QUANT == 2
@group(0) @binding(${LORA * 3 + BIAS + 4}) var<storage, read> normWeight: array<vec4<f32>>;
#end
#include int8_block
#include int8_made

fn madeFour(at: u32) -> vec4<f32> { return vec4(made[at], made[at + 1u], made[at + 2u], made[at + 3u]); }
#end

// Slot s, row t, lane l is at (s ROWS + t) 32 + l. At the end, the columns of row t, gates before ups, are at 32 t.
var<workgroup> made: array<f32, ${SLOTS * ROWS * 32}>;
#if NORM
// Slot s, row t is at s ROWS + t.
var<workgroup> madeSquares: array<f32, ${SLOTS * ROWS}>;
#end

@compute @workgroup_size(${SLOTS * 32})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let slot = lane / 32u;
  let place = group.x * 32u + lane % 32u;
  let n = rowOf(place);
  let row = weightRow(n, p.blocks);
  let scalesAt = weightScalesAt(n, p.blocks);
  #for r in 0..ROWS
  let x${r} = min(${r}u, p.T - 1u) * p.blocks;
  #end
  var total = 0.0;
  #if NORM
  var squares = 0.0;
  #end
  var first = slot * 4u;
  for (var rounds = (p.blocks + ${SLOTS * 4 - 1}u) / ${SLOTS * 4}u; rounds > 0u; rounds--) {
    #for r in 0..ROWS
    var y${r}_0 = 0.0;
    #if NORM
    var squares${r} = 0.0;
    #end
    #end
    for (var b = 0u; b < 4u; b++) {
      let block = first + b;
      if (block >= p.blocks) { break; }
      let d0 = scaleOf(weightScale(scalesAt + block * TILE, n));
      let w0 = row + block * TILE;
      #include int8_products_bytes
    }
    #for r in 0..ROWS
    made[(slot * ${ROWS}u + ${r}u) * 32u + lane % 32u] = y${r}_0;
    #if NORM
    if (lane % 32u == 0u) { madeSquares[slot * ${ROWS}u + ${r}u] = squares${r}; }
    #end
    #end
    workgroupBarrier();
    if (lane < ${ROWS * 32}u) {
      #for s in 0..SLOTS
      total += made[${s * ROWS * 32}u + lane];
      #if NORM
      squares += madeSquares[${s * ROWS}u + lane / 32u];
      #end
      #end
    }
    workgroupBarrier();
    first += ${SLOTS * 4}u;
  }
  #if NORM
  total *= inverseSqrt(squares / f32(p.blocks * 32u) + p.epsilon);
  #end
  let t = lane / 32u;
  #if SWIGLU
  let within = columnOf(place) % 16u + select(0u, 16u, place % 8u >= 4u);
  let i = lane % 32u;
  let column = group.x * 16u + i;
  let isOwn = lane < ${ROWS * 32}u && i < 16u && t < p.T && column < p.N;
  #else
  let within = n % 32u;
  let column = group.x * 32u + lane % 32u;
  let isOwn = lane < ${ROWS * 32}u && t < p.T && column < p.N;
  #end
  if (lane < ${ROWS * 32}u) { made[t * 32u + within] = total; }
  workgroupBarrier();
  var own = 0.0;
  if (isOwn) {
    #if SWIGLU
    own = finished(t, column, made[lane], made[lane + 16u]);
    #else
    own = finished(t, column, made[lane], 0.0);
    #end
  }
  #if QUANT
  // Waits until all lanes have read `made`.
  workgroupBarrier();
  if (isOwn) { made[lane] = own; }
  workgroupBarrier();
  if (isOwn && lane % 16u == 0u) { storeMade(t, column, lane); }
  #end
}
