// dX[T, K] = dY[T, N] W[N, K]  (+ dX)  (+ dU[T, S R] A[S R, K]) of factors rounded to f16, with f32 sums, on GPUs with
// subgroup matrices. Rows of dY are divided by their scale (row_scale.wgsl) before they are rounded, and the sums
// multiplied by it.
// A workgroup of four subgroups makes HEIGHT rows x WIDTH columns, 4 M x 4 N of the matrices, over 32 of N at a time
// (include/matrix.wgsl, matmul_matrix.wgsl). LoRA's share is f32. At most 26 KiB of workgroup memory.
// Grid (ceil(K / WIDTH), ceil(T / HEIGHT), sections). Limit: FLOPs (2 T N K).
// W may be a shard over columns offsetY .. offsetY + N of dY; all shards but the first run with ADD. N may be in
// sections, of a multiple of 256: the sums of section s go to rows s T + t of dX (sum_sections.wgsl).
#include matrix
#include weight
#include half_block

// `pairs` is 4 and `outputs` the turns of a lane: bounds of loops that must not be unrolled.
struct Sizes {
  T: u32, N: u32, blocks: u32, strideY: u32, offsetY: u32, loraA: u32, ranks: u32, pairs: u32, outputs: u32,
  section: u32, origin: u32,
}
var<immediate> p: Sizes;
@group(0) @binding(1) var<storage, read> dY: array<f32>;
@group(0) @binding(2) var<storage, read_write> dX: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> scale: array<f32>;
#if LORA
@group(0) @binding(4) var<storage, read> adapter: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> dU: array<f32>;
#end

const RIGHT_STRIDE = ${WIDTH + 8}u;
var<workgroup> left: array<f16, ${HEIGHT * 40}>;
var<workgroup> right: array<f16, ${WIDTH + 8 * 32}>;
var<workgroup> inverses: array<f32, ${HEIGHT}>;
var<workgroup> made: array<f32, ${HEIGHT * WIDTH}>;

#if SIZED
@subgroup_size(${SIZE})
#end
@compute @workgroup_size(${SIZE * 4})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let first = (p.origin + group.y) * ${HEIGHT}u;
  // The corner of the subgroup's own sums.
  let ownRow = lane / ${SIZE * 2}u * ${M * 2}u;
  let ownColumn = lane / ${SIZE}u % 2u * ${N * 2}u;
  let leftAt = ownRow * LEFT_STRIDE;
  let rightAt = ownColumn;
  for (var u = 0u; u < ${HEIGHT / 4 / SIZE + 1}u; u++) {
    let row = lane + u * ${SIZE * 4}u;
    // One over a power of two, by its bits: a quotient may be rounded.
    if (row < ${HEIGHT}u) {
      inverses[row] = bitcast<f32>(0x7f000000u - bitcast<u32>(scale[min(first + row, p.T - 1u)]));
    }
  }
  #for q in 0..TOTALS
  var total${q} = 0.0;
  #end
  let end = min((group.z + 1u) * p.section, p.N);
  for (var n0 = group.z * p.section; n0 < end; n0 += 256u) {
    #for i in 0..TALL
    #for j in 0..BROAD
    var sum${i}_${j} = subgroup_matrix_result<f32, ${N}, ${M}>();
    #end
    #end
    for (var part = 0u; part < 8u; part++) {
      let start = n0 + part * 32u;
      if (start >= end) { break; }
      // The terms before are summed by all subgroups.
      workgroupBarrier();
      for (var u = 0u; u < ${WIDTH * 2 / SIZE}u; u++) {
        let unit = lane + u * ${SIZE * 4}u;
        if (unit >= ${WIDTH * 2}u) { break; }
        // A tile of W keeps rows l, l + 4, l + 8 .. side by side.
        let row = unit % 8u * 4u + unit % 32u / 8u;
        let which = unit % ${WIDTH}u / 32u;
        let side = unit / ${WIDTH}u;
        let halves = halfBlock(start + row, min(group.x * ${WIDTH / 32}u + which, p.blocks - 1u), side);
        let at = row * RIGHT_STRIDE + which * 32u + side * 8u;
        #for e in 0..4
        right[at + ${e}u] = halves[0][${e}];
        right[at + ${e + 16}u] = halves[1][${e}];
        right[at + ${e + 4}u] = halves[2][${e}];
        right[at + ${e + 20}u] = halves[3][${e}];
        #end
      }
      let term = start + lane % 32u;
      let column = p.offsetY + min(term, p.N - 1u);
      for (var u = 0u; u < ${HEIGHT * 8 / SIZE}u; u++) {
        let row = lane / 32u + u * ${SIZE / 8}u;
        let d = dY[min(first + row, p.T - 1u) * p.strideY + column] * inverses[row];
        left[row * LEFT_STRIDE + lane % 32u] = f16(select(0.0, d, term < p.N));
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
  for (var turn = 0u; turn < p.outputs; turn++) {
    let i = turn * ${SIZE * 4}u + lane;
    let t = first + i / ${WIDTH / 4}u;
    let k = group.x * ${WIDTH / 4}u + i % ${WIDTH / 4}u;
    if (t >= p.T || k >= p.blocks * 8u) { continue; }
    var x = scale[t] * vec4(made[i * 4u], made[i * 4u + 1u], made[i * 4u + 2u], made[i * 4u + 3u]);
    #if LORA
    for (var r = 0u; r < p.ranks; r++) { x += dU[t * p.ranks + r] * adapter[p.loraA + r * p.blocks * 8u + k]; }
    #end
    let at = (group.z * p.T + t) * p.blocks * 8u + k;
    #if ADD
    x += dX[at];
    #end
    dX[at] = x;
  }
}
