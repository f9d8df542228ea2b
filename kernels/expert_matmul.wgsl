// Y[T, parts, C, N] = input[.., K] W[e]^T  (+ bias[parts, X, N] of e), where e is the expert of choice c of token t:
// each pair of a token and an expert is multiplied by that expert's weights alone. A pair's row of `input` is
// pair / share.
// A workgroup of SLOTS COLUMNS lanes multiplies a tile of up to ROWS pairs of one expert (include/expert_tiles.wgsl) by
// COLUMNS rows of W. The summation order is that of matvec.wgsl: each chunk of 128 of K is summed from its first
// element to its last, and chunks are added in order. So the result of a pair does not depend, to the bit, on the rest
// of its tile, on SLOTS or on ROWS.
// With SUBGROUP the lanes, one subgroup of 8, load an eighth of a block of `input` each; SLOTS is 1 then.
// HALF: both factors are rounded to f16, W here and `input` in place, before this kernel runs.
// Grid (parts N / COLUMNS, tiles). Limit: bytes of the weights of all chosen experts.
#if SUBGROUP
enable subgroups;
#end
#include weight
#include half
#include chain

struct Sizes {
  N: u32, blocks: u32, experts: u32, choices: u32, parts: u32, share: u32, rowStart: u32, rows: u32, origin: u32,
}
var<immediate> p: Sizes;
#include expert_tiles
@group(0) @binding(3) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> Y: array<f32>;
#if BIAS
@group(0) @binding(5) var<storage, read> bias: array<f32>;
#end

#if SLOTS == 1
#else
// Slot s, pair r, lane l is at (s ROWS + r) COLUMNS + l.
var<workgroup> sums: array<f32, ${SLOTS * ROWS * COLUMNS}>;
#end

@compute @workgroup_size(${SLOTS * COLUMNS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let tile = tiles[p.origin + group.y];
  // Each 32 rows of W belong to one part.
  let band = group.x * ${COLUMNS}u / 32u * 32u;
  let part = band / p.N;
  let expertRow = (part * p.experts + tile.x) * p.N + band % p.N;
  if (tile.z == 0u || expertRow < p.rowStart || expertRow - p.rowStart >= p.rows) { return; }
  let lane = local.x;
  #if SLOTS == 1
  let slot = 0u;
  #else
  let slot = lane / ${COLUMNS}u;
  #end
  let place = (group.x * ${COLUMNS}u + lane % ${COLUMNS}u) % 32u;
  let within = place % 8u * 4u + place / 8u;
  let n = expertRow - p.rowStart + within;
  let row = weightRow(n, p.blocks);
  #if PACKED
  let scalesAt = weightScalesAt(n, p.blocks);
  #else
  let scale = scaleOf(0u);
  #end
  #for r in 0..ROWS
  let pair${r} = order[tile.y + min(${r}u, tile.z - 1u)];
  let x${r} = pair${r} / p.share * p.blocks * 8u;
  #if SLOTS == 1
  var total${r} = 0.0;
  #end
  #end
  #if SLOTS == 1
  #else
  var total = 0.0;
  #end
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
      let scale = scaleOf(weightScale(scalesAt + block * TILE, n));
      let quants = W[w];
      #if WEIGHT == q8
      let further = W[w + 8u];
      #end
      #end
      #if SUBGROUP
      #for r in 0..ROWS
      let mine${r} = input[x${r} + block * 8u + lane];
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
        #if SUBGROUP
        y${r} = chain(low, subgroupBroadcast(mine${r}, ${i}u), y${r});
        y${r} = chain(high, subgroupBroadcast(mine${r}, ${i + 4}u), y${r});
        #else
        y${r} = chain(low, input[x${r} + block * 8u + ${i}u], y${r});
        y${r} = chain(high, input[x${r} + block * 8u + ${i + 4}u], y${r});
        #end
        #end
      }
      #end
    }
    #if SLOTS == 1
    #for r in 0..ROWS
    total${r} += y${r};
    #end
    #else
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
    #end
    first += ${SLOTS * 4}u;
  }
  let column = band % p.N + within;
  #if BIAS
  let more = bias[expertRow + within];
  #else
  let more = 0.0;
  #end
  #if SLOTS == 1
  #for r in 0..ROWS
  if (${r}u < tile.z) { Y[pairPart(pair${r}, part) + column] = total${r} + more; }
  #end
  #else
  let r = lane / ${COLUMNS}u;
  if (lane < ${ROWS * COLUMNS}u && r < tile.z) { Y[pairPart(order[tile.y + r], part) + column] = total + more; }
  #end
}
