// O[T, H, E] = softmax(q k^T / sqrt(E)) v over the cached keys 0 .. position of each row's own sequence.
// Serves prefill chunks and decode rows alike: row t has position rows[t].x and its block table starts at
// tables[rows[t].z]. Key j is in cache row tables[.. + j / PAGE] * PAGE + j % PAGE of kCache[P PAGE, K, E], WIDE
// elements per word; include/paged_cache.wgsl has the layout of int8. WINDOW is a sliding window, SOFTCAP caps scores
// (include/attention_score.wgsl). SINK adds one learned score per query head (include/attention_sink.wgsl).
// One workgroup per (head, row). Keys are processed in chunks of CHUNK with a running maximum (online softmax): a lane
// first computes one key's score, then E / LANES elements of the sum over the chunk's values. Workgroup memory:
// 4 (CHUNK + 2 LANES) bytes. Three barriers per chunk. INT8 also stores O to Q, as int8 blocks for the next matmul,
// through 4 E bytes more; E must then be a multiple of 16.
// The summation order depends on the position alone, never on the batch. Grid (H, T). Limit: bytes of the cache.
#if INT8
#include int8_block
#end
#include paged_cache
@group(0) @binding(5) var<storage, read_write> O: array<vec4<f32>>;
#if INT8
@group(0) @binding(6) var<storage, read_write> Q: array<u32>;
var<workgroup> head: array<vec4<f32>, ${E / 4}>;
#end
#if SINK
@group(0) @binding(${INT8 + 6}) var<storage, read> sinks: array<f32>;
#end
#include attention_sink

var<workgroup> weights: array<f32, ${CHUNK}>;
var<workgroup> laneMax: array<f32, ${LANES}>;
var<workgroup> laneSum: array<f32, ${LANES}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let h = group.x;
  let t = group.y;
  let kvHead = h / (p.H / p.K);
  let width = p.H + 2u * p.K;
  let q = (t * width + h) * ${E / 4}u;
  let row = rows[t];
  let end = row.x + 1u;
  var top = topBefore(h);
  var sum = SUM_BEFORE;
  var o = array<vec4<f32>, ${OWNED}>();
  let begin = oldestOf(row.x) / ${CHUNK}u * ${CHUNK}u;
  for (var start = begin; start < end; start += ${CHUNK}u) {
    let count = min(${CHUNK}u, end - start);
    var best = top;
    for (var i = lane; i < count; i += ${LANES}u) {
      let j = start + i;
      let k = cachedAt(row, j, kvHead);
      var score = 0.0;
      for (var e = 0u; e < p.E4; e += ${WIDE}u) {
        let key = keyAt(k + e);
        #for w in 0..WIDE
        score += dot(qkv[q + e + ${w}u], four${w}(key));
        #end
      }
      #if WINDOW
      weights[i] = select(UNSEEN, scoreOf(score), sees(row.x, j));
      #else
      weights[i] = scoreOf(score);
      #end
      best = max(best, weights[i]);
    }
    laneMax[lane] = best;
    workgroupBarrier();
    for (var l = 0u; l < ${LANES}u; l++) { best = max(best, laneMax[l]); }
    var part = 0.0;
    for (var i = lane; i < count; i += ${LANES}u) {
      weights[i] = exp(weights[i] - best);
      part += weights[i];
    }
    laneSum[lane] = part;
    workgroupBarrier();
    let keep = exp(top - best);
    top = best;
    sum *= keep;
    for (var l = 0u; l < ${LANES}u; l++) { sum += laneSum[l]; }
    #for own in 0..OWNED
    o[${own}] *= keep;
    #end
    for (var j = 0u; j < count; j++) {
      let v = cachedAt(row, start + j, kvHead);
      let weight = weights[j];
      #for own in 0..OWNED
      {
        let e = min(lane + ${own * LANES}u, ${E / 4 - 1}u);
        o[${own}] += weight * valueAt(v + e);
      }
      #end
    }
    workgroupBarrier();
  }
  #for own in 0..OWNED
  if (lane + ${own * LANES}u < ${E / 4}u) {
    O[(t * p.H + h) * ${E / 4}u + lane + ${own * LANES}u] = o[${own}] / sum;
    #if INT8
    head[lane + ${own * LANES}u] = o[${own}] / sum;
    #end
  }
  #end
  #if INT8
  workgroupBarrier();
  for (var half = lane; half < ${E / 16}u; half += ${LANES}u) {
    let at = half * 4u;
    storeInt8((t * p.H + h) * ${E / 16}u + half, head[at], head[at + 1u], head[at + 2u], head[at + 3u], 0.0);
  }
  #end
}
