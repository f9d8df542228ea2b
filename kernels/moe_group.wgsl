// The pairs of a token and one of its C experts, chosen[P] of P = T C pairs, by expert: order[P] has the pairs of the
// first expert in rising order, then those of the next; tiles has of each ROWS or fewer of one expert (expert, where
// they begin in `order`, how many), tile after tile, and then zeros up to `most`, the most that so many pairs can take.
// One workgroup; a lane has every LANES-th expert and walks over all pairs, twice, so that no order is left to chance.
// Grid (1). Limit: bytes.
struct Sizes { pairs: u32, rows: u32, most: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> chosen: array<u32>;
@group(0) @binding(1) var<storage, read_write> order: array<u32>;
@group(0) @binding(2) var<storage, read_write> tiles: array<vec4<u32>>;

var<workgroup> counts: array<u32, ${EXPERTS}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  for (var e = lane; e < ${EXPERTS}u; e += ${LANES}u) {
    var count = 0u;
    for (var pair = 0u; pair < p.pairs; pair++) { count += u32(chosen[pair] == e); }
    counts[e] = count;
  }
  workgroupBarrier();
  var all = 0u;
  for (var e = 0u; e < ${EXPERTS}u; e++) { all += (counts[e] + p.rows - 1u) / p.rows; }
  for (var e = lane; e < ${EXPERTS}u; e += ${LANES}u) {
    var start = 0u;
    var tile = 0u;
    for (var before = 0u; before < e; before++) {
      start += counts[before];
      tile += (counts[before] + p.rows - 1u) / p.rows;
    }
    let count = counts[e];
    for (var done = 0u; done < count; done += p.rows) {
      tiles[tile + done / p.rows] = vec4(e, start + done, min(p.rows, count - done), 0u);
    }
    var next = start;
    for (var pair = 0u; pair < p.pairs; pair++) {
      if (chosen[pair] == e) {
        order[next] = pair;
        next += 1u;
      }
    }
  }
  for (var tile = all + lane; tile < p.most; tile += ${LANES}u) { tiles[tile] = vec4<u32>(); }
}
