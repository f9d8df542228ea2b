// dX[T, K] = dY[T, N] W[N, K]  (+ dX)  (+ dU[T, S R] A[S R, K])
// The input gradient of a projection, read from the same stored weights as the forward.
// A lane owns ROWS x 8 outputs (one pair of a block) and walks down the N rows of W; lanes read neighbouring pairs,
// dY is the same for all lanes. Grid (ceil(K / 8 / LANES), ceil(T / ROWS)). Limit: FLOPs (2 T N K).
// W may be a shard over columns offsetY .. offsetY + N of dY; all shards but the first run with ADD.
#include weight

struct Sizes {
  T: u32, N: u32, blocks: u32, strideY: u32, offsetY: u32, loraA: u32, ranks: u32, origin: u32,
}
var<immediate> p: Sizes;
@group(0) @binding(1) var<storage, read> dY: array<f32>;
@group(0) @binding(2) var<storage, read_write> dX: array<vec4<f32>>;
#if LORA
@group(0) @binding(3) var<storage, read> adapter: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> dU: array<f32>;
#end

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let pairIndex = group.x * ${LANES}u + lane.x;
  if (pairIndex >= p.blocks * 4u) { return; }
  let block = pairIndex / 4u;
  let i = pairIndex % 4u;
  let first = (p.origin + group.y) * ${ROWS}u;
  #for r in 0..ROWS
  let t${r} = min(first + ${r}u, p.T - 1u);
  var low${r} = vec4<f32>();
  var high${r} = vec4<f32>();
  #end
  for (var n = 0u; n < p.N; n++) {
    let at = n * p.blocks + block;
    let w = weightPair(at, i, weightScale(at));
    #for r in 0..ROWS
    let d${r} = dY[t${r} * p.strideY + p.offsetY + n];
    #end
    #for r in 0..ROWS
    low${r} += d${r} * w.low;
    high${r} += d${r} * w.high;
    #end
  }
  let k4 = block * 8u + i;
  #if LORA
  for (var r = 0u; r < p.ranks; r++) {
    let a = p.loraA + r * p.blocks * 8u + k4;
    let aLow = adapter[a];
    let aHigh = adapter[a + 4u];
    #for r in 0..ROWS
    low${r} += dU[t${r} * p.ranks + r] * aLow;
    high${r} += dU[t${r} * p.ranks + r] * aHigh;
    #end
  }
  #end
  #for r in 0..ROWS
  if (first + ${r}u < p.T) {
    let at = (first + ${r}u) * p.blocks * 8u + k4;
    #if ADD
    low${r} += dX[at];
    high${r} += dX[at + 4u];
    #end
    dX[at] = low${r};
    dX[at + 4u] = high${r};
  }
  #end
}
