// dq[t, h] = sum over the keys j on the path of row t (include/path.wgsl) of scale * P (dP - delta) k_j, like
// attention_backward_query_tiled.wgsl, but with f16 subgroup matrices and f32 sums (include/attention_gradient.wgsl).
// P (dP - delta) is rounded to f16 too, and is computed from dO divided by its scale.
// A workgroup computes DOWN M consecutive rows of one head, and processes consecutive rows of one segment together.
// Their queries are the left operand. Keys and values are the right operand, segment after segment of the path, in
// chunks of positions.
// Writes the q part of dqkv[T, (H + 2 K) E]. Grid (heads, ceil(T / DOWN M)) for the query heads of the kv heads from
// `first`.
// Limit: FLOPs, 6 E per visible key and head.
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
var<workgroup> factors0: array<f16, ${DOWN * M}u * FACTOR_STRIDE>;

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
fn backward(head: u32, base: u32, last: u32, lane: u32) {
  #include attention_gradient_lane
  let heads = p.H / p.K;
  let h = p.first * heads + head;
  let planes = head / heads * (2u * heads + 2u);
  let left0 = planes + head % heads;
  let left1 = left0 + heads + 2u;
  let right0 = planes + heads;
  let right1 = right0 + 1u;
  let leftRow = base;
  let count = last - base;
  let position = rows[base].x;
  // Indices past the last row are clamped to it, and all their keys are masked.
  let newest = position + min(mine, count - 1u);
  let at = (base + min(mine, count - 1u)) * p.H + h;
  let logSum = lse[at];
  let mean = delta[at] * inverseOf(scale[at]);
  #for j in 0..WIDTH
  var total0_${j} = subgroup_matrix_result<f32, ${N}, ${M}>();
  #end
  // Waits until all lanes have read the results of the previous run of rows.
  workgroupBarrier();
  var segment = segmentOf(base);
  var stop = position + count;
  for (var segments = p.T; segments > 0u; segments--) {
    let entry = max(segment.start, oldestOf(position)) / CHUNK * CHUNK;
    for (var start = entry; start < stop; start += CHUNK) {
      let rightRow = start + segment.shift;
      #include attention_gradient_dots
      #for n in 0..16 / PER
      {
        let four = part * 4u + ${n * PER * 4}u;
        let keys = vec4(start + four) + vec4(0u, 1u, 2u, 3u);
        let isSeen = seesFour(newest, keys) & (keys >= vec4(segment.start)) & (keys < vec4(stop));
        let scores = scoresOf(fourMade0(mine * MADE_STRIDE + four));
        let P = exp(scores - vec4(logSum));
        let dScores = slopesOf(scores) * P * (fourMade1(mine * MADE_STRIDE + four) - vec4(mean));
        let factor = halved(select(vec4<f32>(), dScores * RAISED0, isSeen & vec4(mine < count)));
        #for e in 0..4
        factors0[mine * FACTOR_STRIDE + four + ${e}u] = factor[${e}];
        #end
      }
      #end
      workgroupBarrier();
      #for side in 0..1
      #include attention_gradient_sums
      #end
    }
    stop = segment.start;
    if (segment.parent == 0u || stop <= oldestOf(position)) { break; }
    segment = segmentOf(segment.parent - 1u);
  }
  #for j in 0..WIDTH
  workgroupBarrier();
  subgroupMatrixStore<row_major>(&made0, strip * MADE_STRIDE + along * ${N}u, total0_${j}, MADE_STRIDE);
  workgroupBarrier();
  for (var i = lane % ${SIZE}u; i < ${M * N}u; i += ${SIZE}u) {
    let row = strip + i / ${N}u;
    if (row < count) {
      let t = base + row;
      dqkv[(t * (p.H + 2u * p.K) + h) * ${E}u + column${j} + i % ${N}u] =
        scale[t * p.H + h] * LOWERED0 * made0[row * MADE_STRIDE + along * ${N}u + i % ${N}u];
    }
  }
  #end
}
