// Finds a cut: the highest threshold that enough tokens reach, which means that their logits are at or above it.
// `logitAt` reads a lane's `tokens`. `collect` makes the remaining tokens the lane's candidates.

// Map floats to integers of the same order, and back.
fn ordered(x: f32) -> u32 {
  let bits = bitcast<u32>(x);
  return select(bits | 0x80000000u, ~bits, (bits & 0x80000000u) != 0u);
}

fn unordered(key: u32) -> f32 { return bitcast<f32>(select(~key, key & 0x7fffffffu, (key & 0x80000000u) != 0u)); }

// Eight thresholds in ascending order.
struct Thresholds { low: vec4<f32>, high: vec4<f32> }

// Returns thresholds from `low` up, all below `high`. At first they are denser near the top, where few tokens hold much
// of the mass, then evenly spaced. When the bounds are too close for that, they are spaced evenly in the integer order
// of floats.
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

// For each of 8 thresholds, the number of tokens that reach it, and their mass: the sum of exp((y - top) sharpness).
struct Reached { counts0: vec4<f32>, counts1: vec4<f32>, masses0: vec4<f32>, masses1: vec4<f32> }

fn reached(t: Thresholds, top: f32, sharpness: f32, byMass: bool) -> Reached {
  var counts0 = vec4<f32>();
  var counts1 = vec4<f32>();
  var masses0 = vec4<f32>();
  var masses1 = vec4<f32>();
  for (var i = 0u; i < tokens.count; i++) {
    let x = vec4(logitAt(i));
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

// Parameters of a search for a cut in [low, high). `wanted` tokens have to reach it or, with byMass, tokens of mass
// `wanted`. A `share` that is not negative replaces `wanted` by this share of the mass that reaches `low`. With
// `collects`, the tokens become candidates once few are left.
struct Search { low: f32, high: f32, wanted: f32, share: f32, byMass: bool, collects: bool }
// enough: whether enough tokens, or enough mass, reach `low`. collected: whether only candidates are still read.
struct Found { cut: f32, enough: bool, collected: bool }

fn search(a: Search, top: f32, sharpness: f32, lane: u32) -> Found {
  var low = a.low;
  var high = a.high;
  var atHigh = 0.0;
  var wanted = a.wanted;
  var found = Found(low, false, false);
  // 64 iterations find the cut even if an eighth of the range is a single step in the order of floats; usually a few
  // suffice.
  for (var turn = 0u; turn < 64u; turn++) {
    let t = thresholds(low, high, turn == 0u);
    let r = reached(t, top, sharpness, a.byMass);
    if (turn == 0u && a.share >= 0.0) { wanted = a.share * r.masses0.x; }
    if (r.masses0.x < wanted) { break; }
    found.enough = true;
    var count = r.counts0.x;
    // The highest threshold that enough tokens reach becomes the lower bound, the next higher threshold the upper
    // bound.
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
    found.cut = low;
    // Stops if one token lies between the bounds, if exactly the wanted tokens are left, or if the bounds are adjacent.
    if (count - atHigh <= 1.0 || (!a.byMass && count == wanted) || ordered(high) <= ordered(low) + 1u) { break; }
    if (a.collects && !found.collected && count <= ${CANDIDATES / 8}.0) { found.collected = collect(low, lane); }
  }
  return found;
}
