// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) for many rows, on GPUs, with X and W in
// blocks of 32 int8 along K: bit-identical to matvec_int8.wgsl, and with the same NORM, SWIGLU and QUANT.
// A workgroup of 128 lanes computes 8 ROWS rows x 64 columns, one block of 32 of K at a time, through 2048 ROWS bytes
// of workgroup memory. Each lane stages half a block of a row of W and ROWS / 4 vec4 of X, and owns ROWS rows x 4
// columns in registers. The 4 blocks of a chunk are added in order, then the chunks in order.
// With SWIGLU the tile has 32 gates and 32 ups.
// Grid (ceil(N / 64), with SWIGLU ceil(N / 32), ceil(T / 8 ROWS)). Limit: FLOPs (2 T N K, integers).
#include weight
#include projection
#include dot_bytes
#include int8_output

// [T, K / 32] x 4 vec4 (include/int8_block.wgsl).
@group(0) @binding(1) var<storage, read> X: array<vec4<u32>>;
#if QUANT
@group(0) @binding(${LORA * 3 + BIAS + 3}) var<storage, read_write> Q: array<u32>;
#if QUANT == 2
@group(0) @binding(${LORA * 3 + BIAS + 4}) var<storage, read> normWeight: array<vec4<f32>>;
#end
#include int8_block
#include int8_made

fn madeFour(at: u32) -> vec4<f32> { return bitcast<vec4<f32>>(tile[at / 4u]); }
#end

// The current block: the rows of X, 4 vec4 each; then the bytes of the columns, half s of column c at
// RIGHT + (c % 4 * 2 + s) 16 + c / 4; then the scales, four columns in a vec4. At the end, it holds the outputs,
// 16 vec4 per row.
const RIGHT = ${ROWS * 32}u;
const SCALES = ${ROWS * 32 + 128}u;
var<workgroup> tile: array<vec4<u32>, ${ROWS * 128}>;
#if NORM
var<workgroup> squares: array<f32, ${ROWS * 8}>;
#end

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let columnFour = lane % 16u;
  let firstRow = lane / 16u * ${ROWS}u;
  let t0 = (p.origin + group.y) * ${ROWS * 8}u;
  // A tile of W stores rows l, l + 4, l + 8, .. side by side.
  let column = lane / 32u % 2u * 32u + lane % 8u * 4u + lane % 32u / 8u;
  let side = lane / 64u;
  let n = fourOf(group.x, column / 4u) + column % 4u;
  let row = weightRow(n, p.blocks);
  let scaled = fourOf(group.x, columnFour);
  let scalesAt = weightScalesAt(scaled, p.blocks);
  #for u in 0..ROWS / 4
  let x${u} = min(t0 + lane / 4u + ${u * 32}u, p.T - 1u) * p.blocks * 4u + lane % 4u;
  #if NORM
  var squares${u} = 0.0;
  #end
  #end
  #for r in 0..ROWS
  var total${r} = vec4<f32>();
  #end
  for (var first = 0u; first < p.blocks; first += 4u) {
    #for r in 0..ROWS
    var sum${r} = vec4<f32>();
    #end
    #if NORM
    #for u in 0..ROWS / 4
    var chunk${u} = 0.0;
    #end
    #end
    for (var b = 0u; b < 4u; b++) {
      let block = first + b;
      if (block >= p.blocks) { break; }
      #if WEIGHT == q8
      let bytes = W[row + block * TILE + side * 8u];
      #else
      let bytes = (W[row + block * TILE] >> vec4(side * 4u)) & vec4(0x0f0f0f0fu);
      #end
      let words = weightScales(scalesAt + block * TILE, scaled);
      #for u in 0..ROWS / 4
      let four${u} = X[x${u} + block * 4u];
      #if NORM
      let both${u} = bitcast<vec4<f32>>(four${u});
      chunk${u} += both${u}.x + both${u}.y;
      #end
      #end
      // Waits until all lanes have multiplied the previous block.
      workgroupBarrier();
      #for u in 0..ROWS / 4
      tile[lane + ${u * 128}u] = four${u};
      #end
      tile[RIGHT + (column % 4u * 2u + side) * 16u + column / 4u] = bytes;
      if (lane < 16u) { tile[SCALES + lane] = words; }
      workgroupBarrier();
      let scales = tile[SCALES + columnFour];
      #for c in 0..4
      let d${c} = scaleOf(scales[${c}]);
      let low${c} = tile[RIGHT + ${c * 32}u + columnFour];
      let high${c} = tile[RIGHT + ${c * 32 + 16}u + columnFour];
      #end
      let d = vec4(d0.x, d1.x, d2.x, d3.x);
      let m = vec4(d0.y, d1.y, d2.y, d3.y);
      #for r in 0..ROWS
      {
        let at = (firstRow + ${r}u) * 4u;
        let x0 = tile[at];
        let x1 = tile[at + 1u];
        let s = bitcast<vec4<f32>>(tile[at + 2u]);
        let low = vec4(dotBytes(low0, x0), dotBytes(low1, x0), dotBytes(low2, x0), dotBytes(low3, x0));
        let high = vec4(dotBytes(high0, x1), dotBytes(high1, x1), dotBytes(high2, x1), dotBytes(high3, x1));
        sum${r} = fma(d, fma(vec4<f32>(low), vec4(s.x), vec4<f32>(high) * s.y), sum${r});
        #if WEIGHT == q4
        sum${r} = fma(m, vec4(s.z + s.w), sum${r});
        #end
      }
      #end
    }
    #for r in 0..ROWS
    total${r} += sum${r};
    #end
    #if NORM
    #for u in 0..ROWS / 4
    squares${u} += chunk${u};
    #end
    #end
  }
  #if NORM
  #for u in 0..ROWS / 4
  if (lane % 4u == 3u) { squares[lane / 4u + ${u * 32}u] = squares${u}; }
  #end
  #end
  workgroupBarrier();
  #for r in 0..ROWS
  #if NORM
  let rstd${r} = inverseSqrt(squares[firstRow + ${r}u] / f32(p.blocks * 32u) + p.epsilon);
  tile[(firstRow + ${r}u) * 16u + columnFour] = bitcast<vec4<u32>>(total${r} * rstd${r});
  #else
  tile[(firstRow + ${r}u) * 16u + columnFour] = bitcast<vec4<u32>>(total${r});
  #end
  #end
  workgroupBarrier();
  // The bound is passed at run time, so that no compiler unrolls the loop.
  for (var turn = 0u; turn < p.outputs; turn++) {
    #if SWIGLU
    let i = (turn * 16u + lane / 8u) * 16u + lane % 8u;
    let first = group.x * 32u + lane % 8u * 4u;
    let ups = bitcast<vec4<f32>>(tile[i + 8u]);
    #else
    let i = turn * 128u + lane;
    let first = group.x * 64u + lane % 16u * 4u;
    let ups = vec4<f32>();
    #end
    let t = t0 + i / 16u;
    var products = bitcast<vec4<f32>>(tile[i]);
    #for e in 0..4
    if (t < p.T && first + ${e}u < p.N) { products[${e}] = finished(t, first + ${e}u, products[${e}], ups[${e}]); }
    #end
    #if QUANT
    tile[i] = bitcast<vec4<u32>>(products);
    #end
  }
  #if QUANT
  workgroupBarrier();
  #if SWIGLU
  for (var half = lane; half < ${ROWS * 16}u; half += 128u) {
    let within = half % 2u * 16u;
    let n = group.x * 32u + within;
    if (t0 + half / 2u < p.T && n < p.N) { storeMade(t0 + half / 2u, n, half / 2u * 64u + within); }
  }
  #else
  for (var half = lane; half < ${ROWS * 32}u; half += 128u) {
    let within = half % 4u * 16u;
    let n = group.x * 64u + within;
    if (t0 + half / 4u < p.T && n < p.N) { storeMade(t0 + half / 4u, n, half / 4u * 64u + within); }
  }
  #end
  #end
}

// Returns the row of W of the first of four columns of the tile.
fn fourOf(group: u32, four: u32) -> u32 {
  #if SWIGLU
  return min(group * 32u + four % 8u * 4u, p.N - 4u) + select(0u, p.N, four >= 8u);
  #else
  return min(group * 64u + four * 4u, (p.N - 1u) / 4u * 4u);
  #end
}
