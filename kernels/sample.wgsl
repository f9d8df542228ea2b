// Samples one token a row from logits z[B, V]: argmax at temperature 0, else from softmax(z / temperature) cut to
// tokens at least min_p as likely as the likeliest, to the top_k best, and then to the smallest set that holds top_p of
// what is left. Writes the token, its raw log-probability z[token] - lse(z) (before temperature and cuts), and lse.
// It samples from y, which is z itself, or edited copies y[E, V] of some of its rows (edit_logits). The copies are
// sampled from after z, so that lse is there: log-probabilities stay raw. Where all tokens of a copy are forbidden, the
// token is 0xffffffff.
// The cuts are found without sorting: each pass counts, or adds up the probabilities of, what reaches 8 thresholds
// between two bounds, which then enclose an eighth of that; once few tokens reach the lower bound, only they are read.
// The token is argmax(z / temperature + Gumbel noise), noise a hash (murmur3) of (seed, position, token), so a row's
// token depends on nothing else in the batch. One workgroup a row; lanes stride over V. Workgroup memory: 4 CANDIDATES
// bytes, and 20 LANES without SUBGROUP. Grid (B) or (E). Limit: bytes of z, 2 passes greedy, mostly 5 with both cuts.
#if SUBGROUP
enable subgroups;
// All lanes get the same sums, so all go the same way.
diagnostic(off, subgroup_uniformity);
#end
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
#include row_reductions
// Below it all is forbidden.
const LEAST = -1e29;
const NONE = 0xffffffffu;
// Each lane has its own part of the candidates. As few as a quarter of them in all hardly ever fill one.
const SLOTS = ${CANDIDATES / LANES}u;
var<workgroup> candidates: array<u32, ${CANDIDATES}>;

// Maps floats to integers of the same order, and back.
fn ordered(x: f32) -> u32 {
  let bits = bitcast<u32>(x);
  return select(bits | 0x80000000u, ~bits, (bits & 0x80000000u) != 0u);
}

fn unordered(key: u32) -> f32 { return bitcast<f32>(select(~key, key & 0x7fffffffu, (key & 0x80000000u) != 0u)); }

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

// The tokens of a row that a lane reads: every LANES-th, or its candidates.
struct Tokens { row: u32, lane: u32, listed: bool, count: u32 }

fn tokenAt(tokens: Tokens, i: u32) -> u32 {
  if (tokens.listed) { return candidates[tokens.lane * SLOTS + i]; }
  return i * ${LANES}u + tokens.lane;
}

// Makes those of logit `low` and more a lane's candidates, as far as there is room; how many they are.
fn collect(tokens: Tokens, low: f32) -> u32 {
  var count = 0u;
  for (var i = 0u; i < tokens.count; i++) {
    let v = tokenAt(tokens, i);
    if (y[tokens.row + v] >= low) {
      if (count < SLOTS) { candidates[tokens.lane * SLOTS + count] = v; }
      count++;
    }
  }
  return count;
}

// Eight thresholds in their order.
struct Thresholds { low: vec4<f32>, high: vec4<f32> }

// The first is `low`, all are below `high`: closer to each other near the top at first, where few tokens hold much;
// then at equal distances, and by the order of floats at last, where values lie too close.
fn thresholds(low: f32, high: f32, first: bool) -> Thresholds {
  let gap = ordered(high) - ordered(low);
  var t: Thresholds;
  if (gap <= 64u) {
    let step = (gap + 7u) / 8u;
    let key = ordered(low);
    #for j in 0..4
    t.low[${j}] = unordered(key + ${j}u * step);
    t.high[${j}] = unordered(key + ${j + 4}u * step);
    #end
    return t;
  }
  let j = vec4(0.0, 1.0, 2.0, 3.0) / 8.0;
  t.low = j;
  t.high = j + 0.5;
  if (first) {
    t.low = 1.0 - (1.0 - t.low) * (1.0 - t.low);
    t.high = 1.0 - (1.0 - t.high) * (1.0 - t.high);
  }
  return Thresholds(low + (high - low) * t.low, low + (high - low) * t.high);
}

// What reaches 8 thresholds: how many tokens, and exp((y - top) sharpness) of them added up.
struct Reached { counts0: vec4<f32>, counts1: vec4<f32>, masses0: vec4<f32>, masses1: vec4<f32> }

fn reached(tokens: Tokens, t: Thresholds, top: f32, sharpness: f32, byMass: bool) -> Reached {
  var counts0 = vec4<f32>();
  var counts1 = vec4<f32>();
  var masses0 = vec4<f32>();
  var masses1 = vec4<f32>();
  for (var i = 0u; i < tokens.count; i++) {
    let x = vec4(y[tokens.row + tokenAt(tokens, i)]);
    let in0 = x >= t.low;
    let in1 = x >= t.high;
    counts0 += select(vec4<f32>(), vec4(1.0), in0);
    counts1 += select(vec4<f32>(), vec4(1.0), in1);
    if (byMass) {
      let mass = vec4(exp((x.x - top) * sharpness));
      masses0 += select(vec4<f32>(), mass, in0);
      masses1 += select(vec4<f32>(), mass, in1);
    }
  }
  let lane = tokens.lane;
  counts0 = rowSum(counts0, lane);
  counts1 = rowSum(counts1, lane);
  if (!byMass) { return Reached(counts0, counts1, counts0, counts1); }
  return Reached(counts0, counts1, rowSum(masses0, lane), rowSum(masses1, lane));
}

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let row = group.x * p.V;
  let s = params[group.x];
  var top = -3e38;
  var least = 3e38;
  var token = NONE;
  for (var v = lane; v < p.V; v += ${LANES}u) {
    let x = y[row + v];
    if (x > top || token == NONE) { top = x; token = v; }
    if (x > LEAST) { least = min(least, x); }
  }
  token = rowArgmax(top, token, lane);
  top = y[row + token];
  var lse = 0.0;
  if (p.edited == 0u) {
    var mass = 0.0;
    for (var v = lane; v < p.V; v += ${LANES}u) { mass += exp(y[row + v] - top); }
    lse = top + log(rowSum(vec4(mass), lane).x);
  }

  if (s.temperature > 0.0) {
    let sharpness = 1.0 / s.temperature;
    var tokens = Tokens(row, lane, false, (p.V + ${LANES - 1}u - lane) / ${LANES}u);
    var few = false;
    least = min(-rowMax(-least, lane), top);
    var cut = -3e38;
    if (s.minP > 0.0) { cut = top + s.temperature * log(s.minP); }
    // Top k first, then top p of what it leaves.
    for (var kind = 0u; kind < 2u; kind++) {
      let byMass = kind == 1u;
      if (byMass && s.topP >= 1.0) { continue; }
      if (!byMass && (s.topK == 0u || s.topK >= p.V)) { continue; }
      var low = max(cut, least);
      var high = unordered(ordered(top) + 1u);
      var atHigh = 0.0;
      var wanted = f32(s.topK);
      // As many turns as find the cut where an eighth is a single step of the order of floats; mostly a few.
      for (var turn = 0u; turn < 64u; turn++) {
        let t = thresholds(low, high, turn == 0u);
        let r = reached(tokens, t, top, sharpness, byMass);
        if (turn == 0u && byMass) { wanted = s.topP * r.masses0.x; }
        if (r.masses0.x < wanted) { break; }
        var count = r.counts0.x;
        // Downwards: the highest that holds enough is the lower bound, the one above it the upper.
        #for j in 0..4
        if (r.masses1[${3 - j}] < wanted) { high = t.high[${3 - j}]; atHigh = r.counts1[${3 - j}]; }
        #end
        #for j in 0..3
        if (r.masses0[${3 - j}] < wanted) { high = t.low[${3 - j}]; atHigh = r.counts0[${3 - j}]; }
        #end
        #for j in 1..4
        if (r.masses0[${j}] >= wanted) { low = t.low[${j}]; count = r.counts0[${j}]; }
        #end
        #for j in 0..4
        if (r.masses1[${j}] >= wanted) { low = t.high[${j}]; count = r.counts1[${j}]; }
        #end
        cut = max(cut, low);
        // One token between the bounds, or all that are wanted.
        if (count - atHigh <= 1.0 || (!byMass && count == wanted) || ordered(high) <= ordered(low) + 1u) { break; }
        if (!few && count <= ${CANDIDATES / 8}.0) {
          let own = collect(tokens, low);
          few = rowSum(vec4(f32(own > SLOTS)), lane).x == 0.0;
          if (few) { tokens = Tokens(row, lane, true, own); }
        }
      }
    }
    cut = min(cut, top);
    var luckiest = -3e38;
    var chosen = NONE;
    for (var i = 0u; i < tokens.count; i++) {
      let v = tokenAt(tokens, i);
      if (y[row + v] >= cut) {
        let noisy = (y[row + v] - top) * sharpness + gumbel(s, v);
        if (noisy > luckiest || chosen == NONE) { luckiest = noisy; chosen = v; }
      }
    }
    token = rowArgmax(luckiest, chosen, lane);
  }
  if (lane == 0u) {
    if (p.edited == 1u) { lse = sampled[s.row].lse; }
    let none = p.edited == 1u && top < LEAST;
    sampled[s.row] = Sampled(select(token, NONE, none), z[s.row * p.V + token] - lse, lse, 0u);
  }
}
