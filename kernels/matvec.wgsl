// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T) for few rows, on GPUs; bit-identical to
// matmul_tiled.wgsl, which is for many rows.
// A workgroup owns COLUMNS rows of W, which are a tile of include/weight.wgsl or part of one. It has SLOTS COLUMNS
// lanes, each with one row of W; neighbouring lanes read neighbouring vec4. The lanes of a slot sum every SLOTS-th
// chunk of 128 of K from its first element to its last. Then the sums of SLOTS chunks are added in order, through
// workgroup memory of 4 COLUMNS SLOTS ROWS bytes; a lane adds up TOTALS outputs. So no sum depends on T, COLUMNS, SLOTS
// or ROWS.
// STAGED: X passes through workgroup memory, AHEAD blocks of a slot and row at a time, of 128 bytes each. STAGED is
// used with NORM (include/few_rows.wgsl), with HALF, which rounds both factors to f16, and for many rows. It is not
// used with MERGED, which holds all of X in workgroup memory already.
// With SWIGLU, W holds N gate rows, then N up rows, and Y[T, N] = silu(gate) * up: half of the rows are gates.
// Grid (ceil(N / 32) 32 / COLUMNS), with SWIGLU (ceil(N / 16) 32 / COLUMNS). Limit: bytes of W.
#include weight
#include half

// Slot s, row t, lane l is at (s ROWS + t) COLUMNS + l.
var<workgroup> made: array<f32, ${SUMS}>;
#if STAGED
// Row t, slot s and block b of AHEAD begin at ((t SLOTS + s) AHEAD + b) 8.
var<workgroup> staged: array<vec4<f32>, ${ROWS * SLOTS * AHEAD * 8}>;
#end
#include few_rows

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
  #if MERGED
  mergeRows(lane, ${SLOTS * COLUMNS}u);
  #end
  #if NORM
  makeNorms(0u, p.T, p.blocks * 8u, lane, ${SLOTS * COLUMNS}u);
  #for u in 0..ROWS * AHEAD * 8 / COLUMNS
  let rstd${u} = made[min(lane / ${SLOTS * AHEAD * 8}u + ${COLUMNS / 8 / AHEAD * u}u, p.T - 1u)];
  #end
  #if LORA == 2
  keepNorms(lane);
  #end
  #end
  #if LORA == 2
  #if SWIGLU
  let firstColumn = group.x * ${COLUMNS}u / 32u * 16u;
  makeLowRank(firstColumn, min(firstColumn + 15u, p.N - 1u) + p.N, lane, ${SLOTS * COLUMNS}u);
  #else
  let firstColumn = group.x * ${COLUMNS}u / 32u * 32u;
  makeLowRank(p.offsetY + firstColumn, p.offsetY + min(firstColumn + 31u, p.N - 1u), lane, ${SLOTS * COLUMNS}u);
  #end
  #end
  #for q in 0..TOTALS
  var total${q} = 0.0;
  #end
  #if ROWS == 16
  // This is 4, but compilers cannot know that p.blocks > 0, so they do not unroll the loops over pairs.
  let pairs = min(p.blocks + 3u, 4u);
  #end
  var round = 0u;
  for (var rounds = (p.blocks + ${SLOTS * 4 - 1}u) / ${SLOTS * 4}u; rounds > 0u; rounds--) {
    #for r in 0..ROWS
    var y${r} = 0.0;
    #end
    for (var ahead = 0u; ahead < 4u; ahead += ${AHEAD}u) {
      #if STAGED
      #if AHEAD == 4
      #else
      // Waits until all lanes have read the previously staged blocks.
      workgroupBarrier();
      #end
      // A lane stages the same vec4 of each of its rows.
      let block = round + lane / ${AHEAD * 8}u % ${SLOTS}u * 4u + ahead + lane / 8u % ${AHEAD}u;
      let k = min(block, p.blocks - 1u) * 8u + lane % 8u;
      #if NORM
      let weight = norm[k];
      #end
      #for u in 0..ROWS * AHEAD * 8 / COLUMNS
      {
        let t = min(lane / ${SLOTS * AHEAD * 8}u + ${COLUMNS / 8 / AHEAD * u}u, p.T - 1u);
        let x = X[t * p.blocks * 8u + k];
        #if NORM
        staged[lane + ${u * SLOTS * COLUMNS}u] = factor(normed(x, rstd${u}, weight));
        #else
        staged[lane + ${u * SLOTS * COLUMNS}u] = factor(x);
        #end
      }
      #end
      workgroupBarrier();
      #end
      for (var b = 0u; b < ${AHEAD}u; b++) {
        let block = round + slot * 4u + ahead + b;
        if (block >= p.blocks) { break; }
        let w = row + block * TILE;
        #if PACKED
        let scale = scaleOf(weightScale(scalesAt + block * TILE, n));
        let quants = W[w];
        #if WEIGHT == q8
        let further = W[w + 8u];
        #end
        #end
        #if ROWS == 16
        // Compilers that unroll this loop run out of registers.
        for (var i = 0u; i < pairs; i++) {
          #include matvec_terms
        }
        #else
        #for i in 0..4
        {
          const i = ${i}u;
          #include matvec_terms
        }
        #end
        #end
      }
    }
    #for r in 0..ROWS
    made[(slot * ${ROWS}u + ${r}u) * ${COLUMNS}u + lane % ${COLUMNS}u] = y${r};
    #end
    workgroupBarrier();
    #for q in 0..TOTALS
    if (slot + ${q * SLOTS}u < ${ROWS}u) {
      #for s in 0..SLOTS
      total${q} += made[lane + ${q * SLOTS * COLUMNS}u + ${s * ROWS * COLUMNS}u];
      #end
    }
    #end
    workgroupBarrier();
    round += ${SLOTS * 4}u;
  }
  #if SWIGLU
  #for q in 0..TOTALS
  made[lane + ${q * SLOTS * COLUMNS}u] = total${q};
  #end
  workgroupBarrier();
  #end
  #for q in 0..TOTALS
  let i${q} = lane + ${q * SLOTS * COLUMNS}u;
  let t${q} = slot + ${q * SLOTS}u;
  #if NEXT
  var y${q} = 0.0;
  #end
  #if SWIGLU
  if (t${q} < p.T && lane % 8u < 4u && columnOf(place) < p.N) {
    let act = gated(t${q}, columnOf(place), made[i${q}], made[i${q} + 4u]);
    Y[t${q} * p.strideY + columnOf(place)] = act;
    #if NEXT
    y${q} = act;
    #end
  }
  #else
  #if NEXT
  y${q} = store(t${q}, n, total${q});
  #else
  store(t${q}, n, total${q});
  #end
  #end
  #end
  #if NEXT
  workgroupBarrier();
  #for q in 0..TOTALS
  made[i${q}] = y${q};
  #end
  workgroupBarrier();
  // The workgroup has a tile of W, or half a tile, which holds one of the two parts of each group of 16 columns.
  let half = group.x * ${COLUMNS}u % 32u / 16u;
  #if SWIGLU
  leaveParts(group.x * ${COLUMNS}u / 32u, 1u, half, ${COLUMNS / 16}u, lane, ${SLOTS * COLUMNS}u);
  #else
  leaveParts(
    p.offsetY / 16u + group.x * ${COLUMNS}u / 32u * 2u, 2u, half, ${COLUMNS / 16}u, lane, ${SLOTS * COLUMNS}u,
  );
  #end
  #end
}

#include row_of_place
#if NEXT
// Returns column c of the workgroup's results, which `made` holds in the order of the places of rowOf.
fn outputAt(t: u32, c: u32) -> f32 { return made[t * ${COLUMNS}u + c % ${COLUMNS / 8}u * 8u + c / 4u]; }
#end
