// dq[t, h] as attention_backward_query.wgsl, where a workgroup is a subgroup of 8.
// One workgroup per (head, ROWS rows in a piece), which takes consecutive rows of one segment together. Keys in
// chunks of 8, one to each lane for its factors with all rows, then E / 8 elements of dq to each lane: lanes read q,
// dO, factors and rows of keys from each other's registers, as attention_train_subgroup.wgsl. No workgroup memory, no
// barrier.
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

// Rows base .. last - 1, consecutive rows of one segment.
fn backward(h: u32, base: u32, last: u32, lane: u32) {
  let kvHead = h / (p.H / p.K);
  let width = p.H + 2u * p.K;
  let position = rows[base].x;
  let end = rows[last - 1u].x + 1u;
  let newest = segmentOf(base);
  #for c in 0..ROWS
  // Past the last row it is computed once more, and nothing is written.
  let t${c} = min(base + ${c}u, last - 1u);
  let logSum${c} = lse[t${c} * p.H + h];
  let mean${c} = delta[t${c} * p.H + h];
  #for own in 0..OWNED
  let q${c}_${own} = qkv[(t${c} * width + h) * ${E / 4}u + min(lane + ${own * 8}u, ${E / 4 - 1}u)];
  let dO${c}_${own} = dO[(t${c} * p.H + h) * ${E / 4}u + min(lane + ${own * 8}u, ${E / 4 - 1}u)];
  var d${c}_${own} = vec4<f32>();
  #end
  #end
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
  #for c in 0..ROWS
  if (base + ${c}u < last) {
    #for own in 0..OWNED
    if (lane + ${own * 8}u < ${E / 4}u) {
      dqkv[(t${c} * width + h) * ${E / 4}u + lane + ${own * 8}u] = d${c}_${own};
    }
    #end
  }
  #end
}
