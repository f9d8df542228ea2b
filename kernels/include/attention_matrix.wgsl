// Attention of DOWN M queries of one kv head over chunks of their keys, with f16 subgroup matrices and f32 sums, in the
// summation order of include/attention_merge.wgsl. Query i is head i % HEADS of row i / HEADS. Queries, keys, values
// and the weights of a chunk, which are at most 1, are rounded to f16; all else is f32.
// ALONG of the DOWN ALONG subgroups share a strip of M queries and divide the keys of its scores and the columns of its
// sums. Each number of a product is summed by the same instructions in any strip, row and subgroup. Weights are summed
// four keys at a time, then over the 16 groups of four. So results do not depend, to the bit, on DOWN, on ALONG or on
// which queries share a workgroup. Keys that a query does not see weigh 0, and their products with finite values add
// nothing.
// All operands pass through workgroup memory, keys and values in tiles of 64 x SLICE, at most 32 KiB in all. The
// including kernel defines chunkOf, storeTotals and the initial maximum and sum (include/attention_sink.wgsl). For keys
// and values it defines keyAt, source0, source1 and halves0 .., which read pieces of UNIT elements.
#include attention_merge
#include attention_score
#include attention_rows

const QUERY_STRIDE = ${E + 8}u;
const TILE_STRIDE = ${SLICE + 8}u;
const WEIGHT_STRIDE = 72u;
const MADE_STRIDE = 68u;
var<workgroup> queries: array<f16, ${DOWN * M}u * QUERY_STRIDE>;
// SLICE columns of 64 keys or values.
var<workgroup> tile: array<f16, 64u * TILE_STRIDE>;
var<workgroup> weights: array<f16, ${DOWN * M}u * WEIGHT_STRIDE>;
// For each query: the scores of a chunk, then sums of four weights, then SLICE columns of weighted values.
var<workgroup> made: array<f32, ${DOWN * M}u * MADE_STRIDE>;
// Largest score of each lane.
var<workgroup> tops: array<f32, ${DOWN * M * PER}>;
// For each query, the factors by which its running sums and the sums of its chunk are rescaled; at the end, 1 / the sum
// of its weights.
var<workgroup> shares: array<vec2<f32>, ${DOWN * M}>;

// Computes heads h .. h + HEADS - 1 of rows base .. last - 1 over the chunks of keys from `begin`, a multiple of 64, up
// to but not including `stop`. Apart from the mask, all these rows see the same keys.
fn attend(h: u32, base: u32, last: u32, lane: u32, begin: u32, stop: u32) {
  let subgroup = lane / ${SIZE}u;
  let along = subgroup % ${ALONG}u;
  let strip = subgroup / ${ALONG}u * ${M}u;
  // In its strip the lane owns every PER-th group of four keys of one query, and every (PER M)-th element of a slice of
  // sums.
  let own = along * ${SIZE}u + lane % ${SIZE}u;
  let query = strip + own / ${PER}u;
  let part = own % ${PER}u;
  let count = (last - base) * ${HEADS}u;
  let oldest = oldestOf(leastPosition(base, last));
  let end = pastPositions(base, last);
  // Indices past the last query are clamped to it, and their results are not written.
  let newest = positionAt(base, min(query / ${HEADS}u, last - base - 1u));
  // Waits until all lanes have finished the previous call's reads of workgroup memory.
  workgroupBarrier();
  let entry = max(begin, oldest / CHUNK * CHUNK);
  #if ROPE
  // No row sees a key of these chunks.
  if (entry >= min(end, stop)) { return; }
  turnHeads(h, base, count, lane, rows[base].x >= begin && rows[base].x < stop);
  #else
  stageQueries(h, base, count, lane);
  #end
  #if SPLIT
  #else
  var top = topBefore(h + query % ${HEADS}u);
  var sum = SUM_BEFORE;
  #for s in 0..SLICES
  #for n in 0..SLICE / PER
  var o${s}_${n} = 0.0;
  #end
  #end
  #end
  for (var start = entry; start < min(end, stop); start += CHUNK) {
    let chunk = chunkOf(h, base, start, end);
    #for j in 0..64 / N / ALONG
    var score${j} = subgroup_matrix_result<f32, ${N}, ${M}>();
    #end
    for (var slice = 0u; slice < p.slices; slice++) {
      workgroupBarrier();
      stage0(chunk, slice, lane);
      workgroupBarrier();
      for (var k = 0u; k < p.terms; k += ${K * UNROLLED}u) {
        #for t in 0..UNROLLED
        {
          let a = subgroupMatrixLoad<subgroup_matrix_left<f16, ${K}, ${M}>, row_major>(
            &queries, strip * QUERY_STRIDE + slice * ${SLICE}u + k + ${t * K}u, QUERY_STRIDE);
          #for j in 0..64 / N / ALONG
          score${j} = subgroupMatrixMultiplyAccumulate(
            a,
            subgroupMatrixLoad<subgroup_matrix_right<f16, ${N}, ${K}>, col_major>(
              &tile, (along * ${64 / ALONG}u + ${j * N}u) * TILE_STRIDE + k + ${t * K}u, TILE_STRIDE),
            score${j});
          #end
        }
        #end
      }
    }
    #for j in 0..64 / N / ALONG
    subgroupMatrixStore<row_major>(
      &made, strip * MADE_STRIDE + along * ${64 / ALONG}u + ${j * N}u, score${j}, MADE_STRIDE);
    #end
    workgroupBarrier();
    stage1(chunk, 0u, lane);
    var most = vec4(NONE);
    #for n in 0..16 / PER
    let four${n} = part + ${n * PER}u;
    var weight${n} = select(
      vec4(NONE),
      scoresOf(fourMade(query * MADE_STRIDE + four${n} * 4u)),
      seesFour(newest, vec4(start + four${n} * 4u) + vec4(0u, 1u, 2u, 3u)));
    most = max(most, weight${n});
    #end
    tops[query * ${PER}u + part] = max(max(most.x, most.y), max(most.z, most.w));
    workgroupBarrier();
    var best = NONE;
    #for n in 0..PER
    best = max(best, tops[query * ${PER}u + ${n}u]);
    #end
    #for n in 0..16 / PER
    {
      // A masked key weighs 0, unless all keys of the chunk are masked; the sums of that chunk are not used.
      let weight = exp(weight${n} - vec4(best));
      let rounded = vec4<f16>(weight);
      #for e in 0..4
      weights[query * WEIGHT_STRIDE + four${n} * 4u + ${e}u] = rounded[${e}];
      #end
      made[query * MADE_STRIDE + four${n}] = ((weight.x + weight.y) + weight.z) + weight.w;
    }
    #end
    workgroupBarrier();
    var weighed = 0.0;
    for (var f = 0u; f < p.fours; f++) {
      let sums = fourMade(query * MADE_STRIDE + f * 4u);
      weighed = (((weighed + sums.x) + sums.y) + sums.z) + sums.w;
    }
    // Skips a chunk of which the query sees no key.
    let isAdded = start <= newest && start + CHUNK > oldestOf(newest);
    #if SPLIT
    if (isAdded && query < count && part == 0u) {
      let at = (headOf(h, base, query) * p.chunks + start / CHUNK) * ${E + 4}u + ${E}u;
      parts[at] = best;
      parts[at + 1u] = weighed;
    }
    #else
    let higher = select(top, max(top, best), isAdded);
    let keep = exp(top - higher);
    let share = select(0.0, exp(best - higher), isAdded);
    top = higher;
    sum = addedOne(sum, keep, weighed, share);
    if (part == 0u) { shares[query] = vec2(keep, share); }
    #end
    #for s in 0..SLICES
    if (${s}u > 0u) {
      workgroupBarrier();
      stage1(chunk, ${s}u, lane);
      workgroupBarrier();
    }
    #for j in 0..SLICE / N + ALONG - 1 / ALONG
    // A subgroup with no columns left recomputes the last ones, and stores the same values.
    let column${s}_${j} = min(along * ${SLICE / N + ALONG - 1 / ALONG}u + ${j}u, ${SLICE / N - 1}u) * ${N}u;
    var values${s}_${j} = subgroup_matrix_result<f32, ${N}, ${M}>();
    #end
    for (var k = 0u; k < p.keys; k += ${K * UNROLLED}u) {
      #for t in 0..UNROLLED
      {
        let a = subgroupMatrixLoad<subgroup_matrix_left<f16, ${K}, ${M}>, row_major>(
          &weights, strip * WEIGHT_STRIDE + k + ${t * K}u, WEIGHT_STRIDE);
        #for j in 0..SLICE / N + ALONG - 1 / ALONG
        values${s}_${j} = subgroupMatrixMultiplyAccumulate(
          a,
          subgroupMatrixLoad<subgroup_matrix_right<f16, ${N}, ${K}>, row_major>(
            &tile, (k + ${t * K}u) * TILE_STRIDE + column${s}_${j}, TILE_STRIDE),
          values${s}_${j});
        #end
      }
      #end
    }
    // Waits until all lanes have read the sums of four weights.
    if (${s}u == 0u) { workgroupBarrier(); }
    #for j in 0..SLICE / N + ALONG - 1 / ALONG
    subgroupMatrixStore<row_major>(&made, strip * MADE_STRIDE + column${s}_${j}, values${s}_${j}, MADE_STRIDE);
    #end
    workgroupBarrier();
    #for n in 0..SLICE / PER
    {
      let i = own + ${n * PER * M}u;
      let mine = strip + i / ${SLICE}u;
      let value = made[mine * MADE_STRIDE + i % ${SLICE}u];
      #if SPLIT
      // If the query sees no key of the chunk, this value is never read.
      if (mine < count) {
        parts[(headOf(h, base, mine) * p.chunks + start / CHUNK) * ${E + 4}u + ${s * SLICE}u + i % ${SLICE}u] = value;
      }
      #else
      o${s}_${n} = addedOne(o${s}_${n}, shares[mine].x, value, shares[mine].y);
      #end
    }
    #end
    #end
  }
  #if SPLIT
  #else
  workgroupBarrier();
  if (part == 0u) {
    shares[query] = vec2(1.0 / sum, 0.0);
    if (query < count) { storeTotals(headOf(h, base, query), top, sum); }
  }
  workgroupBarrier();
  #for s in 0..SLICES
  #for n in 0..SLICE / PER
  {
    let i = own + ${n * PER * M}u;
    let mine = strip + i / ${SLICE}u;
    let column = ${s * SLICE}u + i % ${SLICE}u;
    if (mine < count) { O[headOf(h, base, mine) * ${E}u + column] = o${s}_${n} * shares[mine].x; }
  }
  #end
  #end
  #end
}

fn fourMade(at: u32) -> vec4<f32> { return vec4(made[at], made[at + 1u], made[at + 2u], made[at + 3u]); }

#if ROPE
fn keepQuery(query: u32, e: u32, x: f32) { queries[query * QUERY_STRIDE + e] = halved(vec4(x)).x; }
#else
// Stages the queries. Indices past the last query are clamped to it.
fn stageQueries(h: u32, base: u32, count: u32, lane: u32) {
  for (var i = lane; i < ${DOWN * M * E / 4}u; i += ${LANES}u) {
    let query = i / ${E / 4}u;
    let four = halved(qkv[queryAt(h, base, min(query, count - 1u)) + i % ${E / 4}u]);
    #for e in 0..4
    queries[query * QUERY_STRIDE + i % ${E / 4}u * 4u + ${e}u] = four[${e}];
    #end
  }
}
#end

// Stages a slice of keys (0) or values (1), BATCH pieces per iteration.
#for side in 0..2
fn stage${side}(chunk: Chunk, slice: u32, lane: u32) {
  for (var i = lane; i < p.pieces; i += ${BATCH * LANES}u) {
    #for u in 0..BATCH
    let key${u} = (i + ${u * LANES}u) / ${SLICE / UNIT}u;
    let place${u} = (i + ${u * LANES}u) % ${SLICE / UNIT}u;
    let piece${u} = source${side}(keyAt(chunk, key${u}) + slice * ${SLICE / UNIT}u + place${u});
    #end
    #for u in 0..BATCH
    #for v in 0..UNIT / 4
    {
      let four = halves${v}(piece${u});
      #for e in 0..4
      tile[key${u} * TILE_STRIDE + place${u} * ${UNIT}u + ${v * 4 + e}u] = four[${e}];
      #end
    }
    #end
    #end
  }
}
#end

// headOf returns the index of query i, head h + i % HEADS of row base + i / HEADS, in [T, H]; queryAt returns its
// offset in qkv.
fn headOf(h: u32, base: u32, i: u32) -> u32 {
  return (base + i / ${HEADS}u) * p.H + h + i % ${HEADS}u;
}

fn queryAt(h: u32, base: u32, i: u32) -> u32 {
  return ((base + i / ${HEADS}u) * (p.H + 2u * p.K) + h + i % ${HEADS}u) * ${E / 4}u;
}
