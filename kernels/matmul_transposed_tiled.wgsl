// dX[T, K] = dY[T, N] W[N, K]  (+ dX)  (+ dU[T, S R] A[S R, K]) on GPUs.
// A workgroup of 128 lanes makes 8 ROWS rows x 64 columns, over 32 of N at a time (include/tile.wgsl): each lane brings
// two pairs of a row of W, unpacked, and 2 ROWS numbers of dY to workgroup memory. LoRA's share is summed likewise,
// over 32 ranks at a time.
// With HALF the weights are those that the forward pass had, rounded to f16; gradients stay f32.
// Grid (ceil(K / 64), ceil(T / 8 ROWS)). Limit: FLOPs (2 T N K).
// W may be a shard over columns offsetY .. offsetY + N of dY; all shards but the first run with ADD.
#include weight
#include tile
#include half

// `pairs` is 4, the bound of a loop that must not be unrolled.
struct Sizes {
  T: u32, N: u32, blocks: u32, strideY: u32, offsetY: u32, loraA: u32, ranks: u32, pairs: u32, origin: u32,
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
  let rowFour = lane / 16u * ${ROWS / 4}u;
  let first = (p.origin + group.y) * ${ROWS * 8}u;
  // What the lane brings: of row `row` of each 32 of W, and of one of two blocks, the pairs 2 side and 2 side + 1; of
  // its rows of dY number lane % 32. A tile of W keeps rows l, l + 4, l + 8 .. side by side.
  let row = lane % 8u * 4u + lane % 32u / 8u;
  let which = lane / 32u % 2u;
  let side = lane / 64u;
  let block = min(group.x * 2u + which, p.blocks - 1u);
  let term = lane % 32u;
  let brought = lane / 32u;
  #for r in 0..ROWS
  var total${r} = vec4<f32>();
  #end
  for (var n0 = 0u; n0 < p.N; n0 += 128u) {
    #for r in 0..ROWS
    var sum${r} = vec4<f32>();
    #end
    for (var part = 0u; part < 4u; part++) {
      let start = n0 + part * 32u;
      if (start >= p.N) { break; }
      let at = weightRow(start + row, p.blocks) + block * TILE;
      #if PACKED
      let scale = scaleOf(W[weightScalesAt(start + row, p.blocks) + block * TILE][row % 4u]);
      let quants = W[at];
      let words = select(quants.xy, quants.zw, side == 1u);
      #if WEIGHT == q8
      let further = W[at + 8u];
      let furtherWords = select(further.xy, further.zw, side == 1u);
      let pair0 = unpackedPair(words.x, furtherWords.x, scale);
      let pair1 = unpackedPair(words.y, furtherWords.y, scale);
      #else
      let pair0 = unpackedPair(words.x, scale);
      let pair1 = unpackedPair(words.y, scale);
      #end
      #else
      let pair0 = weightPair(at, side * 2u, scaleOf(0u));
      let pair1 = weightPair(at, side * 2u + 1u, scaleOf(0u));
      #end
      // The terms before are summed by all lanes.
      workgroupBarrier();
      #for i in 0..2
      storeRightFour(row, which * 8u + side * 2u + ${i}u, factor(pair${i}.low));
      storeRightFour(row, which * 8u + side * 2u + ${i + 4}u, factor(pair${i}.high));
      #end
      // Loaded as late as this: more registers than these no GPU has.
      let column = p.offsetY + min(start + term, p.N - 1u);
      #for u in 0..ROWS * 2
      {
        let d = dY[min(first + brought + ${u * 4}u, p.T - 1u) * p.strideY + column];
        storeLeft(term, brought + ${u * 4}u, select(0.0, d, start + term < p.N));
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
      storeRightFour(lane / 16u + ${u * 8}u, columnFour, a);
    }
    #end
    #for u in 0..ROWS * 2
    {
      let t = min(first + brought + ${u * 4}u, p.T - 1u);
      let d = dU[t * p.ranks + min(start + term, p.ranks - 1u)];
      storeLeft(term, brought + ${u * 4}u, select(0.0, d, start + term < p.ranks));
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
    let t = first + rowFour * 4u + ${r}u;
    if (t < p.T && k < p.blocks * 8u) {
      let at = t * p.blocks * 8u + k;
      #if ADD
      total${r} += dX[at];
      #end
      dX[at] = total${r};
    }
  }
  #end
}
