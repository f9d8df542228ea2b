// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T), with X and W in blocks of 32 int8 along K:
// y = sum over blocks of dW (dX sum(qX qW) of each half), and mW sum(dX qX) more where 4-bit blocks have a minimum m.
// The integer sums are exact (at most 16 * 127 * 128), and the blocks are added up in order, so neither tile nor batch
// shape changes a bit. A lane owns ROWS x COLUMNS outputs in registers; X is the same for all lanes: with SUBGROUP each
// of 8 lanes loads a part of a block and hands it to the others, because CPU adapters load for every lane apart.
// Grid (ceil(N / COLUMNS / LANES), ceil(T / ROWS)). Limit: FLOPs (2 T N K, integers) for many rows, bytes of W for few.
#if SUBGROUP
enable subgroups;
#end
#include weight
#include projection

// [T, K / 32] x (16 int8, 16 int8, (both scales, sum, 0)), as quantize_rows.wgsl writes them.
#if SUBGROUP
@group(0) @binding(1) var<storage, read> X: array<u32>;
#else
@group(0) @binding(1) var<storage, read> X: array<vec4<u32>>;
#end

fn dotBytes(w: vec4<u32>, x: vec4<u32>) -> i32 {
  return dot4I8Packed(w.x, x.x) + dot4I8Packed(w.y, x.y) + dot4I8Packed(w.z, x.z) + dot4I8Packed(w.w, x.w);
}

// Two products at once, where bytes have no instruction: (w0 + 2^16 w2) (x2 + 2^16 x0) has w0 x0 + w2 x2 at 2^16, and
// below it w0 x2, of which 8 sum up to less than 2^15; so (sum + 2^15) >> 16 is the sum of all 16 products of a half.
fn nibbles(w: u32) -> i32 { return bitcast<i32>(w & 0x000f000fu); }

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let n0 = (group.x * ${LANES}u + lane.x) * ${COLUMNS}u;
  let t0 = (p.origin + group.y) * ${ROWS}u;
  #for c in 0..COLUMNS
  let w${c} = min(n0 + ${c}u, p.N - 1u) * p.blocks;
  #end
  #for r in 0..ROWS
  let x${r} = min(t0 + ${r}u, p.T - 1u) * p.blocks;
  #for c in 0..COLUMNS
  var y${r}_${c} = 0.0;
  #end
  #end
  for (var block = 0u; block < p.blocks; block++) {
    #for c in 0..COLUMNS
    #if WEIGHT == q8
    let low${c} = W[quantsAt(w${c} + block)];
    let high${c} = W[quantsAt(w${c} + block) + 1u];
    #else
    let quants${c} = W[quantsAt(w${c} + block)];
    #end
    let d${c} = weightScale(w${c} + block);
    #end
    #for r in 0..ROWS
    {
      #if SUBGROUP
      let x = X[(x${r} + block) * 12u + lane.x];
      let scales = bitcast<f32>(X[(x${r} + block) * 12u + 8u + lane.x % 4u]);
      let s = vec3(subgroupBroadcast(scales, 0u), subgroupBroadcast(scales, 1u), subgroupBroadcast(scales, 2u));
      #if WEIGHT == q4
      let even = (bitcast<i32>(x << 24u) >> 8u) + (bitcast<i32>(x << 8u) >> 24u);
      let odd = (bitcast<i32>((x << 16u) & 0xff000000u) >> 8u) + (bitcast<i32>(x) >> 24u);
      #for i in 0..8
      let even${i} = subgroupBroadcast(even, ${i}u);
      let odd${i} = subgroupBroadcast(odd, ${i}u);
      #end
      #else
      let a = vec4(subgroupBroadcast(x, 0u), subgroupBroadcast(x, 1u), subgroupBroadcast(x, 2u), subgroupBroadcast(x, 3u));
      let b = vec4(subgroupBroadcast(x, 4u), subgroupBroadcast(x, 5u), subgroupBroadcast(x, 6u), subgroupBroadcast(x, 7u));
      #end
      #else
      let a = X[(x${r} + block) * 3u];
      let b = X[(x${r} + block) * 3u + 1u];
      let s = bitcast<vec4<f32>>(X[(x${r} + block) * 3u + 2u]);
      #end
      #for c in 0..COLUMNS
      {
        #if WEIGHT == q8
        let low = dotBytes(low${c}, a);
        let high = dotBytes(high${c}, b);
        #else
        #if SUBGROUP
        var low = 0x8000;
        var high = 0x8000;
        #for i in 0..4
        low += nibbles(quants${c}[${i}]) * even${i} + nibbles(quants${c}[${i}] >> 8u) * odd${i};
        high += nibbles(quants${c}[${i}] >> 4u) * even${i + 4} + nibbles(quants${c}[${i}] >> 12u) * odd${i + 4};
        #end
        low >>= 16u;
        high >>= 16u;
        #else
        let low = dotBytes(quants${c} & vec4(0x0f0f0f0fu), a);
        let high = dotBytes((quants${c} >> vec4(4u)) & vec4(0x0f0f0f0fu), b);
        #end
        #end
        y${r}_${c} += d${c}.x * (f32(low) * s.x + f32(high) * s.y);
        #if WEIGHT == q4
        y${r}_${c} += d${c}.y * s.z;
        #end
      }
      #end
    }
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
