// Rotates q and k in place: (a, b) -> (a cos - b sin, b cos + a sin) for elements i and i + E/2 of each head (Su et al.
// 2021, in the half-split layout of Hugging Face). INVERSE rotates the other way, for the backward pass.
// qkv[T, (H + 2 K) E] holds H query heads, K key heads, K value heads. `turns`[position, E/2] = (cos, sin), computed in
// float64 on the host. If ROTATED is not 0, only a head's first ROTATED elements are rotated, as pairs of i and
// i + ROTATED/2 (partial RoPE, as in Phi-4-mini). The table leaves the other pairs unchanged.
// NORM first normalizes each head of q and k, x rstd weight as in rmsnorm.wgsl (Qwen3). CACHE also writes k (rotated)
// and v to cache rows rows[t].y. HALF rounds k (rotated) and v to f16, two per word of the cache. Without CACHE, as in
// training, v is rounded in place. BYTES quantizes k and v to int8, four per word, with a scale for each head
// (include/int8_head.wgsl). Scales are [rows, K], from word `scales` of the cache on. In training the dequantized
// values are stored in place. COPY: the cache is f32. REDUCE: NORM or BYTES.
// `groups` workgroups share the heads of a row. Lanes stride over the pairs of a head, with HALF over two at a time.
// Grid (groups, T). Limit: bytes.
#if SUBGROUP
enable subgroups;
#end
struct Sizes { H: u32, K: u32, groups: u32, epsilon: f32, scales: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> turns: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> qkv: array<f32>;
#if CACHE
@group(0) @binding(3) var<storage, read_write> kCache: array<Cached>;
@group(0) @binding(4) var<storage, read_write> vCache: array<Cached>;
#end
#if NORM
@group(0) @binding(${2 * CACHE + 3}) var<storage, read> qNorm: array<f32>;
@group(0) @binding(${2 * CACHE + 4}) var<storage, read> kNorm: array<f32>;
#end
#if REDUCE
#include row_reductions
#end
#if COPY
alias Cached = f32;
#else
alias Cached = u32;
#end
#if HALF
#include f16_range
#include halves
#end
#if BYTES
#include rope_int8
#end
#include rope_pairs

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  for (var head = group.x; head < p.H + p.K; head += p.groups) {
    turnHead(group.y, head, lane.x);
    #if BYTES
    if (head >= p.H) {
      // A lane quantizes elements that other lanes have rotated.
      storageBarrier();
      roundHead(group.y, head, lane.x);
    }
    #end
  }
  #if BYTES
  for (var head = group.x; head < p.K; head += p.groups) { roundHead(group.y, p.H + p.K + head, lane.x); }
  #end
  #if HALF
  for (var head = group.x; head < p.K; head += p.groups) { roundValues(group.y, head, lane.x); }
  #end
  #if COPY
  for (var head = group.x; head < p.K; head += p.groups) { copyValues(group.y, head, lane.x); }
  #end
}

fn turnHead(t: u32, head: u32, lane: u32) {
  let first = (t * (p.H + 2u * p.K) + head) * ${E}u;
  #if NORM
  var sum = 0.0;
  for (var i = lane * ${HALF + 1}u; i < PAIRS; i += ${HALF + 1 * LANES}u) {
    #for n in 0..HALF + 1
    let pair${n} = pairAt(first, i + ${n}u);
    sum = fma(pair${n}.y, pair${n}.y, fma(pair${n}.x, pair${n}.x, sum));
    #end
  }
  let rstd = inverseSqrt(rowSum(vec4(sum), lane).x / ${E}.0 + p.epsilon);
  #end
  for (var i = lane * ${HALF + 1}u; i < PAIRS; i += ${HALF + 1 * LANES}u) {
    #for n in 0..HALF + 1
    var pair${n} = pairAt(first, i + ${n}u);
    #if NORM
    if (head < p.H) {
      pair${n} *= rstd * vec2(qNorm[realOf(i) + ${n}u], qNorm[imaginaryOf(i) + ${n}u]);
    } else {
      pair${n} *= rstd * vec2(kNorm[realOf(i) + ${n}u], kNorm[imaginaryOf(i) + ${n}u]);
    }
    #end
    let turned${n} = turned(pair${n}, turnAt(rows[t].x * PAIRS + i + ${n}u));
    #end
    #if HALF
    var both = vec4(turned0.x, turned1.x, turned0.y, turned1.y);
    if (head >= p.H) {
      let words = packed(both);
      both = halves(words);
      #if CACHE
      let cached = (rows[t].y * p.K + head - p.H) * ${E}u;
      kCache[(cached + realOf(i)) / 2u] = words.x;
      kCache[(cached + imaginaryOf(i)) / 2u] = words.y;
      #end
    }
    storePair(first, i, both.xz);
    storePair(first, i + 1u, both.yw);
    #else
    storePair(first, i, turned0);
    #if COPY
    if (head >= p.H) {
      let cached = (rows[t].y * p.K + head - p.H) * ${E}u;
      kCache[cached + realOf(i)] = turned0.x;
      kCache[cached + imaginaryOf(i)] = turned0.y;
    }
    #end
    #end
  }
}

fn pairAt(first: u32, i: u32) -> vec2<f32> { return vec2(qkv[first + realOf(i)], qkv[first + imaginaryOf(i)]); }

fn storePair(first: u32, i: u32, pair: vec2<f32>) {
  qkv[first + realOf(i)] = pair.x;
  qkv[first + imaginaryOf(i)] = pair.y;
}

#if INVERSE
fn turnAt(i: u32) -> vec2<f32> { return vec2(turns[i].x, -turns[i].y); }
#else
fn turnAt(i: u32) -> vec2<f32> { return turns[i]; }
#end

#if HALF
fn roundValues(t: u32, head: u32, lane: u32) {
  let first = (t * (p.H + 2u * p.K) + p.H + p.K + head) * ${E}u;
  for (var i = lane * 4u; i < ${E}u; i += ${LANES * 4}u) {
    let words = packed(vec4(qkv[first + i], qkv[first + i + 1u], qkv[first + i + 2u], qkv[first + i + 3u]));
    #if CACHE
    let cached = ((rows[t].y * p.K + head) * ${E}u + i) / 2u;
    vCache[cached] = words.x;
    vCache[cached + 1u] = words.y;
    #else
    let values = halves(words);
    #for n in 0..4
    qkv[first + i + ${n}u] = values[${n}];
    #end
    #end
  }
}
#end
#if COPY
fn copyValues(t: u32, head: u32, lane: u32) {
  let first = (t * (p.H + 2u * p.K) + p.H + p.K + head) * ${E}u;
  let cached = (rows[t].y * p.K + head) * ${E}u;
  for (var i = lane; i < ${E}u; i += ${LANES}u) { vCache[cached + i] = qkv[first + i]; }
}
#end
