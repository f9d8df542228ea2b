// Attention of 8 QUERIES queries of one kv head over chunks of their keys, in the summation order of
// include/attention_merge.wgsl. Query i is head i % HEADS of row i / HEADS. The weights of a chunk are summed four keys
// at a time, then over the 16 groups of four in order.
// The including kernel defines chunkOf, storeTotals, and the accessors of keys and values that
// include/attention_tile.wgsl lists.
#include attention_tile
#include attention_score
#include attention_rows

// For each query, the maximum of each lane's four scores, then the sum of its four weights. Lanes store scalars: a
// store of a vector component may write the whole vector (WebGPU Shading Language, 13.4.1).
var<workgroup> fours: array<f32, ${QUERIES * 256}>;

fn foursAt(at: u32) -> vec4<f32> { return vec4(fours[at], fours[at + 1u], fours[at + 2u], fours[at + 3u]); }

// Computes heads h .. h + HEADS - 1 of rows base .. last - 1 over the chunks of keys from `begin`, a multiple of 64, up
// to but not including `stop`. Apart from the mask, all these rows see the same keys.
fn attend(h: u32, base: u32, last: u32, lane: u32, begin: u32, stop: u32) {
  #include attention_lane
  let count = (last - base) * ${HEADS}u;
  let oldest = oldestOf(leastPosition(base, last));
  let end = pastPositions(base, last);
  let isBusy = group * ${QUERIES}u < count;
  let entry = max(begin, oldest / CHUNK * CHUNK);
  #if ROPE
  // No row sees a key of these chunks.
  if (entry >= min(end, stop)) { return; }
  turnHeads(h, base, count, lane, rows[base].x >= begin && rows[base].x < stop);
  #end
  #for r in 0..QUERIES
  // Indices past the last query are clamped to it, and their results are not written.
  let newest${r} = positionAt(base, min((group * ${QUERIES}u + ${r}u) / ${HEADS}u, last - base - 1u));
  #if SPLIT
  #else
  var top${r} = topBefore(h + (group * ${QUERIES}u + ${r}u) % ${HEADS}u);
  var sum${r} = SUM_BEFORE;
  #for own in 0..OWNED
  var o${r}_${own} = vec4<f32>();
  #end
  #end
  #end
  #for u in 0..QUERIES + 1 / 2
  #if ROPE
  let leftAt0_${u} = min(eighth + ${u * 16}u, count - 1u) * ${E / 4}u + four * ${WIDE}u;
  #else
  let leftAt0_${u} = queryAt(h, base, min(eighth + ${u * 16}u, count - 1u)) + four * ${WIDE}u;
  #end
  #end
  for (var start = entry; start < min(end, stop); start += CHUNK) {
    let chunk = chunkOf(h, base, start, end);
    #for side in 0..1
    #include attention_dots
    #end
    #for side in 1..2
    #include attention_ahead
    #end
    #for r in 0..QUERIES
    {
      let isSeen = seesFour(newest${r}, vec4(start + column * 4u) + vec4(0u, 1u, 2u, 3u));
      score0_${r} = select(vec4(NONE), scoresOf(score0_${r}), isSeen);
    }
    #end
    workgroupBarrier();
    #for r in 0..QUERIES
    fours[${r * 128}u + lane] = max(max(score0_${r}.x, score0_${r}.y), max(score0_${r}.z, score0_${r}.w));
    var most${r} = vec4(NONE);
    var part${r} = 0.0;
    #end
    workgroupBarrier();
    // The bound is passed at run time, so that no compiler unrolls the loop and issues all loads at once.
    for (var f = 0u; f < p.fours; f++) {
      let at = group * 16u + f * 4u;
      #for r in 0..QUERIES
      most${r} = max(most${r}, foursAt(${r * 128}u + at));
      #end
    }
    #for r in 0..QUERIES
    let best${r} = max(max(most${r}.x, most${r}.y), max(most${r}.z, most${r}.w));
    {
      // A masked key weighs 0, unless all keys of the chunk are masked; the sums of that chunk are not used.
      let weight = exp(score0_${r} - vec4(best${r}));
      weights[group][${r}][column ^ group] = weight;
      fours[${QUERIES + r * 128}u + lane] = ((weight.x + weight.y) + weight.z) + weight.w;
    }
    #end
    workgroupBarrier();
    for (var f = 0u; f < p.fours; f++) {
      #for r in 0..QUERIES
      {
        let sums = foursAt(${QUERIES + r * 128}u + group * 16u + f * 4u);
        part${r} = (((part${r} + sums.x) + sums.y) + sums.z) + sums.w;
      }
      #end
    }
    #for r in 0..QUERIES
    #for own in 0..OWNED
    var total1_${r}_${own} = vec4<f32>();
    #end
    #end
    #for side in 1..2
    #include attention_sums
    #end
    #for r in 0..QUERIES
    // Skips a chunk of which the query sees no key.
    if (start <= newest${r} && start + CHUNK > oldestOf(newest${r})) {
      #if SPLIT
      let query = group * ${QUERIES}u + ${r}u;
      if (query < count) {
        let head = (base + query / ${HEADS}u) * p.H + h + query % ${HEADS}u;
        let at = (head * p.chunks + start / CHUNK) * ${E / 4 + 1}u;
        #for own in 0..OWNED
        if (column + ${own * 16}u < ${E / 4}u) { parts[at + column + ${own * 16}u] = total1_${r}_${own}; }
        #end
        if (column == 0u) { parts[at + ${E / 4}u] = vec4(best${r}, part${r}, 0.0, 0.0); }
      }
      #else
      let top = max(top${r}, best${r});
      let keep = exp(top${r} - top);
      let share = exp(best${r} - top);
      top${r} = top;
      sum${r} = addedOne(sum${r}, keep, part${r}, share);
      #for own in 0..OWNED
      o${r}_${own} = added(o${r}_${own}, keep, total1_${r}_${own}, share);
      #end
      #end
    }
    #end
  }
  #if SPLIT
  #else
  #for r in 0..QUERIES
  {
    let query = group * ${QUERIES}u + ${r}u;
    let head = (base + query / ${HEADS}u) * p.H + h + query % ${HEADS}u;
    #for own in 0..OWNED
    o${r}_${own} *= 1.0 / sum${r};
    if (query < count && column + ${own * 16}u < ${E / 4}u) {
      O[head * ${E / 4}u + column + ${own * 16}u] = o${r}_${own};
    }
    #end
    if (query < count && column == 0u) { storeTotals(head, top${r}, sum${r}); }
    #if INT8
    // Each lane quantizes half a block.
    workgroupBarrier();
    #for own in 0..OWNED
    tile[group / 4u][group % 4u][${own}][column] = bitcast<SixteenBytes>(o${r}_${own});
    #end
    workgroupBarrier();
    for (var half = column; half < ${E / 16}u; half += 16u) {
      #for i in 0..4
      let x${i} = bitcast<vec4<f32>>(tile[group / 4u][group % 4u][half / 4u][half % 4u * 4u + ${i}u]);
      #end
      if (query < count) { storeInt8(head * ${E / 16}u + half, x0, x1, x2, x3, 0.0); }
    }
    #end
  }
  #end
  #end
}

// Returns the offset in qkv of query i, which is head h + i % HEADS of row base + i / HEADS.
fn queryAt(h: u32, base: u32, i: u32) -> u32 {
  return ((base + i / ${HEADS}u) * (p.H + 2u * p.K) + h + i % ${HEADS}u) * ${E / 4}u;
}

#if ROPE
fn left0(at: u32) -> vec4<f32> {
  return vec4(turnedHeads[at * 4u], turnedHeads[at * 4u + 1u], turnedHeads[at * 4u + 2u], turnedHeads[at * 4u + 3u]);
}
#else
fn left0(at: u32) -> vec4<f32> {
  return qkv[at];
}
#end
