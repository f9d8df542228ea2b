// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) for many rows, on GPUs; bit-identical to
// matvec.wgsl.
// A workgroup of 128 lanes computes 8 ROWS rows x 64 columns, over 32 of K at a time (include/tile.wgsl). Each lane
// stages half a block of a row of W, unpacked, and ROWS / 2 vec4 of X in workgroup memory. After the sums over K,
// neighbouring lanes add the other terms to neighbouring elements of a row.
// With SWIGLU, W holds N gate rows, then N up rows, and Y[T, N] = silu(gate) * up: the tile has 32 of each.
// Grid (ceil(N / 64), with SWIGLU ceil(N / 32), ceil(T / 8 ROWS)). Limit: FLOPs (2 T N K).
#include weight
#include projection
#include weight_pairs
#include tile
#include half

@group(0) @binding(1) var<storage, read> X: array<vec4<f32>>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let columnFour = lane % 16u;
  let firstRow = lane / 16u * ${ROWS}u;
  let t0 = (p.origin + group.y) * ${ROWS * 8}u;
  // The lane stages pairs 2 side and 2 side + 1 of each block of its column, and vec4 lane % 8 of its rows.
  // A tile of W stores rows l, l + 4, l + 8, .. side by side.
  let column = lane / 32u % 2u * 32u + lane % 8u * 4u + lane % 32u / 8u;
  let side = lane / 64u;
  let n = rowOf(group.x, column);
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
      let pairs = weightPairs(n, block + b, side);
      #for u in 0..ROWS / 2
      let four${u} = factor(X[x${u} + (block + b) * 8u]);
      #end
      // Waits until all lanes have summed the previous terms.
      workgroupBarrier();
      storeRight(column, side * 4u, factor(pairs.first.low));
      storeRight(column, side * 4u + 1u, factor(pairs.first.high));
      storeRight(column, side * 4u + 2u, factor(pairs.second.low));
      storeRight(column, side * 4u + 3u, factor(pairs.second.high));
      #for u in 0..ROWS / 2
      storeLeft(lane / 8u + ${u * 16}u, xFour % 4u * 2u + xFour / 4u, four${u});
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
  tile[(firstRow + ${r}u) * 16u + columnFour] = total${r};
  #end
  workgroupBarrier();
  // The bound is passed at run time, so that no compiler unrolls the loop.
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
        let n = first + ${e}u;
        Y[t * p.strideY + n] = gated(t, n, gates[${e}], ups[${e}]);
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

// A vec4 of the right operand holds four terms of a column.
fn storeRight(column: u32, four: u32, factors: vec4<f32>) {
  tile[RIGHT + column * 8u + (four ^ (column / 4u % 8u))] = factors;
}

fn rightOf(four: u32, columnFour: u32) -> mat4x4<f32> {
  let at = RIGHT + columnFour * 32u + (four ^ (columnFour % 8u));
  return transpose(mat4x4(tile[at], tile[at + 8u], tile[at + 16u], tile[at + 24u]));
}

// Returns the row of W of a column of the tile.
fn rowOf(group: u32, column: u32) -> u32 {
  #if SWIGLU
  return min(group * 32u + column % 32u, p.N - 1u) + select(0u, p.N, column >= 32u);
  #else
  return min(group * 64u + column, p.N - 1u);
  #end
}
