// Lists the parts of a row that may hold tokens that can be sampled, from the results of sample_parts.wgsl. Only listed
// parts are read.
const EACH = ${PART / LANES}u;
// Listed parts in ascending order, so that sums over them have a fixed order.
var<workgroup> listed: array<u32, ${MOST_PARTS}>;
// Exceeds the difference between a token's noisy logit here and in sample_parts.wgsl, which round differently. The
// sampled token is at most 26 temperatures below the top, so the difference is at most 5e-5.
const MARGIN = 1e-3;
// Number of parts that usually suffice to find a cut.
const FEW_PARTS = 32u;

// Returns the part's largest (y - row's top) / temperature + noise.
fn luckOf(i: u32, top: f32, sharpness: f32) -> f32 {
  let part = parts[tokens.firstPart + i];
  return (part.top - top) * sharpness + part.drawn;
}

// Returns the sum of `own` over the lanes before this one.
fn sumBefore(own: u32, lane: u32) -> u32 {
  laneIndex[lane] = own;
  for (var step = 1u; step < ${LANES}u; step <<= 1u) {
    workgroupBarrier();
    var sum = laneIndex[lane];
    if (lane >= step) { sum += laneIndex[lane - step]; }
    workgroupBarrier();
    laneIndex[lane] = sum;
  }
  return laneIndex[lane] - own;
}

// Lists the parts whose top, or (byLuck) whose luckOf, is not below `low`. A NaN counts as not below it.
fn listParts(low: f32, byLuck: bool, top: f32, sharpness: f32) {
  let each = (p.parts + ${LANES - 1}u) / ${LANES}u;
  let first = min(tokens.lane * each, p.parts);
  let end = min(first + each, p.parts);
  var own = 0u;
  for (var i = first; i < end; i++) { own += u32(isListed(i, low, byLuck, top, sharpness)); }
  var at = sumBefore(own, tokens.lane);
  for (var i = first; i < end; i++) {
    if (isListed(i, low, byLuck, top, sharpness)) {
      listed[at] = i;
      at++;
    }
  }
  let count = workgroupUniformLoad(&laneIndex[${LANES - 1}]);
  tokens.kind = OF_ROW;
  tokens.count = 0u;
  if (count > 0u) {
    // The row may end in the last part.
    let left = min(${PART}u, p.V - listed[count - 1u] * ${PART}u);
    tokens.count = (count - 1u) * EACH + (left + ${LANES - 1}u - tokens.lane) / ${LANES}u;
  }
}

fn isListed(i: u32, low: f32, byLuck: bool, top: f32, sharpness: f32) -> bool {
  var value = parts[tokens.firstPart + i].top;
  if (byLuck) { value = luckOf(i, top, sharpness); }
  return !(value < low);
}

fn listTops(low: f32) { listParts(low, false, 0.0, 0.0); }

fn listLuckiest(top: f32, sharpness: f32, lane: u32) {
  var most = -3e38;
  for (var i = lane; i < p.parts; i += ${LANES}u) { most = max(most, luckOf(i, top, sharpness)); }
  listParts(rowMax(most, lane) - MARGIN, true, top, sharpness);
}

// Searches for a cut in the parts with the highest tops, and adds more parts until they hold enough tokens or mass. If
// they never do, lists all parts that reach `low`.
fn searchBest(a: Search, top: f32, sharpness: f32, lane: u32) -> Found {
  for (var n = FEW_PARTS; n < p.parts; n *= 4u) {
    tokens.kind = OF_TOPS;
    tokens.count = (p.parts + ${LANES - 1}u - lane) / ${LANES}u;
    let best = search(Search(a.low, a.high, f32(n), -1.0, false, false), top, sharpness, lane);
    if (!best.enough) { break; }
    listTops(best.cut);
    let collected = collect(best.cut, lane);
    let found = search(Search(best.cut, a.high, a.wanted, -1.0, a.byMass, !collected), top, sharpness, lane);
    if (found.enough) { return Found(found.cut, true, collected || found.collected); }
  }
  listTops(a.low);
  return Found(a.low, false, false);
}
