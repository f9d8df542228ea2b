// Draws one token a row from logits z[B, V]: argmax at temperature 0, else from softmax(z / temperature) cut to the
// top_k best and then to the smallest set that holds top_p of what is left. Writes the token, its raw log-probability
// z[token] - lse(z) (before temperature and cuts), and lse.
// The cuts are found without sorting: bisection over the bits of z in their order as integers, 32 rounds of counting.
// The draw is argmax(z / temperature + Gumbel noise), noise a hash (murmur3) of (seed, position, token), so a row's draw
// depends on nothing else in the batch. One workgroup a row; lanes stride over V, adding up through workgroup memory
// (12 LANES bytes). Grid (B). Limit: bytes of z, 3 passes greedy, up to 68 with both cuts.
struct Sizes { V: u32 }
var<immediate> p: Sizes;
struct Draw { temperature: f32, topP: f32, topK: u32, position: u32, seedLow: u32, seedHigh: u32, unused0: u32, unused1: u32 }
struct Sampled { token: u32, logp: f32, lse: f32, unused: u32 }
@group(0) @binding(0) var<storage, read> draws: array<Draw>;
@group(0) @binding(1) var<storage, read> z: array<f32>;
@group(0) @binding(2) var<storage, read_write> sampled: array<Sampled>;
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
fn gumbel(draw: Draw, token: u32) -> f32 {
  var h = scramble(scramble(scramble(scramble(0u, draw.seedLow), draw.seedHigh), draw.position), token) ^ 16u;
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
  let draw = draws[group.x];
  var top = -3e38;
  var token = 0xffffffffu;
  for (var v = lane; v < p.V; v += ${LANES}u) {
    if (z[row + v] > top || token == 0xffffffffu) { top = z[row + v]; token = v; }
  }
  token = best(top, token, lane);
  top = z[row + token];
  var mass = 0.0;
  for (var v = lane; v < p.V; v += ${LANES}u) { mass += exp(z[row + v] - top); }
  let lse = top + log(sumOf(mass, lane));

  if (draw.temperature > 0.0) {
    let sharpness = 1.0 / draw.temperature;
    var cut = 0u;
    if (draw.topK > 0u && draw.topK < p.V) {
      // The largest key that still leaves topK tokens at or above it.
      for (var bit = 32u; bit > 0u; bit--) {
        let tried = cut | (1u << (bit - 1u));
        var count = 0u;
        for (var v = lane; v < p.V; v += ${LANES}u) { count += u32(ordered(z[row + v]) >= tried); }
        if (countOf(count, lane) >= draw.topK) { cut = tried; }
      }
    }
    if (draw.topP < 1.0) {
      var kept = 0.0;
      for (var v = lane; v < p.V; v += ${LANES}u) {
        if (ordered(z[row + v]) >= cut) { kept += exp((z[row + v] - top) * sharpness); }
      }
      let enough = draw.topP * sumOf(kept, lane);
      var nucleus = 0u;
      for (var bit = 32u; bit > 0u; bit--) {
        let tried = nucleus | (1u << (bit - 1u));
        var held = 0.0;
        for (var v = lane; v < p.V; v += ${LANES}u) {
          if (ordered(z[row + v]) >= tried) { held += exp((z[row + v] - top) * sharpness); }
        }
        if (sumOf(held, lane) >= enough) { nucleus = tried; }
      }
      cut = max(cut, nucleus);
    }
    cut = min(cut, ordered(top));
    var luckiest = -3e38;
    var drawn = 0xffffffffu;
    for (var v = lane; v < p.V; v += ${LANES}u) {
      if (ordered(z[row + v]) >= cut) {
        let noisy = (z[row + v] - top) * sharpness + gumbel(draw, v);
        if (noisy > luckiest) { luckiest = noisy; drawn = v; }
      }
    }
    token = best(luckiest, drawn, lane);
  }
  if (lane == 0u) { sampled[group.x] = Sampled(token, z[row + token] - lse, lse, 0u); }
}
