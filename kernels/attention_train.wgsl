// O[T, H, E] = softmax(q k^T / sqrt(E)) v over the keys on the path of row t (include/path.wgsl). It is causal within
// the sequence of token t, while sequences share the rows of a common prefix.
// lse[T, H] = log-sum-exp of the scores, including the sink; the backward pass reads it. WINDOW is a sliding window,
// SOFTCAP caps scores (include/attention_score.wgsl). SINK adds one learned score per query head
// (include/attention_sink.wgsl).
// One workgroup per (head, ROWS consecutive rows). It processes consecutive rows of one segment together, which see the
// same keys apart from the mask. Keys are processed in chunks of CHUNK: a lane first computes one key's scores, then
// E / LANES elements of the sums over the chunk's values. Three barriers per chunk. The summation order depends on
// positions, not on where rows are in the batch. Keys and values are read from qkv[T, (H + 2 K) E], without a cache.
// Workgroup memory: 4 ((ROWS + 1) CHUNK + 2 ROWS LANES) bytes. Grid (H, ceil(T / ROWS)).
// Limit: FLOPs, 4 E per visible key and head.
struct Sizes { T: u32, H: u32, K: u32, scale: f32, E4: u32, window: u32, softcap: f32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> O: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> lse: array<f32>;
#include path
#include attention_score
#if SINK
@group(0) @binding(4) var<storage, read> sinks: array<f32>;
#end
#include attention_sink
// Key i, row c is at i ROWS + c.
var<workgroup> weights: array<f32, ${ROWS * CHUNK}>;
// Row of each key of the chunk.
var<workgroup> keys: array<u32, ${CHUNK}>;
var<workgroup> laneMax: array<f32, ${ROWS * LANES}>;
var<workgroup> laneSum: array<f32, ${ROWS * LANES}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let first = (p.origin + group.y) * ${ROWS}u;
  let last = min(first + ${ROWS}u, p.T);
  var base = first;
  while (base < last) {
    let end = runEnd(base, last);
    attend(group.x, base, end, local.x);
    base = end;
  }
}

// Computes rows base .. last - 1, which are consecutive rows of one segment.
fn attend(h: u32, base: u32, last: u32, lane: u32) {
  let kvHead = h / (p.H / p.K);
  let width = p.H + 2u * p.K;
  let position = rows[base].x;
  let end = rows[last - 1u].x + 1u;
  #for c in 0..ROWS
  // Indices past the last row are clamped to it, and their results are not written.
  let t${c} = min(base + ${c}u, last - 1u);
  let q${c} = (t${c} * width + h) * ${E / 4}u;
  var top${c} = topBefore(h);
  var sum${c} = SUM_BEFORE;
  var o${c} = array<vec4<f32>, ${OWNED}>();
  #end
  let begin = oldestOf(position) / ${CHUNK}u * ${CHUNK}u;
  for (var start = begin; start < end; start += ${CHUNK}u) {
    let count = min(${CHUNK}u, end - start);
    var segment = segmentOf(base);
    #for c in 0..ROWS
    var best${c} = top${c};
    #end
    for (var left = (count + ${LANES - 1}u - lane) / ${LANES}u; left > 0u; left--) {
      let i = lane + (left - 1u) * ${LANES}u;
      segment = segmentAt(start + i, segment);
      let j = start + i + segment.shift;
      keys[i] = j;
      let k = (j * width + p.H + kvHead) * ${E / 4}u;
      #for c in 0..ROWS
      var score${c} = 0.0;
      #end
      for (var e = 0u; e < p.E4; e++) {
        let key = qkv[k + e];
        #for c in 0..ROWS
        score${c} += dot(qkv[q${c} + e], key);
        #end
      }
      #for c in 0..ROWS
      score${c} = select(UNSEEN, scoreOf(score${c}), sees(position + ${c}u, start + i));
      weights[i * ${ROWS}u + ${c}u] = score${c};
      best${c} = max(best${c}, score${c});
      #end
    }
    #for c in 0..ROWS
    laneMax[lane * ${ROWS}u + ${c}u] = best${c};
    #end
    workgroupBarrier();
    for (var l = 0u; l < ${LANES}u; l++) {
      #for c in 0..ROWS
      best${c} = max(best${c}, laneMax[l * ${ROWS}u + ${c}u]);
      #end
    }
    #for c in 0..ROWS
    var part${c} = 0.0;
    #end
    for (var i = lane; i < count; i += ${LANES}u) {
      #for c in 0..ROWS
      let weight${c} = exp(weights[i * ${ROWS}u + ${c}u] - best${c});
      weights[i * ${ROWS}u + ${c}u] = weight${c};
      part${c} += weight${c};
      #end
    }
    #for c in 0..ROWS
    laneSum[lane * ${ROWS}u + ${c}u] = part${c};
    #end
    workgroupBarrier();
    #for c in 0..ROWS
    let keep${c} = exp(top${c} - best${c});
    top${c} = best${c};
    sum${c} *= keep${c};
    #for own in 0..OWNED
    o${c}[${own}] *= keep${c};
    #end
    #end
    for (var l = 0u; l < ${LANES}u; l++) {
      #for c in 0..ROWS
      sum${c} += laneSum[l * ${ROWS}u + ${c}u];
      #end
    }
    for (var i = 0u; i < count; i++) {
      let v = (keys[i] * width + p.H + p.K + kvHead) * ${E / 4}u;
      #for c in 0..ROWS
      let weight${c} = weights[i * ${ROWS}u + ${c}u];
      #end
      #for own in 0..OWNED
      {
        let value = qkv[v + min(lane + ${own * LANES}u, ${E / 4 - 1}u)];
        #for c in 0..ROWS
        o${c}[${own}] += weight${c} * value;
        #end
      }
      #end
    }
    workgroupBarrier();
  }
  #for c in 0..ROWS
  if (base + ${c}u < last) {
    #for own in 0..OWNED
    if (lane + ${own * LANES}u < ${E / 4}u) {
      O[(t${c} * p.H + h) * ${E / 4}u + lane + ${own * LANES}u] = o${c}[${own}] / sum${c};
    }
    #end
    if (lane == 0u) { lse[t${c} * p.H + h] = top${c} + log(sum${c}); }
  }
  #end
}
