// Attention of 8 QUERIES queries of one kv head over chunks of 64 keys, in the order of include/attention_merge.wgsl,
// by 128 lanes. Queries are HEADS heads of one row after the other. Lane l has the QUERIES queries from
// l / 16 QUERIES; of their scores those with keys l % 16 * 4 and the three after it, of their outputs the vec4 l % 16,
// 16 + l % 16 .. of E.
// K comes to workgroup memory by 32 elements of 64 keys, V by all elements of 32 / OWNED keys, while what comes next is
// being loaded into registers. Workgroup memory 8 KiB, and 2 KiB QUERIES for the weights. A score is one chain over E;
// the sum of weights goes by four keys, then through the 16 fours; a sum of values goes from key to key.
// The kernel brings pathOf, keysOf, shiftOf, rowOf, keyFour and valueFour for where keys lie, and storeTotals.
#include attention_merge
#include chain

// Of V vec4 16 own + i of key 4 q + c at [q][c][own][i]. Of K vec4 f of key 4 l + c, counted from the slice's first, at
// [l / 2 OWNED][c][l / 2 % OWNED][l % 2 * 8 + (f ^ l % 8)]: with the exclusive or, lanes beside each other meet
// different banks. Indices that are constants cost no arithmetic; each of the others is checked.
var<workgroup> tile: array<array<array<array<vec4<f32>, 16>, ${OWNED}>, 4>, ${8 / OWNED}>;
// Of query r of a group of 16 lanes the weights of keys 4 f .. 4 f + 3 at [group][r][f ^ group]; before, vec4 f of a
// slice of q there.
var<workgroup> weights: array<array<array<vec4<f32>, 16>, ${QUERIES}>, 8>;

// Heads from h of rows base .. last - 1, which see the same keys, but for themselves: chunks of keys from `begin`, a
// multiple of 64, to before `stop`.
fn attend(h: u32, base: u32, last: u32, lane: u32, begin: u32, stop: u32) {
  let kvHead = h / (p.H / p.K);
  let width = p.H + 2u * p.K;
  let count = (last - base) * ${HEADS}u;
  let position = rows[base].x;
  let end = position + last - base;
  let column = lane % 16u;
  let group = lane / 16u;
  let isBusy = group * ${QUERIES}u < count;
  let pair = column % 2u * 8u;
  #for r in 0..QUERIES
  // Past the last query it is computed once more, and nothing is written.
  let newest${r} = position + min((group * ${QUERIES}u + ${r}u) / ${HEADS}u, last - base - 1u);
  #if SPLIT
  #else
  var top${r} = NONE;
  var sum${r} = 0.0;
  #for own in 0..OWNED
  var o${r}_${own} = vec4<f32>();
  #end
  #end
  #end
  // What the lane brings: of slices of K, and of q, the vec4 `four` of four keys from 4 `eighth`, and of queries; of
  // slices of V the vec4 `place` of four keys from 4 `slot`.
  let four = lane % 8u;
  let eighth = lane / 8u;
  #for u in 0..QUERIES + 1 / 2
  let i${u} = eighth + ${u * 16}u;
  let q${u} = ((base + min(i${u}, count - 1u) / ${HEADS}u) * width + h + i${u} % ${HEADS}u) * ${E / 4}u + four;
  #end
  let slot = lane / ${OWNED * 16}u;
  let place = min(lane % ${OWNED * 16}u, ${E / 4 - 1}u);
  for (var start = begin; start < min(end, stop); start += CHUNK) {
    let keys = keysOf(pathOf(base), min(start + CHUNK, end) - 1u);
    let kShift = shiftOf(keys, min(start + eighth * 4u, end - 1u));
    #for u in 0..4
    let k${u} = keyAt(rowOf(keys, kShift, min(start + eighth * 4u + ${u}u, end - 1u)), kvHead) + four;
    var next${u} = keyFour(k${u});
    #end
    #for u in 0..QUERIES + 1 / 2
    var nextQ${u} = qkv[q${u}];
    #end
    #for r in 0..QUERIES
    var score${r} = vec4<f32>();
    #end
    for (var slice = 0u; slice < p.E4; slice += 8u) {
      // What was there before is read by all lanes.
      workgroupBarrier();
      #for u in 0..4
      tile[eighth / ${OWNED * 2}u][${u}][eighth / 2u % ${OWNED}u][eighth % 2u * 8u + (four ^ (eighth % 8u))] = next${u};
      #end
      #for u in 0..QUERIES + 1 / 2
      if (i${u} < ${QUERIES * 8}u) {
        weights[i${u} / ${QUERIES}u][i${u} % ${QUERIES}u][four ^ (i${u} / ${QUERIES}u)] = nextQ${u};
      }
      #end
      workgroupBarrier();
      // Past the last slice something is loaded that nobody reads.
      #for u in 0..4
      next${u} = keyFour(k${u} + slice + 8u);
      #end
      #for u in 0..QUERIES + 1 / 2
      nextQ${u} = qkv[q${u} + slice + 8u];
      #end
      for (var rest = select(0u, min(8u, p.E4 - slice), isBusy); rest > 0u; rest--) {
        let e = min(8u, p.E4 - slice) - rest;
        #for c in 0..4
        let key${c} = tile[column / ${OWNED * 2}u][${c}][column / 2u % ${OWNED}u][pair + (e ^ (column % 8u))];
        #end
        #for r in 0..QUERIES
        {
          let q = weights[group][${r}][e ^ group];
          #for c in 0..4
          score${r}[${c}] = chain(q, key${c}, score${r}[${c}]);
          #end
        }
        #end
      }
    }
    let vShift = shiftOf(keys, min(start + slot * 4u, end - 1u));
    #for u in 0..4
    next${u} = valueFour(keyAt(rowOf(keys, vShift, min(start + slot * 4u + ${u}u, end - 1u)), kvHead) + place);
    #end
    #for r in 0..QUERIES
    {
      let isSeen = vec4(start + column * 4u) + vec4(0u, 1u, 2u, 3u) <= vec4(newest${r});
      score${r} = select(vec4(NONE), score${r} * p.scale, isSeen);
    }
    #end
    workgroupBarrier();
    #for r in 0..QUERIES
    tile[group / ${OWNED}u][${r}][group % ${OWNED}u][column / 4u][column % 4u] =
      max(max(score${r}.x, score${r}.y), max(score${r}.z, score${r}.w));
    var most${r} = vec4(NONE);
    var part${r} = 0.0;
    #end
    workgroupBarrier();
    // The bound is given at run time, so that no compiler loads all at once.
    for (var f = 0u; f < p.fours; f++) {
      #for r in 0..QUERIES
      most${r} = max(most${r}, tile[group / ${OWNED}u][${r}][group % ${OWNED}u][f]);
      #end
    }
    #for r in 0..QUERIES
    let best${r} = max(max(most${r}.x, most${r}.y), max(most${r}.z, most${r}.w));
    {
      // Of a key that is not seen 0, unless the query sees none of these.
      let weight = exp(score${r} - vec4(best${r}));
      weights[group][${r}][column ^ group] = weight;
      tile[group / ${OWNED}u][${r}][group % ${OWNED}u][4u + column / 4u][column % 4u] =
        ((weight.x + weight.y) + weight.z) + weight.w;
    }
    #end
    workgroupBarrier();
    for (var f = 0u; f < p.fours; f++) {
      #for r in 0..QUERIES
      {
        let sums = tile[group / ${OWNED}u][${r}][group % ${OWNED}u][4u + f];
        part${r} = (((part${r} + sums.x) + sums.y) + sums.z) + sums.w;
      }
      #end
    }
    #for r in 0..QUERIES
    #for own in 0..OWNED
    var chunk${r}_${own} = vec4<f32>();
    #end
    #end
    for (var slice = 0u; slice < min(CHUNK, end - start); slice += ${32 / OWNED}u) {
      workgroupBarrier();
      #for u in 0..4
      tile[slot][${u}][lane / 16u % ${OWNED}u][column] = next${u};
      #end
      workgroupBarrier();
      let first = start + slice + ${32 / OWNED}u + slot * 4u;
      let shift = shiftOf(keys, min(first, end - 1u));
      #for u in 0..4
      next${u} = valueFour(keyAt(rowOf(keys, shift, min(first + ${u}u, end - 1u)), kvHead) + place);
      #end
      for (var rest = select(0u, p.quads, isBusy); rest > 0u; rest--) {
        let quad = p.quads - rest;
        #for r in 0..QUERIES
        let w${r} = weights[group][${r}][(slice / 4u + quad) ^ group];
        #end
        #for c in 0..4
        #for own in 0..OWNED
        {
          let value = tile[quad][${c}][${own}][column];
          #for r in 0..QUERIES
          chunk${r}_${own} = fma(vec4(w${r}[${c}]), value, chunk${r}_${own});
          #end
        }
        #end
        #end
      }
    }
    #for r in 0..QUERIES
    // A query that sees none of these keys has nothing to add.
    if (start <= newest${r}) {
      #if SPLIT
      let query = group * ${QUERIES}u + ${r}u;
      if (query < count) {
        let head = (base + query / ${HEADS}u) * p.H + h + query % ${HEADS}u;
        let at = (head * p.chunks + start / CHUNK) * ${E / 4 + 1}u;
        #for own in 0..OWNED
        if (column + ${own * 16}u < ${E / 4}u) { parts[at + column + ${own * 16}u] = chunk${r}_${own}; }
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
      o${r}_${own} = added(o${r}_${own}, keep, chunk${r}_${own}, share);
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
    o${r}_${own} /= sum${r};
    if (query < count && column + ${own * 16}u < ${E / 4}u) {
      O[head * ${E / 4}u + column + ${own * 16}u] = o${r}_${own};
    }
    #end
    if (query < count && column == 0u) { storeTotals(head, top${r}, sum${r}); }
    #if INT8
    // Half a block goes to a lane.
    workgroupBarrier();
    #for own in 0..OWNED
    tile[group / 4u][group % 4u][${own}][column] = o${r}_${own};
    #end
    workgroupBarrier();
    for (var half = column; half < ${E / 16}u; half += 16u) {
      #for i in 0..4
      let x${i} = tile[group / 4u][group % 4u][half / 4u][half % 4u * 4u + ${i}u];
      #end
      if (query < count) { storeInt8(head * ${E / 16}u + half, x0, x1, x2, x3, 0.0); }
    }
    #end
  }
  #end
  #end
}
