// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) of factors rounded to f16, with f32 sums,
// for many rows on GPUs with subgroup matrices; bit-identical to matvec_matrix.wgsl. `left` holds the tiles of the rows
// of X from `row` on (tile_rows.wgsl), `right` the tiles of the rows of W from `first` on (tile_weights.wgsl). If
// SUMMANDS is 2, X is divided by `scale` and is the sum of two f16 (include/summands.wgsl).
// A workgroup of DOWN x ALONG subgroups computes HEIGHT rows x WIDTH columns, each subgroup TALL M x 32 of them
// (include/matrix_tiles.wgsl). Workgroup memory: at most 32 KiB.
// With SWIGLU, W holds N gate rows, then N up rows, and Y[T, N] = silu(gate) * up: 16 columns of gates, then 16 of ups.
// Grid (ceil(columns / WIDTH), ceil(rows / HEIGHT)). Limit: FLOPs (2 T N K).
#include matrix
struct Sizes {
  T: u32, N: u32, blocks: u32, strideY: u32, offsetY: u32,
  loraB: u32, loraStride: u32, segments: u32, bound1: u32, bound2: u32,
  outputs: u32, row: u32, first: u32, begin: u32, ups: u32, origin: u32,
}
var<immediate> p: Sizes;
#include projection_output
#include summands

@group(0) @binding(0) var<storage, read> left: array<f16>;
@group(0) @binding(1) var<storage, read> right: array<f16>;
#if SUMMANDS == 2
@group(0) @binding(${LORA * 3 + BIAS + 3}) var<storage, read> scale: array<f32>;
#end
var<workgroup> made: array<f32, ${DOWN * ALONG * M * 64}>;

// Removes the scales of the factors from a sum of row t.
fn ofRow(t: u32, sum: f32) -> f32 {
  #if SUMMANDS == 2
  return sum * (scale[t] * (1.0 / WEIGHT_FACTOR));
  #else
  return sum;
  #end
}

#if SIZED
@subgroup_size(${SIZE})
#end
@compute @workgroup_size(${SIZE * DOWN * ALONG})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let own = local.x % ${SIZE}u;
  let subgroup = local.x / ${SIZE}u;
  let row0 = ((p.origin + group.y) * ${DOWN}u + subgroup / ${ALONG}u) * ${TALL * M}u;
  let column0 = (group.x * ${ALONG}u + subgroup % ${ALONG}u) * 32u;
  let region = subgroup * ${M * 64}u;
  let across = p.blocks * 2u;
  #include matrix_tiles
  #for i in 0..TALL
  workgroupBarrier();
  #for h in 0..2
  #for q in 0..EACH
  made[region + ${h * M * 16}u + ${q * SIZE}u + own] = total${i}_${h}_${q};
  #end
  #end
  workgroupBarrier();
  // The bound is passed at run time, so that no compiler unrolls the loop.
  for (var turn = 0u; turn < p.outputs; turn++) {
    let i = turn * ${SIZE}u + own;
    #if SWIGLU
    let t = p.row + row0 + ${i * M}u + i / 16u;
    let n = p.first + column0 / 2u + i % 16u;
    if (t < p.T && n < p.N) {
      Y[t * p.strideY + n] = gated(t, n, ofRow(t, made[region + i]), ofRow(t, made[region + i + ${M * 16}u]));
    }
    #else
    let at = region + i % 32u / 16u * ${M * 16}u + i / 32u * 16u + i % 16u;
    let t = p.row + row0 + ${i * M}u + i / 32u;
    store(t, p.first + column0 + i % 32u, ofRow(t, made[at]));
    #end
  }
  #end
}
