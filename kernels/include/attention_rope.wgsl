// RoPE inside attention over the paged cache, for steps in which each row belongs to a different sequence. The results
// are bit-identical to rope.wgsl with 64 lanes. A workgroup normalizes (NORM) and rotates its own queries. The
// workgroup whose chunks include a row's newest key also rotates that key, stores it and its value in the cache, and
// reads both back from there like the older keys. Each of 64 lanes has PASSES pairs of a head, or twice as many with
// HALF.
// The including kernel defines keepQuery and `made`, workgroup memory of 8 f32 for each query and for the key, and E
// more for the rotated key.
#include rope_pairs
@group(0) @binding(${ROPE_AT}) var<storage, read> turns: array<vec2<f32>>;
#if NORM
@group(0) @binding(${ROPE_AT + 1}) var<storage, read> qNorm: array<f32>;
@group(0) @binding(${ROPE_AT + 2}) var<storage, read> kNorm: array<f32>;
#end
const KEY = ${HEADS * ROWS + 1 * 8}u;

// Normalizes (NORM) and rotates queries 0 .. count - 1, where query i is head h + i % HEADS of row base + i / HEADS.
// Does the same with the key of row base if `hasKey` is set.
fn turnHeads(h: u32, base: u32, count: u32, lane: u32, hasKey: bool) {
  let heads = count + u32(hasKey);
  let keyHead = base * (p.H + 2u * p.K) + p.H + h / (p.H / p.K);
  #if NORM
  for (var i = lane; i < heads * 8u; i += ${LANES}u) {
    made[i] = squaresOf(select(queryAt(h, base, i / 8u) * 4u, keyHead * ${E}u, i / 8u == count), i % 8u);
  }
  workgroupBarrier();
  #end
  for (var i = lane; i < heads * PAIRS; i += ${LANES}u) {
    let head = i / PAIRS;
    let isKey = head == count;
    let first = select(queryAt(h, base, head) * 4u, keyHead * ${E}u, isKey);
    let real = realOf(i % PAIRS);
    let imaginary = imaginaryOf(i % PAIRS);
    var pair = pairAt(first, i % PAIRS);
    #if NORM
    let rstd = inverseSqrt(squaresOfHead(head) / ${E}.0 + p.epsilon);
    if (isKey) {
      pair *= rstd * vec2(kNorm[real], kNorm[imaginary]);
    } else {
      pair *= rstd * vec2(qNorm[real], qNorm[imaginary]);
    }
    #end
    let position = positionAt(base, select(head / ${HEADS}u, 0u, isKey));
    let both = turned(pair, turns[position * PAIRS + i % PAIRS]);
    if (isKey) {
      made[KEY + real] = both.x;
      made[KEY + imaginary] = both.y;
    } else {
      keepQuery(head, real, both.x);
      keepQuery(head, imaginary, both.y);
    }
  }
  workgroupBarrier();
  if (hasKey) {
    let cached = (rows[base].y * p.K + h / (p.H / p.K)) * ${E / 4}u;
    let value = (keyHead + p.K) * ${E / 4}u;
    #if HALF
    for (var i = lane; i < ${E / 8}u; i += ${LANES}u) {
      kCache[cached / 2u + i] = vec4(packed(keyFour(i * 2u)), packed(keyFour(i * 2u + 1u)));
      vCache[cached / 2u + i] = vec4(packed(qkv[value + i * 2u]), packed(qkv[value + i * 2u + 1u]));
    }
    #else
    for (var i = lane; i < ${E / 4}u; i += ${LANES}u) {
      kCache[cached + i] = keyFour(i);
      vCache[cached + i] = qkv[value + i];
    }
    #end
    storageBarrier();
  }
}

fn pairAt(first: u32, i: u32) -> vec2<f32> {
  let real = first + realOf(i);
  let imaginary = first + imaginaryOf(i);
  return vec2(qkv[real / 4u][real % 4u], qkv[imaginary / 4u][imaginary % 4u]);
}

fn keyFour(i: u32) -> vec4<f32> {
  let at = KEY + i * 4u;
  return vec4(made[at], made[at + 1u], made[at + 2u], made[at + 3u]);
}
#if NORM

// Returns the sum of squares that lanes lane, lane + 8, .. of 64 compute in rope.wgsl, in the order of its tree
// reduction.
fn squaresOf(first: u32, lane: u32) -> f32 {
  #for m in 0..8
  var sum${m} = 0.0;
  #for u in 0..PASSES
  #for n in 0..HALF + 1
  {
    let i = (lane + ${m * 8}u + ${u * 64}u) * ${HALF + 1}u + ${n}u;
    let pair = select(vec2<f32>(), pairAt(first, min(i, PAIRS - 1u)), i < PAIRS);
    sum${m} = fma(pair.y, pair.y, fma(pair.x, pair.x, sum${m}));
  }
  #end
  #end
  #end
  return ((sum0 + sum4) + (sum2 + sum6)) + ((sum1 + sum5) + (sum3 + sum7));
}

fn squaresOfHead(head: u32) -> f32 {
  let at = head * 8u;
  return ((made[at] + made[at + 4u]) + (made[at + 2u] + made[at + 6u]))
    + ((made[at + 1u] + made[at + 5u]) + (made[at + 3u] + made[at + 7u]));
}
#end
