// Y[T, parts, C, N] = input[.., K] W[e]^T  (+ bias[parts, X, N] of e), with input and W in blocks of 32 int8 along K
// (matmul_int8.wgsl), where e is the expert of choice c of token t. A pair's row of the input, which is X here, is
// pair / share.
// A workgroup multiplies a tile of up to ROWS pairs of one expert (include/expert_tiles.wgsl) by 32 rows of W; each
// lane of a slot owns COLUMNS of these rows. Slots take chunks of 4 blocks in turn. The sums of chunks are added in
// order, through workgroup memory of 128 SLOTS ROWS bytes. With one slot, all blocks are one chunk. So the result of a
// pair does not depend, to the bit, on the rest of its tile or on ROWS.
// With SUBGROUP a workgroup is a subgroup of 8, and each lane loads a part of X and broadcasts it to the others. SLOTS
// must be 1.
// Grid (parts N / 32, tiles). Limit: bytes of the weights of all chosen experts.
#if SUBGROUP
enable subgroups;
#end
#include weight
#if PRODUCTS == bytes
#include dot_bytes
#end
#if PRODUCTS == nibbles
#include nibbles
#end

struct Sizes {
  N: u32, blocks: u32, experts: u32, choices: u32, parts: u32, share: u32, rowStart: u32, rows: u32, origin: u32,
}
var<immediate> p: Sizes;
#include expert_tiles
// [T or T C, K / 32] x 16 words (include/int8_block.wgsl).
#if SUBGROUP
@group(0) @binding(3) var<storage, read> X: array<u32>;
#else
@group(0) @binding(3) var<storage, read> X: array<vec4<u32>>;
#end
@group(0) @binding(4) var<storage, read_write> Y: array<f32>;
#if BIAS
@group(0) @binding(5) var<storage, read> bias: array<f32>;
#end

#if SLOTS == 1
#else
// Slot s, pair r, lane l is at (s ROWS + r) 32 + l.
var<workgroup> sums: array<f32, ${SLOTS * ROWS * 32}>;
#end

@compute @workgroup_size(${SLOTS * 32 / COLUMNS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let tile = tiles[p.origin + group.y];
  // Each 32 rows of W belong to one part.
  let band = group.x * 32u;
  let part = band / p.N;
  let expertRow = (part * p.experts + tile.x) * p.N + band % p.N;
  if (tile.z == 0u || expertRow < p.rowStart || expertRow - p.rowStart >= p.rows) { return; }
  #if SLOTS == 1
  let slot = 0u;
  let within = lane.x * ${COLUMNS}u;
  #else
  let slot = lane.x / 32u;
  // A tile of W stores rows l, l + 4, l + 8, .. side by side.
  let within = lane.x % 8u * 4u + lane.x % 32u / 8u;
  #end
  let n = expertRow - p.rowStart + within;
  let row = weightRow(n, p.blocks);
  let scalesAt = weightScalesAt(n, p.blocks);
  #for r in 0..ROWS
  let pair${r} = order[tile.y + min(${r}u, tile.z - 1u)];
  let x${r} = pair${r} / p.share * p.blocks;
  #end
  #if SLOTS == 1
  #for r in 0..ROWS
  #for c in 0..COLUMNS
  var y${r}_${c} = 0.0;
  #end
  #end
  #else
  var total = 0.0;
  #end
  var first = slot * 4u;
  for (var rounds = (p.blocks + ${SLOTS * 4 - 1}u) / ${SLOTS * 4}u; rounds > 0u; rounds--) {
    #if SLOTS == 1
    #else
    #for r in 0..ROWS
    var y${r}_0 = 0.0;
    #end
    #end
    for (var b = 0u; b < 4u; b++) {
      let block = first + b;
      if (block >= p.blocks) { break; }
      #if SLOTS == 1
      let scales = weightScales(scalesAt + block * TILE, n);
      #for c in 0..COLUMNS
      let d${c} = scaleOf(scales[${c}]);
      #end
      #else
      let d0 = scaleOf(weightScale(scalesAt + block * TILE, n));
      #end
      #for c in 0..COLUMNS
      let w${c} = row + block * TILE + ${c}u * ROW;
      #end
      #include int8_products_${PRODUCTS}
    }
    #if SLOTS == 1
    #else
    #for r in 0..ROWS
    sums[(slot * ${ROWS}u + ${r}u) * 32u + lane.x % 32u] = y${r}_0;
    #end
    workgroupBarrier();
    if (lane.x < ${ROWS * 32}u) {
      #for s in 0..SLOTS
      total += sums[${s * ROWS * 32}u + lane.x];
      #end
    }
    workgroupBarrier();
    #end
    first += ${SLOTS * 4}u;
  }
  let column = band % p.N + within;
  #if SLOTS == 1
  #for c in 0..COLUMNS
  #if BIAS
  let more${c} = bias[expertRow + within + ${c}u];
  #else
  let more${c} = 0.0;
  #end
  #end
  #for r in 0..ROWS
  if (${r}u < tile.z) {
    #for c in 0..COLUMNS
    Y[pairPart(pair${r}, part) + column + ${c}u] = y${r}_${c} + more${c};
    #end
  }
  #end
  #else
  #if BIAS
  let more = bias[expertRow + within];
  #else
  let more = 0.0;
  #end
  let r = lane.x / 32u;
  if (lane.x < ${ROWS * 32}u && r < tile.z) { Y[pairPart(order[tile.y + r], part) + column] = total + more; }
  #end
}
