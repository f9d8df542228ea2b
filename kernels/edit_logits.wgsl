// Copies chosen rows of the logits z[B, V] to edited[E, V], and applies to each copy the rules of its request:
//   y[v] = mask bit v ? z[v] : FORBIDDEN
//   y[t] = y[t] + bias; then, for a token seen before, y > 0 ? y / repetition : y * repetition;
//          then y - frequency * count - presence * (count > 0), count being its occurrences in the answer  (edits)
//   y[t] = y[t] + shift                                                                                (shifts)
//   y[t] = FORBIDDEN, if the last token is the one before t in a pair                                   (pairs)
// If the host has not read the last token of the answer yet, that token is tokens[unread]. The edits do not count it,
// so the kernel adds it to their counts. Pairs apply to this token only.
// A forbidden token stays forbidden: FORBIDDEN (-1e30) is far below any logit that the arithmetic reaches. It is finite
// because WGSL implementations may assume that there are no infinities. For each row, `words` holds the edits (token,
// count | seen << 31, bias f32), the shifts (token, f32), the pairs (token before, token) and the mask of ceil(V / 32)
// words; no token occurs twice among the edits or the shifts. One workgroup per row; lanes stride over V and over the
// lists. Grid (E).
// Limit: bytes, z read once and edited written once.
struct Sizes { V: u32 }
var<immediate> p: Sizes;
struct Rules {
  row: u32, edits: u32, editCount: u32, shifts: u32, shiftCount: u32, mask: u32,
  repetition: f32, frequency: f32, presence: f32, unread: u32, pairs: u32, pairCount: u32,
}
@group(0) @binding(0) var<storage, read> rules: array<Rules>;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read> z: array<f32>;
@group(0) @binding(3) var<storage, read> tokens: array<u32>;
@group(0) @binding(4) var<storage, read_write> edited: array<f32>;
const FORBIDDEN = -1e30;
// Tokens with logits below this are forbidden.
const LEAST = -1e29;
const NO_MASK = 0xffffffffu;
const NO_UNREAD = 0xffffffffu;
const SEEN = 0x80000000u;

// Whether the unread token is among the edits.
var<workgroup> isListed: u32;

fn penalised(y: f32, r: Rules, history: u32) -> f32 {
  var value = y;
  if (history >= SEEN) { value = select(value * r.repetition, value / r.repetition, value > 0.0); }
  let count = history & ~SEEN;
  value -= r.frequency * f32(count);
  return value - select(0.0, r.presence, count > 0u);
}

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let r = rules[group.x];
  let source = r.row * p.V;
  let row = group.x * p.V;
  // No token has the id p.V. If the unread token is 0xffffffff (none), the result of the row is discarded.
  var unread = p.V;
  if (r.unread != NO_UNREAD) { unread = min(tokens[r.unread], p.V); }
  if (lane == 0u) { isListed = 0u; }
  for (var v = lane; v < p.V; v += ${LANES}u) {
    var allowed = true;
    if (r.mask != NO_MASK) { allowed = ((words[r.mask + v / 32u] >> (v % 32u)) & 1u) == 1u; }
    edited[row + v] = select(FORBIDDEN, max(z[source + v], FORBIDDEN), allowed);
  }
  storageBarrier();
  workgroupBarrier();
  for (var i = lane; i < r.editCount; i += ${LANES}u) {
    let at = r.edits + 3u * i;
    var history = words[at + 1u];
    if (words[at] == unread) {
      isListed = 1u;
      history = (history | SEEN) + 1u;
    }
    let place = row + words[at];
    if (edited[place] < LEAST) { continue; }
    edited[place] = penalised(edited[place] + bitcast<f32>(words[at + 2u]), r, history);
  }
  storageBarrier();
  workgroupBarrier();
  if (lane == 0u && isListed == 0u && unread < p.V) {
    let y = edited[row + unread];
    if (y >= LEAST) { edited[row + unread] = penalised(y, r, SEEN + 1u); }
  }
  storageBarrier();
  for (var i = lane; i < r.shiftCount; i += ${LANES}u) {
    let at = r.shifts + 2u * i;
    let place = row + words[at];
    edited[place] = max(edited[place] + bitcast<f32>(words[at + 1u]), FORBIDDEN);
  }
  storageBarrier();
  for (var i = lane; i < r.pairCount; i += ${LANES}u) {
    let at = r.pairs + 2u * i;
    if (words[at] == unread) { edited[row + words[at + 1u]] = FORBIDDEN; }
  }
}
