// dX[T, K] = dY[T, N] W[N, K]  (+ dX)  (+ dU[T, S R] A[S R, K]) of factors rounded to f16, with f32 sums, on GPUs with
// subgroup matrices. `left` holds the tiles of the rows of dY from `row` on, divided by their scale (row_scale.wgsl,
// tile_rows.wgsl); the sums are multiplied by it again. `right` holds the tiles of the rows of W (tile_weights.wgsl),
// from element `begin` on. The LoRA term is f32.
// A workgroup of DOWN x ALONG subgroups computes HEIGHT rows x WIDTH columns, each subgroup TALL M x 32 of them
// (include/matrix_tiles.wgsl). Workgroup memory: at most 32 KiB. `width` is K / 16, `across` twice the number of blocks
// of 32 terms. If SUMMANDS is 2, dY is the sum of two f16 (include/summands.wgsl).
// Grid (ceil(K / WIDTH), ceil(rows / HEIGHT)). Limit: FLOPs (2 T N K).
#include matrix
#include summands
// `outputs` is a lane's number of iterations, a bound of a loop that must not be unrolled.
struct Sizes {
  T: u32, across: u32, width: u32, loraA: u32, ranks: u32, outputs: u32, row: u32, begin: u32, origin: u32,
}
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> left: array<f16>;
@group(0) @binding(1) var<storage, read> right: array<f16>;
@group(0) @binding(2) var<storage, read_write> dX: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> scale: array<f32>;
#if LORA
@group(0) @binding(4) var<storage, read> adapter: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> dU: array<f32>;
#end
var<workgroup> made: array<f32, ${DOWN * ALONG * M * 64}>;

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
  let across = p.across;
  #include matrix_tiles
  #for i in 0..TALL
  workgroupBarrier();
  #for h in 0..2
  #for q in 0..EACH
  made[region + ${h * M * 16}u + ${q * SIZE}u + own] = total${i}_${h}_${q};
  #end
  #end
  workgroupBarrier();
  for (var turn = 0u; turn < p.outputs; turn++) {
    let i = turn * ${SIZE}u + own;
    let t = p.row + row0 + ${i * M}u + i / 8u;
    let four = column0 / 4u + i % 8u;
    if (i >= ${M * 8}u || t >= p.T || four >= p.width * 4u) { continue; }
    let place = region + i % 8u / 4u * ${M * 16}u + i / 8u * 16u + i % 4u * 4u;
    #if SUMMANDS == 2
    let scaleOfSum = scale[t] * (1.0 / WEIGHT_FACTOR);
    #else
    let scaleOfSum = scale[t];
    #end
    var x = scaleOfSum * vec4(made[place], made[place + 1u], made[place + 2u], made[place + 3u]);
    #if LORA
    for (var r = 0u; r < p.ranks; r++) { x += dU[t * p.ranks + r] * adapter[p.loraA + r * p.width * 4u + four]; }
    #end
    let at = t * p.width * 4u + four;
    #if ADD
    x += dX[at];
    #end
    dX[at] = x;
  }
  #end
}
