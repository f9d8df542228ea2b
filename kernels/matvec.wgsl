// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) for few rows, on GPUs: matmul_tiled.wgsl has
// the same sums for many rows, bit for bit.
// A workgroup owns 32 rows of W, one tile of include/weight.wgsl high, and SLOTS times 32 lanes, each with one row of
// W: neighbouring lanes read neighbouring vec4. The lanes of a slot sum every SLOTS-th chunk of 128 of K from its first
// element to its last; then the sums of SLOTS chunks are added in order, through workgroup memory of 128 SLOTS ROWS
// bytes. So no sum depends on T, SLOTS or ROWS.
// With SWIGLU, W holds N gate rows, then N up rows, and Y[T, N] = silu(gate) * up: a workgroup has 16 of each.
// Grid (ceil(N / 32)), with SWIGLU (ceil(N / 16)). Limit: bytes of W.
#include weight
#include projection
#include half

@group(0) @binding(1) var<storage, read> X: array<vec4<f32>>;

// Of slot s, row t and lane l at (s ROWS + t) 32 + l.
var<workgroup> sums: array<f32, ${SLOTS * ROWS * 32}>;

@compute @workgroup_size(${SLOTS * 32})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let slot = lane / 32u;
  let n = rowOf(group.x, lane % 32u);
  let row = weightRow(n, p.blocks);
  #if PACKED
  let scalesAt = weightScalesAt(n, p.blocks);
  #else
  let scale = scaleOf(0u);
  #end
  var total = 0.0;
  var first = slot * 4u;
  for (var rounds = (p.blocks + ${SLOTS * 4 - 1}u) / ${SLOTS * 4}u; rounds > 0u; rounds--) {
    #for r in 0..ROWS
    var y${r} = 0.0;
    #end
    for (var b = 0u; b < 4u; b++) {
      let block = first + b;
      if (block >= p.blocks) { break; }
      let w = row + block * TILE;
      #if PACKED
      let scale = scaleOf(W[scalesAt + block * TILE][n % 4u]);
      let quants = W[w];
      #if WEIGHT == q8
      let further = W[w + 8u];
      #end
      #end
      #for i in 0..4
      {
        #if WEIGHT == q8
        let pair = unpackedPair(quants[${i}], further[${i}], scale);
        #else
        #if PACKED
        let pair = unpackedPair(quants[${i}], scale);
        #else
        let pair = weightPair(w, ${i}u, scale);
        #end
        #end
        let low = factor(pair.low);
        let high = factor(pair.high);
        #for r in 0..ROWS
        {
          let x = (min(${r}u, p.T - 1u) * p.blocks + block) * 8u + ${i}u;
          y${r} = chain(high, factor(X[x + 4u]), chain(low, factor(X[x]), y${r}));
        }
        #end
      }
      #end
    }
    #for r in 0..ROWS
    sums[(slot * ${ROWS}u + ${r}u) * 32u + lane % 32u] = y${r};
    #end
    workgroupBarrier();
    if (lane < ${ROWS * 32}u) {
      #for s in 0..SLOTS
      total += sums[${s * ROWS * 32}u + lane];
      #end
    }
    workgroupBarrier();
    first += ${SLOTS * 4}u;
  }
  let t = lane / 32u;
  #if SWIGLU
  if (lane < ${ROWS * 32}u) { sums[lane] = total; }
  workgroupBarrier();
  let column = group.x * 16u + lane % 4u * 4u + lane % 32u / 8u;
  if (lane < ${ROWS * 32}u && lane % 8u < 4u && t < p.T && column < p.N) {
    Y[t * p.strideY + column] = gated(t, column, sums[lane], sums[lane + 4u]);
  }
  #else
  if (lane < ${ROWS * 32}u) { store(t, n, total); }
  #end
}

// The row of W of a lane of 32: a tile keeps rows l, l + 4, l + 8 .. side by side. Four lanes of eight have gates, the
// others the ups that belong to them.
fn rowOf(group: u32, lane: u32) -> u32 {
  #if SWIGLU
  let column = min(group * 16u + lane % 4u * 4u + lane / 8u, p.N - 1u);
  return select(column, column + p.N, lane % 8u >= 4u);
  #else
  return group * 32u + lane % 8u * 4u + lane / 8u;
  #end
}
