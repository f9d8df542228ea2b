// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T)
// The forward projection. The backward pass (matmul_transposed.wgsl) reads the same stored weights, so no transposed
// copy exists.
// A lane owns ROWS x COLUMNS outputs in registers. It alone reads its COLUMNS rows of W. All lanes read the same X: one
// load, broadcast. With SUBGROUP, a workgroup is a subgroup of 8: each lane loads an eighth of a block of X, and the
// others read it from its registers. No workgroup memory, no barrier. Grid (ceil(N / COLUMNS / LANES), ceil(T / ROWS)).
// Every variant sums each output in the same order, so results do not depend, to the bit, on the batch shape.
// A lane's columns are GROUPS of EACH rows of W that are stored together (include/weight.wgsl).
// With SWIGLU, W holds N gate rows, then N up rows, and Y[T, N] = silu(gate) * up: half of a lane's columns are gates,
// the other half the matching ups.
// Limit: FLOPs (2 T N K) for many rows, bytes of W for few.
#if SUBGROUP
enable subgroups;
#end
#include weight

// As in include/projection.wgsl. `adds` says whether the output is added to Y when it is stored as vec4.
struct Sizes {
  T: u32, N: u32, blocks: u32, strideY: u32, offsetY: u32,
  loraB: u32, loraStride: u32, scale: f32, segments: u32, bound1: u32, bound2: u32, outputs: u32,
  adds: u32, pairs: u32, origin: u32,
}
var<immediate> p: Sizes;
#include projection_output

@group(0) @binding(1) var<storage, read> X: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  #if SWIGLU
  let n0 = (group.x * ${LANES}u + lane.x) * ${COLUMNS / 2}u;
  #else
  let n0 = (group.x * ${LANES}u + lane.x) * ${COLUMNS}u;
  #end
  let t0 = (p.origin + group.y) * ${ROWS}u;
  #if SUBGROUP
  #else
  if (n0 >= p.N) { return; }
  #end
  #for g in 0..GROUPS
  #if SWIGLU
  let first${g} = min(n0, p.N - ${EACH}u) + ${g}u * p.N;
  #else
  let first${g} = min(n0 + ${g * 4}u, (p.N - 1u) / 4u * 4u);
  #end
  let row${g} = weightRow(first${g}, p.blocks);
  let scalesAt${g} = weightScalesAt(first${g}, p.blocks);
  #end
  #for r in 0..ROWS
  let x${r} = min(t0 + ${r}u, p.T - 1u) * p.blocks * 8u;
  #for c in 0..COLUMNS
  var y${r}_${c} = 0.0;
  #end
  #end
  for (var block = 0u; block < p.blocks; block++) {
    #for g in 0..GROUPS
    let scales${g} = weightScales(scalesAt${g} + block * TILE, first${g});
    #for c in 0..EACH
    #if EACH == 2
    let scale${g * 2 + c} = scaleOf(select(scales${g}[${c}], scales${g}[${c + 2}], first${g} % 4u == 2u));
    #else
    let scale${g * 4 + c} = scaleOf(scales${g}[${c}]);
    #end
    let w${g * EACH + c} = row${g} + block * TILE + ${c}u * ROW;
    #end
    #end
    #if SUBGROUP
    #for r in 0..ROWS
    let mine${r} = X[x${r} + block * 8u + lane.x];
    #end
    #if WIDE
    // Reads a block's quantized weights as whole vec4: on a CPU adapter, extracting a word from a vec4 is faster than
    // loading a single word.
    #for c in 0..COLUMNS
    let quants${c} = W[w${c}];
    #if WEIGHT == q8
    let further${c} = W[w${c} + 8u];
    #end
    #end
    #for i in 0..4
    {
      #for c in 0..COLUMNS
      #if WEIGHT == q8
      let pair${c} = unpackedPair(quants${c}[${i}], further${c}[${i}], scale${c});
      #else
      let pair${c} = unpackedPair(quants${c}[${i}], scale${c});
      #end
      #end
      #for r in 0..ROWS
      let low${r} = subgroupBroadcast(mine${r}, ${i}u);
      let high${r} = subgroupBroadcast(mine${r}, ${i + 4}u);
      #for c in 0..COLUMNS
      y${r}_${c} += dot(pair${c}.low, low${r}) + dot(pair${c}.high, high${r});
      #end
      #end
    }
    #end
    #else
    for (var i = 0u; i < p.pairs; i++) {
      #for c in 0..COLUMNS
      let pair${c} = weightPair(w${c}, i, scale${c});
      #end
      #for r in 0..ROWS
      let low${r} = subgroupShuffle(mine${r}, i);
      let high${r} = subgroupShuffle(mine${r}, i + 4u);
      #end
      #for r in 0..ROWS
      #for c in 0..COLUMNS
      y${r}_${c} += dot(pair${c}.low, low${r}) + dot(pair${c}.high, high${r});
      #end
      #end
    }
    #end
    #else
    for (var i = 0u; i < 4u; i++) {
      #for c in 0..COLUMNS
      let pair${c} = weightPair(w${c}, i, scale${c});
      #end
      #for r in 0..ROWS
      let low${r} = X[x${r} + block * 8u + i];
      let high${r} = X[x${r} + block * 8u + 4u + i];
      #end
      #for r in 0..ROWS
      #for c in 0..COLUMNS
      y${r}_${c} += dot(pair${c}.low, low${r}) + dot(pair${c}.high, high${r});
      #end
      #end
    }
    #end
  }
  #if WHOLE
  #if ONE_ADAPTER
  // The LoRA term, eight ranks at a time. Each lane loads a part of U that the others read from its registers, and
  // loads B once for all rows.
  #for g in 0..GROUPS
  let column${g} = p.offsetY + first${g};
  let part${g} = (u32(column${g} >= p.bound1) + u32(column${g} >= p.bound2)) * 2u;
  let b${g} = p.loraB + column${g} * ${RANK / 4}u;
  #for r in 0..ROWS
  var adapted${r}_${g} = vec4<f32>();
  #end
  #end
  for (var rank = 0u; rank < ${RANK / 4}u; rank += 2u) {
    // Processes STORED rows per iteration, like the loop below. The bound is passed at run time, so that no compiler
    // unrolls the loop.
    #for r in 0..ROWS
    var u${r} = vec4<f32>();
    #end
    for (var first = 0u; first < p.outputs / ${COLUMNS}u; first += ${STORED}u) {
      #for r in 0..ROWS - STORED
      u${r} = u${r + STORED};
      #end
      #for r in 0..STORED
      u${ROWS - STORED + r} = U[(min(t0 + first + ${r}u, p.T - 1u) * p.segments + min(lane.x / 2u, p.segments - 1u))
        * ${RANK / 4}u + min(rank + lane.x % 2u, ${RANK / 4 - 1}u)];
      #end
    }
    for (var next = 0u; next < min(p.pairs / 2u, ${RANK / 4}u - rank); next++) {
      #for g in 0..GROUPS
      {
        #for c in 0..4
        let own${c} = arena[b${g} + ${c}u * ${RANK / 4}u + rank + next];
        #end
        #for r in 0..ROWS
        let left${r} = subgroupShuffle(u${r}, part${g} + next);
        adapted${r}_${g} += vec4(dot(own0, left${r}), dot(own1, left${r}), dot(own2, left${r}), dot(own3, left${r}));
        #end
      }
      #end
    }
  }
  #end
  #for g in 0..GROUPS
  let place${g} = p.offsetY + n0 + ${g * 4}u;
  #for c in 0..4
  #if BIAS
  let bias${g}_${c} = bias[place${g} + ${c}u];
  #end
  #for r in 0..ROWS
  #if BIAS
  y${r}_${g * 4 + c} += bias${g}_${c};
  #end
  #if ONE_ADAPTER
  y${r}_${g * 4 + c} += adapted${r}_${g}[${c}];
  #end
  #end
  #end
  #end
  // Stores STORED rows per iteration and shifts the others up: stores of all rows would take as long to compile as
  // everything above.
  for (var t = t0; t < min(t0 + ${ROWS}u, p.T); t += ${STORED}u) {
    #for r in 0..STORED
    #for g in 0..GROUPS
    if (t + ${r}u < p.T && n0 + ${g * 4}u < p.N) {
      let at = ((t + ${r}u) * p.strideY + place${g}) / 4u;
      var y = vec4(y${r}_${g * 4}, y${r}_${g * 4 + 1}, y${r}_${g * 4 + 2}, y${r}_${g * 4 + 3});
      if (p.adds != 0u) { y += Y[at]; }
      Y[at] = y;
    }
    #end
    #end
    #for r in 0..ROWS - STORED
    #for c in 0..COLUMNS
    y${r}_${c} = y${r + STORED}_${c};
    #end
    #end
  }
  #else
  // The bound is passed at run time, so that no compiler unrolls the loop: ${ROWS * COLUMNS} copies of its body would
  // take a CPU adapter minutes.
  var sums = array<f32, ${ROWS * COLUMNS}>(
    #for r in 0..ROWS
    #for c in 0..COLUMNS
    y${r}_${c},
    #end
    #end
  );
  #if SWIGLU
  for (var i = 0u; i < p.outputs / 2u; i++) {
    let t = t0 + i / ${COLUMNS / 2}u;
    let n = n0 + i % ${COLUMNS / 2}u;
    if (t >= p.T || n >= p.N) { continue; }
    let at = i / ${COLUMNS / 2}u * ${COLUMNS}u + i % ${COLUMNS / 2}u;
    Y[t * p.strideY + n] = gated(t, n, sums[at], sums[at + ${COLUMNS / 2}u]);
  }
  #else
  for (var i = 0u; i < p.outputs; i++) {
    store(t0 + i / ${COLUMNS}u, n0 + i % ${COLUMNS}u, sums[i]);
  }
  #end
  #end
}
