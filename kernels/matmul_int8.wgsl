// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) on CPU adapters, with X and W in blocks of
// 32 int8 along K: y = sum over blocks of dW (dX sum(qX qW) of each half), plus mW sum(dX qX) for 4-bit blocks, which
// have a minimum m.
// The integer sums are exact (at most 16 * 127 * 128), and the blocks are added up in order, so results do not depend,
// to the bit, on the tile or the batch shape. A lane owns ROWS x COLUMNS outputs in registers; X is the same for all
// lanes.
// A lane's columns are GROUPS of EACH rows of W that are stored together (include/weight.wgsl).
// include/int8_products_* compute the products of a block. Without SUBGROUP they use dot4I8Packed. With SUBGROUP a
// workgroup is a subgroup of 8, and each lane loads a part of X and broadcasts it to the others, because CPU adapters
// load for every lane separately.
// With NORM, X holds weight x and the squares of x, so y / rms(x) is the product of the normalized x, and the norm
// needs no dispatch of its own.
// With SWIGLU, W holds N gate rows, then N up rows, and Y = silu(gate) * up. QUANT also stores Y to Q, as int8 blocks
// for the next matmul; with QUANT == 2, for a matmul with NORM. A workgroup then computes whole half blocks, without
// SUBGROUP through 4 LANES COLUMNS bytes of workgroup memory.
// Grid (ceil(N / COLUMNS / LANES), ceil(T / ROWS)). Limit: FLOPs (2 T N K, integers) for many rows, bytes of W for few.
#if SUBGROUP
enable subgroups;
#end
#include weight
#include projection
#if PRODUCTS == bytes
#include dot_bytes
#end
#if PRODUCTS == nibbles
#include nibbles
#end

// [T, K / 32] x 16 words (include/int8_block.wgsl).
#if SUBGROUP
@group(0) @binding(1) var<storage, read> X: array<u32>;
#else
@group(0) @binding(1) var<storage, read> X: array<vec4<u32>>;
#end
#if QUANT
@group(0) @binding(${LORA * 3 + BIAS + 3}) var<storage, read_write> Q: array<u32>;
#if QUANT == 2
@group(0) @binding(${LORA * 3 + BIAS + 4}) var<storage, read> normWeight: array<vec4<f32>>;
#end
#include int8_block
#if SUBGROUP
#include int8_lanes
#else
#include int8_made
var<workgroup> made: array<f32, ${LANES * MADE}>;

fn madeFour(at: u32) -> vec4<f32> { return vec4(made[at], made[at + 1u], made[at + 2u], made[at + 3u]); }
#end
#end

// Computes and stores the outputs of row t from a lane's products.
fn finish(t: u32, group: u32, lane: u32, products: array<f32, ${COLUMNS}>) {
  let n0 = (group * ${LANES}u + lane) * ${MADE}u;
  var own = array<f32, ${MADE}>();
  #for c in 0..MADE
  if (t < p.T && n0 + ${c}u < p.N) {
    let n = n0 + ${c}u;
    let at = t * p.strideY + p.offsetY + n;
    #if SWIGLU
    own[${c}] = gated(t, n, products[${c}], products[${MADE + c}]);
    #else
    own[${c}] = completed(t, p.offsetY + n, products[${c}]);
    #if ADD
    own[${c}] += Y[at];
    #end
    #end
    Y[at] = own[${c}];
  }
  #end
  #if QUANT
  #if SUBGROUP
  var squares = 0.0;
  #if QUANT == 2
  let w = normWeight[min(n0, p.N - 1u) / 4u];
  #for i in 0..4
  squares += own[${i}] * own[${i}];
  own[${i}] *= w[${i}];
  #end
  #end
  storeInt8Lanes((t * p.N + n0) / 16u, lane, own, squares, t < p.T && n0 < p.N);
  #else
  #for c in 0..MADE
  made[lane * ${MADE}u + ${c}u] = own[${c}];
  #end
  workgroupBarrier();
  let n = group * ${LANES * MADE}u + lane * 16u;
  if (lane < ${LANES * MADE / 16}u && t < p.T && n < p.N) { storeMade(t, n, lane * 16u); }
  workgroupBarrier();
  #end
  #end
}

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let n0 = (group.x * ${LANES}u + lane.x) * ${MADE}u;
  let t0 = (p.origin + group.y) * ${ROWS}u;
  #for g in 0..GROUPS
  #if SWIGLU
  let first${g} = min(n0, p.N - ${EACH}u) + ${g}u * p.N;
  #else
  let first${g} = min(n0 + ${g * 4}u, (p.N - 1u) / 4u * 4u);
  #end
  let row${g} = weightRow(first${g}, p.blocks);
  let scalesAt${g} = weightScalesAt(first${g}, p.blocks);
  #end
  #for r in 0..ROWS
  let x${r} = min(t0 + ${r}u, p.T - 1u) * p.blocks;
  var squares${r} = 0.0;
  #for c in 0..COLUMNS
  var y${r}_${c} = 0.0;
  #end
  #end
  for (var block = 0u; block < p.blocks; block++) {
    #for g in 0..GROUPS
    let scales${g} = weightScales(scalesAt${g} + block * TILE, first${g});
    #for c in 0..EACH
    #if EACH == 2
    let d${g * 2 + c} = scaleOf(select(scales${g}[${c}], scales${g}[${c + 2}], first${g} % 4u == 2u));
    #else
    let d${g * 4 + c} = scaleOf(scales${g}[${c}]);
    #end
    let w${g * EACH + c} = row${g} + block * TILE + ${c}u * ROW;
    #end
    #end
    #include int8_products_${PRODUCTS}
  }
  #for r in 0..ROWS
  #if NORM
  let rstd${r} = inverseSqrt(squares${r} / f32(p.blocks * 32u) + p.epsilon);
  #else
  let rstd${r} = 1.0;
  #end
  #end
  #if ROWS == 1
  finish(t0, group.x, lane.x, array(
    #for c in 0..COLUMNS
    y0_${c} * rstd0,
    #end
  ));
  #else
  // The bound is passed at run time, so that no compiler unrolls the loop, which would take a CPU adapter minutes.
  var sums = array<f32, ${ROWS * COLUMNS}>(
    #for r in 0..ROWS
    #for c in 0..COLUMNS
    y${r}_${c} * rstd${r},
    #end
    #end
  );
  for (var r = 0u; r < p.outputs / ${COLUMNS}u; r++) {
    finish(t0 + r, group.x, lane.x, array(
      #for c in 0..COLUMNS
      sums[r * ${COLUMNS}u + ${c}u],
      #end
    ));
  }
  #end
}
