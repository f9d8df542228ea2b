// Samples one token a row from logits z[B, V]: argmax at temperature 0, else from softmax(z / temperature) cut to
// tokens at least min_p as likely as the likeliest, to the top_k best, and then to the smallest set that holds top_p of
// what is left. Writes the token, its raw log-probability z[token] - lse(z) (before temperature and cuts), and lse.
// It samples from y, which is z itself, or edited copies y[E, V] of some of its rows (edit_logits). The copies are
// sampled from after z, so that lse is there: log-probabilities stay raw. Where all tokens of a copy are forbidden, the
// token is 0xffffffff.
// The cuts are found without sorting: bisection over the bits of z in their order as integers, 32 rounds of counting.
// The token is argmax(z / temperature + Gumbel noise), noise a hash (murmur3) of (seed, position, token), so a row's
// token depends on nothing else in the batch. One workgroup a row; lanes stride over V, adding up through workgroup
// memory (12 LANES bytes). Grid (B) or (E). Limit: bytes of z, 3 passes greedy, up to 68 with both cuts.
struct Sizes { V: u32, edited: u32 }
var<immediate> p: Sizes;
struct Params {
  temperature: f32, topP: f32, topK: u32, position: u32, seedLow: u32, seedHigh: u32, minP: f32, row: u32
}
struct Sampled { token: u32, logp: f32, lse: f32, unused: u32 }
@group(0) @binding(0) var<storage, read> params: array<Params>;
@group(0) @binding(1) var<storage, read> z: array<f32>;
@group(0) @binding(2) var<storage, read_write> sampled: array<Sampled>;
@group(0) @binding(3) var<storage, read> y: array<f32>;
// Below it all is forbidden.
const LEAST = -1e29;
var<workgroup> laneValue: array<f32, ${LANES}>;
var<workgroup> laneIndex: array<u32, ${LANES}>;
var<workgroup> laneCount: array<u32, ${LANES}>;

// Maps floats to integers of the same order.
fn ordered(x: f32) -> u32 {
  let bits = bitcast<u32>(x);
  return select(bits | 0x80000000u, ~bits, (bits & 0x80000000u) != 0u);
}

fn scramble(hash: u32, word: u32) -> u32 {
  var k = word * 0xcc9e2d51u;
  k = ((k << 15u) | (k >> 17u)) * 0x1b873593u;
  let h = hash ^ k;
  return ((h << 13u) | (h >> 19u)) * 5u + 0xe6546b64u;
}

// -log(-log(1 - u)), u uniform in (0, 1). Near 0 a series keeps the digits that 1 - u would lose.
fn gumbel(s: Params, token: u32) -> f32 {
  var h = scramble(scramble(scramble(scramble(0u, s.seedLow), s.seedHigh), s.position), token) ^ 16u;
  h = (h ^ (h >> 16u)) * 0x85ebca6bu;
  h = (h ^ (h >> 13u)) * 0xc2b2ae35u;
  h ^= h >> 16u;
  let u = (f32(h) + 0.5) * 2.3283064e-10;
  let exponential = select(-log(max(1.0 - u, 1e-30)), u + u * u * (0.5 + u / 3.0), u < 0.01);
  return -log(exponential);
}

fn best(value: f32, index: u32, lane: u32) -> u32 {
  laneValue[lane] = value;
  laneIndex[lane] = index;
  workgroupBarrier();
  var found = 0u;
  for (var l = 1u; l < ${LANES}u; l++) {
    let better = laneValue[l] > laneValue[found];
    if (better || (laneValue[l] == laneValue[found] && laneIndex[l] < laneIndex[found])) { found = l; }
  }
  let winner = laneIndex[found];
  workgroupBarrier();
  return winner;
}

fn sumOf(value: f32, lane: u32) -> f32 {
  laneValue[lane] = value;
  workgroupBarrier();
  var total = 0.0;
  for (var l = 0u; l < ${LANES}u; l++) { total += laneValue[l]; }
  workgroupBarrier();
  return total;
}

fn countOf(value: u32, lane: u32) -> u32 {
  laneCount[lane] = value;
  workgroupBarrier();
  var total = 0u;
  for (var l = 0u; l < ${LANES}u; l++) { total += laneCount[l]; }
  workgroupBarrier();
  return total;
}

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let row = group.x * p.V;
  let s = params[group.x];
  var top = -3e38;
  var token = 0xffffffffu;
  for (var v = lane; v < p.V; v += ${LANES}u) {
    if (y[row + v] > top || token == 0xffffffffu) { top = y[row + v]; token = v; }
  }
  token = best(top, token, lane);
  top = y[row + token];
  var lse = 0.0;
  if (p.edited == 0u) {
    var mass = 0.0;
    for (var v = lane; v < p.V; v += ${LANES}u) { mass += exp(y[row + v] - top); }
    lse = top + log(sumOf(mass, lane));
  }

  if (s.temperature > 0.0) {
    let sharpness = 1.0 / s.temperature;
    var cut = 0u;
    if (s.minP > 0.0) { cut = ordered(top + s.temperature * log(s.minP)); }
    if (s.topK > 0u && s.topK < p.V) {
      // The largest key that still leaves topK tokens at or above it.
      var kth = 0u;
      for (var bit = 32u; bit > 0u; bit--) {
        let tried = kth | (1u << (bit - 1u));
        var count = 0u;
        for (var v = lane; v < p.V; v += ${LANES}u) { count += u32(ordered(y[row + v]) >= tried); }
        if (countOf(count, lane) >= s.topK) { kth = tried; }
      }
      cut = max(cut, kth);
    }
    if (s.topP < 1.0) {
      var kept = 0.0;
      for (var v = lane; v < p.V; v += ${LANES}u) {
        if (ordered(y[row + v]) >= cut) { kept += exp((y[row + v] - top) * sharpness); }
      }
      let enough = s.topP * sumOf(kept, lane);
      var nucleus = 0u;
      for (var bit = 32u; bit > 0u; bit--) {
        let tried = nucleus | (1u << (bit - 1u));
        var held = 0.0;
        for (var v = lane; v < p.V; v += ${LANES}u) {
          if (ordered(y[row + v]) >= tried) { held += exp((y[row + v] - top) * sharpness); }
        }
        if (sumOf(held, lane) >= enough) { nucleus = tried; }
      }
      cut = max(cut, nucleus);
    }
    cut = min(cut, ordered(top));
    var luckiest = -3e38;
    var chosen = 0xffffffffu;
    for (var v = lane; v < p.V; v += ${LANES}u) {
      if (ordered(y[row + v]) >= cut) {
        let noisy = (y[row + v] - top) * sharpness + gumbel(s, v);
        if (noisy > luckiest) { luckiest = noisy; chosen = v; }
      }
    }
    token = best(luckiest, chosen, lane);
  }
  if (lane == 0u) {
    if (p.edited == 1u) { lse = sampled[s.row].lse; }
    let none = p.edited == 1u && top < LEAST;
    sampled[s.row] = Sampled(select(token, 0xffffffffu, none), z[s.row * p.V + token] - lse, lse, 0u);
  }
}
