// O[T, H, E] = softmax(q k^T / sqrt(E)) v and lse[T, H], like attention_train.wgsl, for workgroups of one subgroup of 8
// lanes.
// One workgroup per (head, ROWS consecutive rows). It processes consecutive rows of one segment together. Keys are
// processed in chunks of 8. A lane first computes one key's scores for all rows, with q from the registers of the lanes
// that hold it. Then it computes E / 8 elements of O, with weights and the rows of keys from the other lanes'
// registers. The summation order depends on positions, not on where rows are in the batch. No workgroup memory, no
// barrier. Grid (H, ceil(T / ROWS)). Limit: FLOPs, 4 E per visible key and head.
enable subgroups;
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
#include subgroup_sums

@compute @workgroup_size(8)
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
  let newest = segmentOf(base);
  #for c in 0..ROWS
  var top${c} = topBefore(h);
  var sum${c} = select(0.0, SUM_BEFORE, lane == 0u);
  #for own in 0..OWNED
  var q${c}_${own} = vec4<f32>();
  var o${c}_${own} = vec4<f32>();
  #end
  #end
  // Loads one row per iteration and shifts the others up, because unrolled loads take long to compile. The bound, ROWS,
  // is passed at run time, so that no compiler unrolls the loop.
  for (var row = base; row < base + p.E4 * ${ROWS}u / ${E / 4}u; row++) {
    #for own in 0..OWNED
    #for c in 0..ROWS - 1
    q${c}_${own} = q${c + 1}_${own};
    #end
    // Indices past the last row are clamped to it, and their results are not written.
    q${ROWS - 1}_${own} =
      qkv[(min(row, last - 1u) * width + h) * ${E / 4}u + min(lane + ${own * 8}u, ${E / 4 - 1}u)];
    #end
  }
  let begin = oldestOf(position) / 8u * 8u;
  for (var start = begin; start < end; start += 8u) {
    let place = start + lane;
    let seen = min(place, end - 1u);
    let segment = segmentAt(seen, newest);
    let head = ((seen + segment.shift) * width + p.H + kvHead) * ${E / 4}u;
    #for c in 0..ROWS
    var score${c} = 0.0;
    #end
    #for own in 0..OWNED
    for (var e = 0u; e < min(8u, p.E4 - ${own * 8}u); e++) {
      let key = qkv[head + e + ${own * 8}u];
      #for c in 0..ROWS
      score${c} += dot(subgroupShuffle(q${c}_${own}, e), key);
      #end
    }
    #end
    #for c in 0..ROWS
    score${c} = select(UNSEEN, scoreOf(score${c}), sees(position + ${c}u, place) && place < end);
    let best${c} = max(top${c}, subgroupTop(score${c}, lane));
    let weight${c} = exp(score${c} - best${c});
    let keep${c} = exp(top${c} - best${c});
    top${c} = best${c};
    sum${c} = sum${c} * keep${c} + weight${c};
    #for own in 0..OWNED
    o${c}_${own} *= keep${c};
    #end
    #end
    // Keys past the end weigh 0.
    for (var i = 0u; i < min(8u, end - start); i++) {
      let vOwn = subgroupShuffle(head, i) + p.K * ${E / 4}u;
      #for c in 0..ROWS
      let w${c}Own = subgroupShuffle(weight${c}, i);
      #end
      #for own in 0..OWNED
      let value${own} = qkv[vOwn + min(lane + ${own * 8}u, ${E / 4 - 1}u)];
      #for c in 0..ROWS
      o${c}_${own} += w${c}Own * value${own};
      #end
      #end
    }
  }
  for (var t = base; t < last; t++) {
    let total = subgroupTotal(sum0, lane);
    #for own in 0..OWNED
    if (lane + ${own * 8}u < ${E / 4}u) {
      O[(t * p.H + h) * ${E / 4}u + lane + ${own * 8}u] = o0_${own} / total;
    }
    #end
    if (lane == 0u) { lse[t * p.H + h] = top0 + log(total); }
    #for c in 0..ROWS - 1
    top${c} = top${c + 1};
    sum${c} = sum${c + 1};
    #for own in 0..OWNED
    o${c}_${own} = o${c + 1}_${own};
    #end
    #end
  }
}
