// Copies chosen rows of the logits z[B, V] to edited[E, V] and applies to each copy what its request asks for:
//   y[v] = mask bit v ? z[v] : FORBIDDEN
//   y[t] = y[t] + bias; then, for a token seen before, y > 0 ? y / repetition : y * repetition;
//          then y - frequency * count - presence * (count > 0), count how often the answer has it     (edits)
//   y[t] = y[t] + shift                                                                                (shifts)
// A forbidden token stays so: FORBIDDEN (-1e30) is finite, because WGSL may take infinities for absent, and far below
// all that arithmetic on a logit reaches. `words` holds, row after row, the edits (token, count | seen << 31, bias f32),
// the shifts (token, f32) and the mask of ceil(V / 32) words; no token is twice in one list. One workgroup a row; lanes
// stride over V and over the lists. Grid (E). Limit: bytes, z read once and edited written once.
struct Sizes { V: u32 }
var<immediate> p: Sizes;
struct Rules {
  row: u32, edits: u32, editCount: u32, shifts: u32, shiftCount: u32, mask: u32,
  repetition: f32, frequency: f32, presence: f32, unused0: u32, unused1: u32, unused2: u32,
}
@group(0) @binding(0) var<storage, read> rules: array<Rules>;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read> z: array<f32>;
@group(0) @binding(3) var<storage, read_write> edited: array<f32>;
const FORBIDDEN = -1e30;
// Below it all is forbidden.
const LEAST = -1e29;
const NO_MASK = 0xffffffffu;
const SEEN = 0x80000000u;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let r = rules[group.x];
  let source = r.row * p.V;
  let row = group.x * p.V;
  for (var v = lane; v < p.V; v += ${LANES}u) {
    var allowed = true;
    if (r.mask != NO_MASK) { allowed = ((words[r.mask + v / 32u] >> (v % 32u)) & 1u) == 1u; }
    edited[row + v] = select(FORBIDDEN, max(z[source + v], FORBIDDEN), allowed);
  }
  storageBarrier();
  for (var i = lane; i < r.editCount; i += ${LANES}u) {
    let at = r.edits + 3u * i;
    let place = row + words[at];
    var y = edited[place];
    if (y < LEAST) { continue; }
    y += bitcast<f32>(words[at + 2u]);
    let history = words[at + 1u];
    if (history >= SEEN) { y = select(y * r.repetition, y / r.repetition, y > 0.0); }
    let count = history & ~SEEN;
    y -= r.frequency * f32(count);
    y -= select(0.0, r.presence, count > 0u);
    edited[place] = y;
  }
  storageBarrier();
  for (var i = lane; i < r.shiftCount; i += ${LANES}u) {
    let at = r.shifts + 2u * i;
    let place = row + words[at];
    edited[place] = max(edited[place] + bitcast<f32>(words[at + 1u]), FORBIDDEN);
  }
}
