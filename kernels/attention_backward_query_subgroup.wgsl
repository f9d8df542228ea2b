// dq[t, h] of attention_backward_query.wgsl, for workgroups of one subgroup of 8 lanes.
// One workgroup per (head, ROWS consecutive rows). It processes consecutive rows of one segment together. Keys are
// processed in chunks of 8: a lane first computes one key's factors for all rows, then E / 8 elements of dq. Lanes read
// q, dO, factors and rows of keys from each other's registers, as in attention_train_subgroup.wgsl. No workgroup
// memory, no barrier.
// Writes the q part of dqkv[T, (H + 2 K) E]. Grid (H, ceil(T / ROWS)).
// Limit: FLOPs, 6 E per visible key and head.
enable subgroups;
struct Sizes { T: u32, H: u32, K: u32, scale: f32, E4: u32, window: u32, softcap: f32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> dO: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> lse: array<f32>;
@group(0) @binding(4) var<storage, read> delta: array<f32>;
@group(0) @binding(5) var<storage, read_write> dqkv: array<vec4<f32>>;
#include path
#include attention_score

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let first = (p.origin + group.y) * ${ROWS}u;
  let last = min(first + ${ROWS}u, p.T);
  var base = first;
  while (base < last) {
    let end = runEnd(base, last);
    backward(group.x, base, end, local.x);
    base = end;
  }
}

// Computes rows base .. last - 1, which are consecutive rows of one segment.
fn backward(h: u32, base: u32, last: u32, lane: u32) {
  let kvHead = h / (p.H / p.K);
  let width = p.H + 2u * p.K;
  let position = rows[base].x;
  let end = rows[last - 1u].x + 1u;
  let newest = segmentOf(base);
  #for c in 0..ROWS
  var logSum${c} = 0.0;
  var mean${c} = 0.0;
  #for own in 0..OWNED
  var q${c}_${own} = vec4<f32>();
  var dO${c}_${own} = vec4<f32>();
  var d${c}_${own} = vec4<f32>();
  #end
  #end
  // Loads one row per iteration and shifts the others up, because unrolled loads take long to compile. The bound, ROWS,
  // is passed at run time, so that no compiler unrolls the loop.
  for (var row = base; row < base + p.E4 * ${ROWS}u / ${E / 4}u; row++) {
    #for c in 0..ROWS - 1
    logSum${c} = logSum${c + 1};
    mean${c} = mean${c + 1};
    #for own in 0..OWNED
    q${c}_${own} = q${c + 1}_${own};
    dO${c}_${own} = dO${c + 1}_${own};
    #end
    #end
    // Indices past the last row are clamped to it, and their results are not written.
    let t = min(row, last - 1u);
    logSum${ROWS - 1} = lse[t * p.H + h];
    mean${ROWS - 1} = delta[t * p.H + h];
    #for own in 0..OWNED
    q${ROWS - 1}_${own} = qkv[(t * width + h) * ${E / 4}u + min(lane + ${own * 8}u, ${E / 4 - 1}u)];
    dO${ROWS - 1}_${own} = dO[(t * p.H + h) * ${E / 4}u + min(lane + ${own * 8}u, ${E / 4 - 1}u)];
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
    var dP${c} = 0.0;
    #end
    #for own in 0..OWNED
    for (var e = 0u; e < min(8u, p.E4 - ${own * 8}u); e++) {
      let key = qkv[head + e + ${own * 8}u];
      let value = qkv[head + p.K * ${E / 4}u + e + ${own * 8}u];
      #for c in 0..ROWS
      score${c} += dot(subgroupShuffle(q${c}_${own}, e), key);
      dP${c} += dot(subgroupShuffle(dO${c}_${own}, e), value);
      #end
    }
    #end
    #for c in 0..ROWS
    score${c} = scoreOf(score${c});
    let P${c} = select(0.0, exp(score${c} - logSum${c}), sees(position + ${c}u, place) && place < end);
    let factor${c} = slopeOf(score${c}) * P${c} * (dP${c} - mean${c});
    #end
    for (var i = 0u; i < min(8u, end - start); i++) {
      let kOwn = subgroupShuffle(head, i);
      #for c in 0..ROWS
      let f${c}Own = subgroupShuffle(factor${c}, i);
      #end
      #for own in 0..OWNED
      let key${own} = qkv[kOwn + min(lane + ${own * 8}u, ${E / 4 - 1}u)];
      #for c in 0..ROWS
      d${c}_${own} += f${c}Own * key${own};
      #end
      #end
    }
  }
  for (var t = base; t < last; t++) {
    #for own in 0..OWNED
    if (lane + ${own * 8}u < ${E / 4}u) { dqkv[(t * width + h) * ${E / 4}u + lane + ${own * 8}u] = d0_${own}; }
    #end
    #for c in 0..ROWS - 1
    #for own in 0..OWNED
    d${c}_${own} = d${c + 1}_${own};
    #end
    #end
  }
}
