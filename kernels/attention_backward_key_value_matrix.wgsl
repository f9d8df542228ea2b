// dv_j = sum over later queries t and the heads of the group of P dO_t;  dk_j = sum of scale * P (dP - delta) q_t; like
// attention_backward_key_value_tiled.wgsl, but with f16 subgroup matrices and f32 sums
// (include/attention_gradient.wgsl). P and P (dP - delta) are rounded to f16 too. They are computed from dO divided by
// the largest scale of the rows that are summed.
// The queries that see row j are rows j .. endOf(j) - 1 (include/attention_queries.wgsl).
// A workgroup computes DOWN M consecutive rows of one kv head, and processes consecutive rows of one segment together.
// Their keys and values are the left operand. The queries that see any of them, and their dO, are the right operand,
// one query head of the group at a time, in chunks that begin at positions that are multiples of 64. No atomics.
// Writes the k and v parts of dqkv[T, (H + 2 K) E]. Grid (kv heads, ceil(T / DOWN M)) for the kv heads from `first`.
// Limit: FLOPs, 8 E per visible key and head.
#include matrix
// `elements` and `rights` are bounds of loops that must not be unrolled.
struct Sizes {
  T: u32, H: u32, K: u32, scale: f32, window: u32, softcap: f32,
  padded: u32, first: u32, elements: u32, rights: u32, origin: u32,
}
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> panels: array<f16>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> lse: array<f32>;
@group(0) @binding(3) var<storage, read> delta: array<f32>;
@group(0) @binding(4) var<storage, read> scale: array<f32>;
@group(0) @binding(5) var<storage, read_write> dqkv: array<f32>;
#include path
#include attention_gradient
#include attention_queries
var<workgroup> factors0: array<f16, ${DOWN * M}u * FACTOR_STRIDE>;
var<workgroup> factors1: array<f16, ${DOWN * M}u * FACTOR_STRIDE>;
// For each right row: its log-sum-exp, then its delta and its scale, both divided by the largest scale.
var<workgroup> rights: array<vec4<f32>, 64>;
#if WINDOW
var<workgroup> positions: array<u32, 64>;
#end
var<workgroup> scales: array<f32, ${LANES}>;

#if SIZED
@subgroup_size(${SIZE})
#end
@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let first = (p.origin + group.y) * ${DOWN * M}u;
  let last = min(first + ${DOWN * M}u, p.T);
  var base = first;
  while (base < last) {
    let end = runEnd(base, last);
    backward(group.x, base, end, local.x);
    base = end;
  }
}

// Computes rows base .. last - 1, which are consecutive rows of one segment.
fn backward(kvHead: u32, base: u32, last: u32, lane: u32) {
  #include attention_gradient_lane
  let heads = p.H / p.K;
  let planes = kvHead * (2u * heads + 2u);
  let left0 = planes + heads;
  let left1 = left0 + 1u;
  let leftRow = base;
  let count = last - base;
  // Indices past the last row are clamped to it, and their results are not written.
  let key = base + min(mine, count - 1u);
  let position = rows[key].x;
  let keyEnd = endOf(key);
  // If a branch begins between these rows, fewer queries see the last one, so `end` is the maximum.
  var end = 0u;
  for (var i = base; i < last; i++) { end = max(end, endOf(i)); }
  let largest = largestScale((p.first + kvHead) * heads, base, end, lane);
  let inverse = inverseOf(largest);
  #for side in 0..2
  #for j in 0..WIDTH
  var total${side}_${j} = subgroup_matrix_result<f32, ${N}, ${M}>();
  #end
  #end
  for (var head = 0u; head < heads; head++) {
    let h = (p.first + kvHead) * heads + head;
    let right0 = planes + head;
    let right1 = right0 + heads + 2u;
    for (var start = base - rows[base].x % CHUNK; start < end; start += CHUNK) {
      let rightRow = start;
      for (var i = lane; i < 64u; i += ${LANES}u) {
        let t = min(start + i, p.T - 1u);
        let at = t * p.H + h;
        rights[i] = vec4(lse[at], delta[at] * inverse, scale[at] * inverse, 0.0);
        #if WINDOW
        positions[i] = rows[t].x;
        #end
      }
      #include attention_gradient_dots
      #for n in 0..16 / PER
      {
        let four = part * 4u + ${n * PER * 4}u;
        #for e in 0..4
        let right_${e} = rights[four + ${e}u];
        #end
        let t = vec4(start + four) + vec4(0u, 1u, 2u, 3u);
        let isLater = (t >= vec4(key)) & (t < vec4(keyEnd));
        #if WINDOW
        let places = vec4(positions[four], positions[four + 1u], positions[four + 2u], positions[four + 3u]);
        let isSeen = isLater & (places - vec4(position) < vec4(p.window));
        #else
        let isSeen = isLater;
        #end
        let scores = scoresOf(fourMade0(mine * MADE_STRIDE + four));
        let logSums = vec4(right_0.x, right_1.x, right_2.x, right_3.x);
        let means = vec4(right_0.y, right_1.y, right_2.y, right_3.y);
        let shares = vec4(right_0.z, right_1.z, right_2.z, right_3.z);
        let P = exp(scores - logSums);
        let dScores = slopesOf(scores) * P * (fourMade1(mine * MADE_STRIDE + four) * shares - means);
        let factor0 = halved(select(vec4<f32>(), dScores * RAISED0, isSeen));
        let factor1 = halved(select(vec4<f32>(), P * shares * RAISED1, isSeen));
        #for side in 0..2
        #for e in 0..4
        factors${side}[mine * FACTOR_STRIDE + four + ${e}u] = factor${side}[${e}];
        #end
        #end
      }
      #end
      workgroupBarrier();
      #for side in 0..2
      #include attention_gradient_sums
      #end
    }
  }
  #for side in 0..2
  #for j in 0..WIDTH
  workgroupBarrier();
  subgroupMatrixStore<row_major>(&made0, strip * MADE_STRIDE + along * ${N}u, total${side}_${j}, MADE_STRIDE);
  workgroupBarrier();
  for (var i = lane % ${SIZE}u; i < ${M * N}u; i += ${SIZE}u) {
    let row = strip + i / ${N}u;
    if (row < count) {
      let to = (base + row) * (p.H + 2u * p.K) + p.H + ${side}u * p.K + p.first + kvHead;
      dqkv[to * ${E}u + column${j} + i % ${N}u] =
        largest * LOWERED${side} * made0[row * MADE_STRIDE + along * ${N}u + i % ${N}u];
    }
  }
  #end
  #end
}

// Returns the largest scale of dO of rows base .. end - 1, over the query heads from h on of one kv head.
fn largestScale(h: u32, base: u32, end: u32, lane: u32) -> f32 {
  let heads = p.H / p.K;
  var most = 0.0;
  for (var i = lane; i < (end - base) * heads; i += ${LANES}u) {
    most = max(most, scale[(base + i / heads) * p.H + h + i % heads]);
  }
  workgroupBarrier();
  scales[lane] = most;
  workgroupBarrier();
  for (var i = 0u; i < ${LANES}u; i++) { most = max(most, scales[i]); }
  return most;
}
