// Y[T, N] = X[T, K] W[N, K]^T  (+ Y)  (+ bias[N])  (+ U[T, S R] B[N, R]^T)
// The forward projection: weights as the checkpoint stores them, so no transposed copy exists.
// A lane owns ROWS x COLUMNS outputs in registers: its COLUMNS rows of W are read by it alone, the X it needs is the
// same for all lanes (one load, broadcast). No workgroup memory, no barrier. Grid (ceil(N / COLUMNS / LANES),
// ceil(T / ROWS)). Every variant sums each output in the same order, so batch shape does not change a bit.
// LoRA: row t uses the adapter in slot rows[t].w of the arena, or none; S projections that share X (q, k, v) lie side
// by side in N, parted at bound1 and bound2. W may be a shard that makes columns offsetY .. offsetY + N of Y.
// Limit: FLOPs (2 T N K) for many rows, bytes of W for few.
#include weight

struct Sizes {
  T: u32, N: u32, blocks: u32, strideY: u32, offsetY: u32,
  loraB: u32, loraStride: u32, segments: u32, bound1: u32, bound2: u32,
}
var<immediate> p: Sizes;
@group(0) @binding(1) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> Y: array<f32>;
#if BIAS
@group(0) @binding(3) var<storage, read> bias: array<f32>;
#end
#if LORA
@group(0) @binding(${BIAS + 3}) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(${BIAS + 4}) var<storage, read> arena: array<vec4<f32>>;
@group(0) @binding(${BIAS + 5}) var<storage, read> U: array<vec4<f32>>;

fn lora(t: u32, n: u32) -> f32 {
  let slot = rows[t].w;
  if (slot == 0xffffffffu) { return 0.0; }
  let segment = u32(n >= p.bound1) + u32(n >= p.bound2);
  let b = slot * p.loraStride + p.loraB + n * ${RANK / 4}u;
  let u = (t * p.segments + segment) * ${RANK / 4}u;
  var sum = 0.0;
  #for r in 0..RANK / 4
  sum += dot(arena[b + ${r}u], U[u + ${r}u]);
  #end
  return sum;
}
#end

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let n0 = (group.x * ${LANES}u + lane.x) * ${COLUMNS}u;
  let t0 = group.y * ${ROWS}u;
  if (n0 >= p.N) { return; }
  #for c in 0..COLUMNS
  let w${c} = min(n0 + ${c}u, p.N - 1u) * p.blocks;
  #end
  #for r in 0..ROWS
  let x${r} = min(t0 + ${r}u, p.T - 1u) * p.blocks * 8u;
  #for c in 0..COLUMNS
  var y${r}_${c} = 0.0;
  #end
  #end
  for (var block = 0u; block < p.blocks; block++) {
    #for c in 0..COLUMNS
    let scale${c} = weightScale(w${c} + block);
    #end
    for (var i = 0u; i < 4u; i++) {
      #for c in 0..COLUMNS
      let pair${c} = weightPair(w${c} + block, i, scale${c});
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
  }
  // A loop, not unrolled: ${ROWS * COLUMNS} copies of what follows would take a CPU adapter minutes to compile.
  var sums = array<f32, ${ROWS * COLUMNS}>(
    #for r in 0..ROWS
    #for c in 0..COLUMNS
    y${r}_${c},
    #end
    #end
  );
  for (var i = 0u; i < ${ROWS * COLUMNS}u; i++) {
    let t = t0 + i / ${COLUMNS}u;
    let column = n0 + i % ${COLUMNS}u;
    if (t >= p.T || column >= p.N) { continue; }
    let n = p.offsetY + column;
    let at = t * p.strideY + n;
    var y = sums[i];
    #if BIAS
    y += bias[n];
    #end
    #if LORA
    y += lora(t, n);
    #end
    #if ADD
    y += Y[at];
    #end
    Y[at] = y;
  }
}
