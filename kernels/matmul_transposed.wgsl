// dX[T, K] = dY[T, N] W[N, K]  (+ dX)  (+ dU[T, S R] A[S R, K])
// The input gradient of a projection. It reads the same stored weights as the forward pass.
// A lane computes ROWS x 8 outputs (one pair of vec4 in a block) and iterates over the N rows of W. Lanes read
// neighbouring pairs; dY is the same for all lanes. Grid (ceil(K / 8 / LANES), ceil(T / ROWS)). Limit: FLOPs (2 T N K).
// W may be a shard, for N columns of dY from offsetY on. All shards but the first run with ADD.
#if SUBGROUP
enable subgroups;
#end
#include weight

struct Sizes {
  T: u32, N: u32, blocks: u32, strideY: u32, offsetY: u32, loraA: u32, ranks: u32, quads: u32, origin: u32,
}
var<immediate> p: Sizes;
@group(0) @binding(1) var<storage, read> dY: array<f32>;
@group(0) @binding(2) var<storage, read_write> dX: array<vec4<f32>>;
#if LORA
@group(0) @binding(3) var<storage, read> adapter: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> dU: array<f32>;
#end

#if WEIGHT == q8
// Uses select: lanes read different components, and a vector that is indexed at run time would be in memory.
fn component(v: vec4<u32>, i: u32) -> u32 {
  return select(select(v.x, v.y, i == 1u), select(v.z, v.w, i == 3u), i > 1u);
}
#end

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let pairIndex = group.x * ${LANES}u + lane.x;
  #if SUBGROUP
  #else
  if (pairIndex >= p.blocks * 4u) { return; }
  #end
  let block = min(pairIndex / 4u, p.blocks - 1u);
  let i = pairIndex % 4u;
  let first = (p.origin + group.y) * ${ROWS}u;
  #for r in 0..ROWS
  let t${r} = min(first + ${r}u, p.T - 1u);
  var low${r} = vec4<f32>();
  var high${r} = vec4<f32>();
  #end
  #if SUBGROUP
  // A lane loads every eighth column of dY, and the others read it from its registers. Four rows of W are stored
  // together, with their scales.
  for (var start = 0u; start < p.N; start += 8u) {
    let column = start + lane.x;
    #for r in 0..ROWS
    let mine${r} = select(0.0, dY[t${r} * p.strideY + p.offsetY + min(column, p.N - 1u)], column < p.N);
    #end
    for (var quad = 0u; quad < p.quads; quad++) {
      let n0 = min(start + quad * 4u, (p.N - 1u) / 4u * 4u);
      let row = weightRow(n0, p.blocks) + block * TILE;
      let scales = weightScales(weightScalesAt(n0, p.blocks) + block * TILE, n0);
      #if WEIGHT == q8
      // The four lanes of a block load a row each and exchange words. This takes a quarter less time than loading
      // single words. With q4 it would take one and a half times as long.
      let own = W[row + i * ROW];
      let further = W[row + i * ROW + 8u];
      #for u in 0..4
      let left${u} = component(subgroupShuffle(own, (lane.x & 4u) + ${u}u), i);
      let right${u} = component(subgroupShuffle(further, (lane.x & 4u) + ${u}u), i);
      let w${u} = unpackedPair(left${u}, right${u}, scaleOf(scales[${u}]));
      #end
      #else
      #for u in 0..4
      let w${u} = weightPair(row + ${u}u * ROW, i, scaleOf(scales[${u}]));
      #end
      #end
      #for r in 0..ROWS
      #for u in 0..4
      let d${r}_${u} = subgroupShuffle(mine${r}, quad * 4u + ${u}u);
      #end
      low${r} = low${r} + d${r}_0 * w0.low + d${r}_1 * w1.low + d${r}_2 * w2.low + d${r}_3 * w3.low;
      high${r} = high${r} + d${r}_0 * w0.high + d${r}_1 * w1.high + d${r}_2 * w2.high + d${r}_3 * w3.high;
      #end
    }
  }
  #else
  for (var n = 0u; n < p.N; n++) {
    let scales = weightScales(weightScalesAt(n, p.blocks) + block * TILE, n);
    let w = weightPair(weightRow(n, p.blocks) + block * TILE, i, scaleOf(scales[n % 4u]));
    #for r in 0..ROWS
    let d${r} = dY[t${r} * p.strideY + p.offsetY + n];
    #end
    #for r in 0..ROWS
    low${r} += d${r} * w.low;
    high${r} += d${r} * w.high;
    #end
  }
  #end
  let k4 = block * 8u + i;
  #if LORA
  #if SUBGROUP
  for (var start = 0u; start < p.ranks; start += 8u) {
    #for r in 0..ROWS
    let mine${r} = dU[t${r} * p.ranks + min(start + lane.x, p.ranks - 1u)];
    #end
    for (var j = 0u; j < min(8u, p.ranks - start); j++) {
      let a = p.loraA + (start + j) * p.blocks * 8u + k4;
      let aLow = adapter[a];
      let aHigh = adapter[a + 4u];
      #for r in 0..ROWS
      let d${r} = subgroupShuffle(mine${r}, j);
      low${r} += d${r} * aLow;
      high${r} += d${r} * aHigh;
      #end
    }
  }
  #else
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
  #end
  #for r in 0..ROWS
  if (first + ${r}u < p.T && pairIndex < p.blocks * 4u) {
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
