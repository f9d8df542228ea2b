// dX[T, K] = dY[T, N] W[N, K]  (+ dX)  (+ dU[T, S R] A[S R, K]) on GPUs.
// A workgroup of 128 lanes computes 8 ROWS rows x 64 columns, over 32 of N at a time (include/tile.wgsl). Each lane
// stages two pairs of a row of W, unpacked, and ROWS / 2 groups of four elements of dY in workgroup memory. The LoRA
// term is summed the same way, over 32 ranks at a time. With HALF weights are rounded to f16, as in the forward pass;
// gradients stay f32. Grid (ceil(K / 64), ceil(T / 8 ROWS), sections). Limit: FLOPs (2 T N K).
// W may be a shard, for N columns of dY from offsetY on. All shards but the first run with ADD. N may be divided into
// sections of a multiple of 128; the sums of section s go to rows s T + t of dX, and sum_sections.wgsl adds them up.
#include weight
#include weight_pairs
#include tile
#include half

// `pairs` is 4, the bound of a loop that must not be unrolled.
struct Sizes {
  T: u32, N: u32, blocks: u32, strideY: u32, offsetY: u32, loraA: u32, ranks: u32, pairs: u32, section: u32,
  origin: u32,
}
var<immediate> p: Sizes;
@group(0) @binding(1) var<storage, read> dY: array<f32>;
@group(0) @binding(2) var<storage, read_write> dX: array<vec4<f32>>;
#if LORA
@group(0) @binding(3) var<storage, read> adapter: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> dU: array<f32>;
#end

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let columnFour = lane % 16u;
  let firstRow = lane / 16u * ${ROWS}u;
  let first = (p.origin + group.y) * ${ROWS * 8}u;
  // The lane stages pairs 2 side and 2 side + 1 of row `row` of each 32 rows of W, in one of two blocks. Of its rows of
  // dY it stages the terms from 4 termFour on. A tile of W stores rows l, l + 4, l + 8, .. side by side.
  let row = lane % 8u * 4u + lane % 32u / 8u;
  let which = lane / 32u % 2u;
  let side = lane / 64u;
  let block = min(group.x * 2u + which, p.blocks - 1u);
  let termFour = lane % 8u;
  let brought = lane / 8u;
  #for r in 0..ROWS
  var total${r} = vec4<f32>();
  #end
  let end = min((group.z + 1u) * p.section, p.N);
  for (var n0 = group.z * p.section; n0 < end; n0 += 128u) {
    #for r in 0..ROWS
    var sum${r} = vec4<f32>();
    #end
    for (var part = 0u; part < 4u; part++) {
      let start = n0 + part * 32u;
      if (start >= end) { break; }
      let pairs = weightPairs(start + row, block, side);
      // Waits until all lanes have summed the previous terms.
      workgroupBarrier();
      storeRight(row, which * 8u + side * 2u, factor(pairs.first.low));
      storeRight(row, which * 8u + side * 2u + 4u, factor(pairs.first.high));
      storeRight(row, which * 8u + side * 2u + 1u, factor(pairs.second.low));
      storeRight(row, which * 8u + side * 2u + 5u, factor(pairs.second.high));
      // Loaded this late to save registers: compilers for AMD and Apple would spill.
      #for u in 0..ROWS / 2
      {
        let at = min(first + brought + ${u * 16}u, p.T - 1u) * p.strideY + p.offsetY;
        var d = vec4<f32>();
        #for e in 0..4
        {
          let n = start + termFour * 4u + ${e}u;
          d[${e}] = select(0.0, dY[at + min(n, p.N - 1u)], n < p.N);
        }
        #end
        storeLeft(brought + ${u * 16}u, termFour, d);
      }
      #end
      workgroupBarrier();
      #include tile_terms
    }
    #for r in 0..ROWS
    total${r} += sum${r};
    #end
  }
  #if LORA
  for (var start = 0u; start < p.ranks; start += 32u) {
    #for r in 0..ROWS
    var sum${r} = vec4<f32>();
    #end
    workgroupBarrier();
    #for u in 0..4
    {
      let rank = start + lane / 16u + ${u * 8}u;
      let k = min(group.x * 16u + columnFour, p.blocks * 8u - 1u);
      let a = adapter[p.loraA + min(rank, p.ranks - 1u) * p.blocks * 8u + k];
      storeRight(lane / 16u + ${u * 8}u, columnFour, a);
    }
    #end
    #for u in 0..ROWS / 2
    {
      let at = min(first + brought + ${u * 16}u, p.T - 1u) * p.ranks;
      var d = vec4<f32>();
      #for e in 0..4
      {
        let rank = start + termFour * 4u + ${e}u;
        d[${e}] = select(0.0, dU[at + min(rank, p.ranks - 1u)], rank < p.ranks);
      }
      #end
      storeLeft(brought + ${u * 16}u, termFour, d);
    }
    #end
    workgroupBarrier();
    #include tile_terms
    #for r in 0..ROWS
    total${r} += sum${r};
    #end
  }
  #end
  let k = group.x * 16u + columnFour;
  #for r in 0..ROWS
  {
    let t = first + firstRow + ${r}u;
    if (t < p.T && k < p.blocks * 8u) {
      let at = (group.z * p.T + t) * p.blocks * 8u + k;
      #if ADD
      total${r} += dX[at];
      #end
      dX[at] = total${r};
    }
  }
  #end
}

// A vec4 of the right operand holds four columns of a term.
fn storeRight(term: u32, columnFour: u32, factors: vec4<f32>) {
  tile[RIGHT + term * 16u + (columnFour ^ (term / 4u))] = factors;
}

fn rightOf(four: u32, columnFour: u32) -> mat4x4<f32> {
  let at = RIGHT + four * 64u + (columnFour ^ four);
  return mat4x4(tile[at], tile[at + 16u], tile[at + 32u], tile[at + 48u]);
}
