// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) for many rows, on GPUs: the sums of
// matvec.wgsl, bit for bit.
// A workgroup of 128 lanes makes 8 ROWS rows x 64 columns, over 32 of K at a time (include/tile.wgsl): each lane brings
// half a block of a row of W, unpacked, and ROWS / 2 vec4 of X to workgroup memory. What is added to the product is
// added once all of K is summed, by lanes beside each other in a row.
// With SWIGLU, W holds N gate rows, then N up rows, and Y[T, N] = silu(gate) * up: the tile has 32 of each.
// Grid (ceil(N / 64), with SWIGLU ceil(N / 32), ceil(T / 8 ROWS)). Limit: FLOPs (2 T N K).
#include weight
#include projection
#include tile
#include half

@group(0) @binding(1) var<storage, read> X: array<vec4<f32>>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let columnFour = lane % 16u;
  let rowFour = lane / 16u * ${ROWS / 4}u;
  let t0 = (p.origin + group.y) * ${ROWS * 8}u;
  // What the lane brings: of its column the pairs 2 side and 2 side + 1 of each block, of its rows the vec4 lane % 8.
  // A tile of W keeps rows l, l + 4, l + 8 .. side by side.
  let column = lane / 32u % 2u * 32u + lane % 8u * 4u + lane % 32u / 8u;
  let side = lane / 64u;
  let n = rowOf(group.x, column);
  let w = weightRow(n, p.blocks);
  #if PACKED
  let scalesAt = weightScalesAt(n, p.blocks);
  #end
  let xFour = lane % 8u;
  #for u in 0..ROWS / 2
  let x${u} = min(t0 + lane / 8u + ${u * 16}u, p.T - 1u) * p.blocks * 8u + xFour;
  #end
  #for r in 0..ROWS
  var total${r} = vec4<f32>();
  #end
  for (var block = 0u; block < p.blocks; block += 4u) {
    #for r in 0..ROWS
    var sum${r} = vec4<f32>();
    #end
    for (var b = 0u; b < 4u; b++) {
      if (block + b >= p.blocks) { break; }
      let at = w + (block + b) * TILE;
      #if PACKED
      let scale = scaleOf(W[scalesAt + (block + b) * TILE][n % 4u]);
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
      #for u in 0..ROWS / 2
      let four${u} = factor(X[x${u} + (block + b) * 8u]);
      #end
      // The terms before are summed by all lanes.
      workgroupBarrier();
      #for i in 0..2
      let low${i} = factor(pair${i}.low);
      let high${i} = factor(pair${i}.high);
      #for e in 0..4
      storeRight(side * 16u + ${i * 8 + e}u, column, low${i}[${e}]);
      storeRight(side * 16u + ${i * 8 + 4 + e}u, column, high${i}[${e}]);
      #end
      #end
      #for u in 0..ROWS / 2
      #for e in 0..4
      storeLeft(xFour % 4u * 8u + xFour / 4u * 4u + ${e}u, lane / 8u + ${u * 16}u, four${u}[${e}]);
      #end
      #end
      workgroupBarrier();
      #include tile_terms
    }
    #for r in 0..ROWS
    total${r} += sum${r};
    #end
  }
  workgroupBarrier();
  #for r in 0..ROWS
  tile[(rowFour * 4u + ${r}u) * 16u + columnFour] = total${r};
  #end
  workgroupBarrier();
  // The bound is given at run time, so that no compiler unrolls the loop.
  for (var turn = 0u; turn < p.outputs; turn++) {
    let i = turn * 128u + lane;
    #if SWIGLU
    let t = t0 + i / 8u;
    let first = group.x * 32u + i % 8u * 4u;
    let gates = tile[i / 8u * 16u + i % 8u];
    let ups = tile[i / 8u * 16u + i % 8u + 8u];
    if (t < p.T && first < p.N) {
      #for e in 0..4
      {
        let g = completed(t, first + ${e}u, gates[${e}]);
        let u = completed(t, first + ${e}u + p.N, ups[${e}]);
        Y[t * p.strideY + first + ${e}u] = g / (1.0 + exp(-g)) * u;
      }
      #end
    }
    #else
    let four = tile[i];
    #for e in 0..4
    store(t0 + i / 16u, group.x * 64u + i % 16u * 4u + ${e}u, four[${e}]);
    #end
    #end
  }
}

// The row of W of a column of the tile.
fn rowOf(group: u32, column: u32) -> u32 {
  #if SWIGLU
  return min(group * 32u + column % 32u, p.N - 1u) + select(0u, p.N, column >= 32u);
  #else
  return min(group * 64u + column, p.N - 1u);
  #end
}
