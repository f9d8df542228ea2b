// Samples one token per row from logits z[B, V]: argmax at temperature 0, else from softmax(z / temperature). Sampling
// is restricted to tokens at least min_p times as likely as the most likely one, then to the top_k best, and then to
// the smallest set that holds top_p of the remaining mass. Writes the token, its raw log-probability z[token] - lse(z)
// (before temperature and cuts), and lse.
// It samples from y, which is z itself or edited copies y[E, V] of some rows of z (edit_logits.wgsl). A dispatch for
// the copies runs after the dispatch for z, so that lse is known and log-probabilities stay raw. If all tokens of a
// copy are forbidden, the token is 0xffffffff.
// The cuts are found without sorting. Each pass sums the counts or the probabilities of the tokens that reach each of 8
// thresholds between two bounds, and narrows the range to an eighth. Once few tokens reach the lower bound, only these
// are read.
// The token is argmax(z / temperature + Gumbel noise). The noise is a hash (murmur3) of (seed, position, token), so a
// row's token does not depend on the rest of the batch. One workgroup per row; lanes stride over V.
// With PART, sample_parts.wgsl has reduced each part of PART logits, and only parts of y that may hold tokens that can
// be sampled are read. Without cuts, these are the parts whose largest noisy logit may be the largest of the row. With
// cuts, they are the parts with the highest tops, as many as are needed to reach the cut. Skipped terms are 0, so
// results are bit-identical to those without PART, with two exceptions that are added up part by part: lse and, for
// top_p alone, the mass of which top_p is a share.
// Workgroup memory: 4 CANDIDATES bytes, 20 LANES more without SUBGROUP, and 4 MOST_PARTS more with PART. Grid (B) or
// (E). Limit: bytes of z, 2 passes if greedy, mostly 5 with both cuts; with PART latency.
#if SUBGROUP
enable subgroups;
// All lanes get the same sums, so all take the same branches.
diagnostic(off, subgroup_uniformity);
#end
struct Sizes { V: u32, edited: u32, parts: u32 }
var<immediate> p: Sizes;
struct Sampled { token: u32, logp: f32, lse: f32, unused: u32 }
@group(0) @binding(0) var<storage, read> params: array<Params>;
@group(0) @binding(1) var<storage, read> z: array<f32>;
@group(0) @binding(2) var<storage, read_write> sampled: array<Sampled>;
@group(0) @binding(3) var<storage, read> y: array<f32>;
#if PART
@group(0) @binding(4) var<storage, read> parts: array<Part>;
#end
#include row_reductions
#include sampling
// A lane's share of the candidates. If at most a quarter of CANDIDATES tokens are collected, a share hardly ever
// overflows.
const SLOTS = ${CANDIDATES / LANES}u;
var<workgroup> candidates: array<u32, ${CANDIDATES}>;

// What a lane reads: tokens of the row, its candidates, or the tops of parts.
const OF_ROW = 0u;
const OF_CANDIDATES = 1u;
const OF_TOPS = 2u;
struct Tokens { row: u32, firstPart: u32, lane: u32, kind: u32, count: u32 }
var<private> tokens: Tokens;
#if PART
#include sample_listing
#end

fn tokenAt(i: u32) -> u32 {
  if (tokens.kind == OF_CANDIDATES) { return candidates[tokens.lane * SLOTS + i]; }
  #if PART
  return listed[i / EACH] * ${PART}u + i % EACH * ${LANES}u + tokens.lane;
  #else
  return i * ${LANES}u + tokens.lane;
  #end
}

fn logitAt(i: u32) -> f32 {
  #if PART
  if (tokens.kind == OF_TOPS) { return parts[tokens.firstPart + i * ${LANES}u + tokens.lane].top; }
  #end
  return y[tokens.row + tokenAt(i)];
}

// Makes the tokens with logits of at least `low` the lanes' candidates, if there is room for all. From then on, only
// candidates are read. Returns whether there was room.
fn collect(low: f32, lane: u32) -> bool {
  var count = 0u;
  for (var i = 0u; i < tokens.count; i += ${AHEAD}u) {
    // A GPU keeps several loads in flight; values past the last token are ignored.
    #for a in 0..AHEAD
    let y${a} = logitAt(i + ${a}u);
    #end
    #for a in 0..AHEAD
    if (i + ${a}u < tokens.count && y${a} >= low) {
      if (count < SLOTS) { candidates[tokens.lane * SLOTS + count] = tokenAt(i + ${a}u); }
      count++;
    }
    #end
  }
  let fits = rowSum(vec4(f32(count > SLOTS)), lane).x == 0.0;
  if (fits) {
    tokens.kind = OF_CANDIDATES;
    tokens.count = count;
  }
  return fits;
}

#include sample_cut

// Results for a row: the top logit and its token, the least allowed logit, log-sum-exp, and the sum of
// exp((y - top) / temperature). The sum is set only with PART, for rows that are cut by mass alone.
struct Row { top: f32, token: u32, least: f32, lse: f32, mass: f32 }

#if PART
fn readRow(b: u32, sharpness: f32, lane: u32) -> Row {
  var r = Row(-3e38, NONE, 3e38, 0.0, 0.0);
  for (var i = lane; i < p.parts; i += ${LANES}u) {
    let part = parts[b * p.parts + i];
    if (part.top > r.top || r.token == NONE) { r.top = part.top; r.token = part.token; }
    r.least = min(r.least, part.least);
  }
  let token = rowArgmax(r.top, r.token, lane);
  let top = y[b * p.V + token];
  var masses = vec4<f32>();
  for (var i = lane; i < p.parts; i += ${LANES}u) {
    let part = parts[b * p.parts + i];
    let below = part.top - top;
    masses += vec4(part.mass * exp(below), part.drawn * exp(below * sharpness), 0.0, 0.0);
  }
  masses = rowSum(masses, lane);
  return Row(top, token, min(-rowMax(-r.least, lane), top), top + log(masses.x), masses.y);
}
#else
fn readRow(b: u32, sharpness: f32, lane: u32) -> Row {
  let row = b * p.V;
  var best = -3e38;
  var least = 3e38;
  var token = NONE;
  for (var v = lane; v < p.V; v += ${LANES}u) {
    let x = y[row + v];
    if (x > best || token == NONE) { best = x; token = v; }
    if (x > LEAST) { least = min(least, x); }
  }
  token = rowArgmax(best, token, lane);
  let top = y[row + token];
  var lse = 0.0;
  if (p.edited == 0u) {
    var mass = 0.0;
    for (var v = lane; v < p.V; v += ${LANES}u) { mass += exp(y[row + v] - top); }
    lse = top + log(rowSum(vec4(mass), lane).x);
  }
  return Row(top, token, min(-rowMax(-least, lane), top), lse, 0.0);
}
#end

// Returns the least logit that can be sampled, after min p, then top k, then top p of the remaining mass.
fn cutOf(s: Params, row: Row, sharpness: f32, lane: u32) -> f32 {
  let high = unordered(ordered(row.top) + 1u);
  var cut = -3e38;
  if (s.minP > 0.0) { cut = row.top + s.temperature * log(s.minP); }
  var collected = false;
  #if PART
  // Whether all tokens that remain after the previous cuts are listed.
  var whole = s.minP > 0.0;
  if (!cuts(s)) { listLuckiest(row.top, sharpness, lane); }
  if (whole) { listTops(min(max(cut, row.least), row.top)); }
  #end
  for (var kind = 0u; kind < 2u; kind++) {
    let byMass = kind == 1u;
    if (byMass && s.topP >= 1.0) { continue; }
    if (!byMass && !cutsByCount(s)) { continue; }
    #if PART
    if (!whole) {
      whole = true;
      let wanted = select(f32(s.topK), s.topP * row.mass, byMass);
      let found = searchBest(Search(row.least, high, wanted, -1.0, byMass, true), row.top, sharpness, lane);
      collected = found.collected;
      if (found.enough) {
        cut = found.cut;
        continue;
      }
    }
    #end
    let share = select(-1.0, s.topP, byMass);
    let low = max(cut, row.least);
    let found = search(Search(low, high, f32(s.topK), share, byMass, !collected), row.top, sharpness, lane);
    collected = collected || found.collected;
    if (found.enough) { cut = max(cut, found.cut); }
  }
  return min(cut, row.top);
}

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let s = params[group.x];
  tokens = Tokens(group.x * p.V, group.x * p.parts, lane, OF_ROW, (p.V + ${LANES - 1}u - lane) / ${LANES}u);
  let sharpness = select(0.0, 1.0 / s.temperature, s.temperature > 0.0);
  let row = readRow(group.x, sharpness, lane);
  var token = row.token;
  if (s.temperature > 0.0) {
    let cut = cutOf(s, row, sharpness, lane);
    var luckiest = -3e38;
    var chosen = NONE;
    for (var i = 0u; i < tokens.count; i++) {
      let v = tokenAt(i);
      let x = y[tokens.row + v];
      if (x >= cut) {
        let noisy = (x - row.top) * sharpness + gumbel(s, v);
        if (noisy > luckiest || chosen == NONE) { luckiest = noisy; chosen = v; }
      }
    }
    token = rowArgmax(luckiest, chosen, lane);
  }
  if (lane == 0u) {
    var lse = row.lse;
    if (p.edited == 1u) { lse = sampled[s.row].lse; }
    let none = p.edited == 1u && row.top < LEAST;
    sampled[s.row] = Sampled(select(token, NONE, none), z[s.row * p.V + token] - lse, lse, 0u);
  }
}
