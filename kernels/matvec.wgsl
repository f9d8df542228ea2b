// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) for few rows, on GPUs: matmul_tiled.wgsl has
// the same sums for many rows, bit for bit.
// A workgroup owns COLUMNS rows of W, a tile of include/weight.wgsl or part of one, and SLOTS times as many lanes, each
// with one row of W: neighbouring lanes read neighbouring vec4. The lanes of a slot sum every SLOTS-th chunk of 128 of
// K from its first element to its last; then the sums of SLOTS chunks are added in order, through workgroup memory of
// 4 COLUMNS SLOTS ROWS bytes. So no sum depends on T, COLUMNS, SLOTS or ROWS.
// HALF: W is rounded to f16 here; X was, by round_to_f16.wgsl, for each lane reads all of it.
// With SWIGLU, W holds N gate rows, then N up rows, and Y[T, N] = silu(gate) * up: half of the rows are gates.
// Grid (ceil(N / 32) 32 / COLUMNS), with SWIGLU (ceil(N / 16) 32 / COLUMNS). Limit: bytes of W.
#include weight
#include projection
#include half

@group(0) @binding(1) var<storage, read> X: array<vec4<f32>>;

// Of slot s, row t and lane l at (s ROWS + t) COLUMNS + l.
var<workgroup> sums: array<f32, ${SLOTS * ROWS * COLUMNS}>;

@compute @workgroup_size(${SLOTS * COLUMNS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let slot = lane / ${COLUMNS}u;
  let place = group.x * ${COLUMNS}u + lane % ${COLUMNS}u;
  let n = rowOf(place);
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
          y${r} = chain(high, X[x + 4u], chain(low, X[x], y${r}));
        }
        #end
      }
      #end
    }
    #for r in 0..ROWS
    sums[(slot * ${ROWS}u + ${r}u) * ${COLUMNS}u + lane % ${COLUMNS}u] = y${r};
    #end
    workgroupBarrier();
    if (lane < ${ROWS * COLUMNS}u) {
      #for s in 0..SLOTS
      total += sums[${s * ROWS * COLUMNS}u + lane];
      #end
    }
    workgroupBarrier();
    first += ${SLOTS * 4}u;
  }
  let t = lane / ${COLUMNS}u;
  #if SWIGLU
  if (lane < ${ROWS * COLUMNS}u) { sums[lane] = total; }
  workgroupBarrier();
  let column = columnOf(place);
  if (lane < ${ROWS * COLUMNS}u && lane % 8u < 4u && t < p.T && column < p.N) {
    Y[t * p.strideY + column] = gated(t, column, sums[lane], sums[lane + 4u]);
  }
  #else
  if (lane < ${ROWS * COLUMNS}u) { store(t, n, total); }
  #end
}

#include row_of_place
