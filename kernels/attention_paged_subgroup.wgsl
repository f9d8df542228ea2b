// O[T, H, E] = softmax(q k^T / sqrt(E)) v over the paged cache, like attention_paged.wgsl, for workgroups of one
// subgroup of 8 lanes.
// One workgroup per (HEADS query heads of one kv head, ROWS rows). It processes consecutive rows of one segment
// together and loads each key and value once for all of these queries. Keys are processed in chunks of 8. A lane first
// computes one key's scores, with q from the registers of the lanes that hold it. Then it computes E / 8 elements of O,
// with weights from the other lanes' registers. No workgroup memory, no barrier. INT8 also stores O to Q, as int8
// blocks; E must then be a multiple of 16.
// The summation order depends on the position alone, never on the batch. Grid (H / HEADS, ceil(T / ROWS)). Limit: bytes
// of the cache.
enable subgroups;
#include paged_cache
@group(0) @binding(5) var<storage, read_write> O: array<vec4<f32>>;
#if INT8
@group(0) @binding(6) var<storage, read_write> Q: array<u32>;
#include int8_block
#include int8_lanes
#end
#if SINK
@group(0) @binding(${INT8 + 6}) var<storage, read> sinks: array<f32>;
#end
#include attention_sink
#include subgroup_sums

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let first = group.y * ${ROWS}u;
  #if ROWS == 1
  attend(group.x * ${HEADS}u, first, first + 1u, local.x);
  #else
  let last = min(first + ${ROWS}u, p.T);
  var base = first;
  while (base < last) {
    var end = base + 1u;
    while (end < last && rows[end].z == rows[base].z && rows[end].x == rows[end - 1u].x + 1u) { end++; }
    attend(group.x * ${HEADS}u, base, end, local.x);
    base = end;
  }
  #end
}

// Computes heads h .. h + HEADS - 1 of rows base .. last - 1, which are consecutive rows of one segment.
fn attend(h: u32, base: u32, last: u32, lane: u32) {
  let kvHead = h / (p.H / p.K);
  let width = p.H + 2u * p.K;
  let row = rows[base];
  let end = rows[last - 1u].x + 1u;
  #for r in 0..ROWS
  // Indices past the last row are clamped to it, and their results are not written.
  let t${r} = min(base + ${r}u, last - 1u);
  #for g in 0..HEADS
  var top${r}_${g} = topBefore(h + ${g}u);
  var sum${r}_${g} = select(0.0, SUM_BEFORE, lane == 0u);
  #for own in 0..OWNED
  let q${r}_${g}_${own} = qkv[(t${r} * width + h + ${g}u) * ${E / 4}u + min(lane + ${own * 8}u, ${E / 4 - 1}u)];
  var o${r}_${g}_${own} = vec4<f32>();
  #end
  #end
  #end
  let begin = oldestOf(row.x) / 8u * 8u;
  for (var start = begin; start < end; start += 8u) {
    let place = start + lane;
    let head = cachedAt(row, min(place, end - 1u), kvHead);
    #for r in 0..ROWS
    #for g in 0..HEADS
    var score${r}_${g} = 0.0;
    #end
    #end
    #for own in 0..OWNED
    for (var e = 0u; e < min(8u, p.E4 - ${own * 8}u); e += ${WIDE}u) {
      let key = keyAt(head + e + ${own * 8}u);
      #for w in 0..WIDE
      let key${w} = four${w}(key);
      #for r in 0..ROWS
      #for g in 0..HEADS
      score${r}_${g} += dot(subgroupShuffle(q${r}_${g}_${own}, e + ${w}u), key${w});
      #end
      #end
      #end
    }
    #end
    #for r in 0..ROWS
    #for g in 0..HEADS
    score${r}_${g} = select(UNSEEN, scoreOf(score${r}_${g}), sees(row.x + ${r}u, place) && place < end);
    let best${r}_${g} = max(top${r}_${g}, subgroupTop(score${r}_${g}, lane));
    let weight${r}_${g} = exp(score${r}_${g} - best${r}_${g});
    let keep${r}_${g} = exp(top${r}_${g} - best${r}_${g});
    top${r}_${g} = best${r}_${g};
    sum${r}_${g} = sum${r}_${g} * keep${r}_${g} + weight${r}_${g};
    #for own in 0..OWNED
    o${r}_${g}_${own} *= keep${r}_${g};
    #end
    #end
    #end
    for (var i = 0u; i < min(8u, end - start); i++) {
      let v = subgroupShuffle(head, i);
      #for own in 0..OWNED
      let value${own} = valueAt(v + min(lane + ${own * 8}u, ${E / 4 - 1}u));
      #end
      #for r in 0..ROWS
      #for g in 0..HEADS
      {
        let weight = subgroupShuffle(weight${r}_${g}, i);
        #for own in 0..OWNED
        o${r}_${g}_${own} += weight * value${own};
        #end
      }
      #end
      #end
    }
  }
  #for r in 0..ROWS
  #for g in 0..HEADS
  {
    let total = subgroupTotal(sum${r}_${g}, lane);
    #for own in 0..OWNED
    {
      let o = o${r}_${g}_${own} / total;
      let at = (t${r} * p.H + h + ${g}u) * ${E / 4}u + lane + ${own * 8}u;
      let inside = base + ${r}u < last && lane + ${own * 8}u < ${E / 4}u;
      if (inside) { O[at] = o; }
      #if INT8
      storeInt8Lanes(at / 4u, lane, array(o.x, o.y, o.z, o.w), 0.0, inside);
      #end
    }
    #end
  }
  #end
  #end
}
