// Groups the pairs of a token and one of its C experts, chosen[P] with P = T C, by expert. order[P] holds the pairs of
// the first expert in ascending order, then the pairs of the next expert, and so on. A tile is up to `rows` pairs of
// one expert; `tiles` holds (expert, first pair in `order`, number of pairs) for each. Zeros follow, up to `most`
// tiles, the largest number that P pairs can take.
// One workgroup per expert. Each counts all pairs, so that it knows where its own pairs begin. The result is
// deterministic: integer sums do not depend on their order, and each lane places a contiguous range of the pairs.
// 4 X + 4 LANES bytes of workgroup memory. Grid (X). Limit: bytes.
struct Sizes { pairs: u32, rows: u32, most: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> chosen: array<u32>;
@group(0) @binding(1) var<storage, read_write> order: array<u32>;
@group(0) @binding(2) var<storage, read_write> tiles: array<vec4<u32>>;

var<workgroup> counts: array<atomic<u32>, ${EXPERTS}>;
// Number of pairs of this expert in each lane's range.
var<workgroup> ownCounts: array<u32, ${LANES}>;

fn tilesOf(count: u32) -> u32 { return (count + p.rows - 1u) / p.rows; }

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let expert = group.x;
  let lane = local.x;
  for (var e = lane; e < ${EXPERTS}u; e += ${LANES}u) { atomicStore(&counts[e], 0u); }
  workgroupBarrier();
  let stretch = (p.pairs + ${LANES - 1}u) / ${LANES}u;
  let first = min(lane * stretch, p.pairs);
  let end = min(first + stretch, p.pairs);
  var own = 0u;
  for (var pair = first; pair < end; pair++) {
    let e = chosen[pair];
    atomicAdd(&counts[e], 1u);
    own += u32(e == expert);
  }
  ownCounts[lane] = own;
  workgroupBarrier();
  var start = 0u;
  var tile = 0u;
  for (var e = 0u; e < expert; e++) {
    let count = atomicLoad(&counts[e]);
    start += count;
    tile += tilesOf(count);
  }
  let count = atomicLoad(&counts[expert]);
  for (var index = lane; index < tilesOf(count); index += ${LANES}u) {
    let done = index * p.rows;
    tiles[tile + index] = vec4(expert, start + done, min(p.rows, count - done), 0u);
  }
  if (expert == ${EXPERTS - 1}u) {
    for (var index = tile + tilesOf(count) + lane; index < p.most; index += ${LANES}u) { tiles[index] = vec4<u32>(); }
  }
  var next = start;
  for (var before = 0u; before < lane; before++) { next += ownCounts[before]; }
  for (var pair = first; pair < end; pair++) {
    if (chosen[pair] == expert) {
      order[next] = pair;
      next += 1u;
    }
  }
}
