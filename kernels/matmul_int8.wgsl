// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T), with X and W in blocks of 32 int8 along K:
// y = sum over blocks of dW (dX sum(qX qW) of each half), and mW sum(dX qX) more where 4-bit blocks have a minimum m.
// The integer sums are exact (dot4I8Packed, at most 16 * 127 * 128), and the blocks are added up in order, so neither
// tile nor batch shape changes a bit. A lane owns ROWS x COLUMNS outputs in registers; X is the same for all lanes.
// Grid (ceil(N / COLUMNS / LANES), ceil(T / ROWS)). Limit: FLOPs (2 T N K, integers) for many rows, bytes of W for few.
#include projection

// [T, K / 32] x (16 int8, 16 int8, (both scales, sum, 0)), as quantize_rows.wgsl writes them.
@group(0) @binding(1) var<storage, read> X: array<vec4<u32>>;
#if WEIGHT == q8
// 9 words a block: d as f16 (upper half unused), then 32 signed bytes; w = d q.
@group(0) @binding(0) var<storage, read> W: array<u32>;
const WORDS = 9u;
#end
#if WEIGHT == q4
// 5 words a block: d and m as f16, then 32 nibbles, low nibbles first; w = d q + m.
@group(0) @binding(0) var<storage, read> W: array<u32>;
const WORDS = 5u;
#end

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let n0 = (group.x * ${LANES}u + lane.x) * ${COLUMNS}u;
  let t0 = (p.origin + group.y) * ${ROWS}u;
  if (n0 >= p.N) { return; }
  #for c in 0..COLUMNS
  let w${c} = min(n0 + ${c}u, p.N - 1u) * p.blocks;
  #end
  #for r in 0..ROWS
  let x${r} = min(t0 + ${r}u, p.T - 1u) * p.blocks * 3u;
  #for c in 0..COLUMNS
  var y${r}_${c} = 0.0;
  #end
  #end
  for (var block = 0u; block < p.blocks; block++) {
    #for c in 0..COLUMNS
    let at${c} = (w${c} + block) * WORDS;
    let d${c} = unpack2x16float(W[at${c}]);
    #for i in 0..4
    #if WEIGHT == q8
    let low${c}_${i} = W[at${c} + ${1 + i}u];
    let high${c}_${i} = W[at${c} + ${5 + i}u];
    #end
    #if WEIGHT == q4
    let word${c}_${i} = W[at${c} + ${1 + i}u];
    let low${c}_${i} = word${c}_${i} & 0x0f0f0f0fu;
    let high${c}_${i} = (word${c}_${i} >> 4u) & 0x0f0f0f0fu;
    #end
    #end
    #end
    #for r in 0..ROWS
    let a${r} = X[x${r} + block * 3u];
    let b${r} = X[x${r} + block * 3u + 1u];
    let s${r} = bitcast<vec4<f32>>(X[x${r} + block * 3u + 2u]);
    #for c in 0..COLUMNS
    y${r}_${c} += d${c}.x * (
      f32(dot4I8Packed(low${c}_0, a${r}.x) + dot4I8Packed(low${c}_1, a${r}.y) +
          dot4I8Packed(low${c}_2, a${r}.z) + dot4I8Packed(low${c}_3, a${r}.w)) * s${r}.x +
      f32(dot4I8Packed(high${c}_0, b${r}.x) + dot4I8Packed(high${c}_1, b${r}.y) +
          dot4I8Packed(high${c}_2, b${r}.z) + dot4I8Packed(high${c}_3, b${r}.w)) * s${r}.y);
    #if WEIGHT == q4
    y${r}_${c} += d${c}.y * s${r}.z;
    #end
    #end
    #end
  }
  // The bound is given at run time, so that no compiler unrolls the loop: ${ROWS * COLUMNS} copies of what follows
  // would take a CPU adapter minutes.
  var sums = array<f32, ${ROWS * COLUMNS}>(
    #for r in 0..ROWS
    #for c in 0..COLUMNS
    y${r}_${c},
    #end
    #end
  );
  for (var i = 0u; i < p.outputs; i++) {
    store(t0 + i / ${COLUMNS}u, n0 + i % ${COLUMNS}u, sums[i]);
  }
}
