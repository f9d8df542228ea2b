// Rotates q and k in place: (a, b) -> (a cos - b sin, b cos + a sin) for elements i and i + E/2 of each head
// (Su et al. 2021, in the half-split layout of Hugging Face). INVERSE turns the other way: the backward pass.
// qkv[T, (H + 2 K) E] holds H query heads, K key heads, K value heads. `turns`[position, E/2] = (cos, sin), made in
// float64 on the host. NORM first norms each head of q and k, x rstd weight as in rmsnorm.wgsl (Qwen3). CACHE also
// writes k (rotated) and v to cache rows rows[t].y.
// `groups` workgroups share the heads of a row, lanes stride over the pairs of a head. Grid (groups, T). Limit: bytes.
#if SUBGROUP
enable subgroups;
#end
struct Sizes { H: u32, K: u32, groups: u32, epsilon: f32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> turns: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> qkv: array<f32>;
#if CACHE
@group(0) @binding(3) var<storage, read_write> kCache: array<f32>;
@group(0) @binding(4) var<storage, read_write> vCache: array<f32>;
#end
#if NORM
@group(0) @binding(${2 * CACHE + 3}) var<storage, read> qNorm: array<f32>;
@group(0) @binding(${2 * CACHE + 4}) var<storage, read> kNorm: array<f32>;
#include row_reductions
#end
const HALF = ${E / 2}u;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  for (var head = group.x; head < p.H + p.K; head += p.groups) { turnHead(group.y, head, lane.x); }
  #if CACHE
  for (var head = group.x; head < p.K; head += p.groups) { copyValues(group.y, head, lane.x); }
  #end
}

fn turnHead(t: u32, head: u32, lane: u32) {
  let first = (t * (p.H + 2u * p.K) + head) * ${E}u;
  #if NORM
  var sum = 0.0;
  for (var i = lane; i < HALF; i += ${LANES}u) {
    let pair = vec2(qkv[first + i], qkv[first + i + HALF]);
    sum += dot(pair, pair);
  }
  let rstd = inverseSqrt(rowSum(vec4(sum), lane).x / ${E}.0 + p.epsilon);
  #end
  for (var i = lane; i < HALF; i += ${LANES}u) {
    var pair = vec2(qkv[first + i], qkv[first + i + HALF]);
    #if NORM
    if (head < p.H) {
      pair *= rstd * vec2(qNorm[i], qNorm[i + HALF]);
    } else {
      pair *= rstd * vec2(kNorm[i], kNorm[i + HALF]);
    }
    #end
    let turn = turns[rows[t].x * HALF + i];
    #if INVERSE
    let turned = vec2(pair.x * turn.x + pair.y * turn.y, pair.y * turn.x - pair.x * turn.y);
    #else
    let turned = vec2(pair.x * turn.x - pair.y * turn.y, pair.y * turn.x + pair.x * turn.y);
    #end
    qkv[first + i] = turned.x;
    qkv[first + i + HALF] = turned.y;
    #if CACHE
    if (head >= p.H) {
      let cached = (rows[t].y * p.K + head - p.H) * ${E}u + i;
      kCache[cached] = turned.x;
      kCache[cached + HALF] = turned.y;
    }
    #end
  }
}

#if CACHE
fn copyValues(t: u32, head: u32, lane: u32) {
  let first = (t * (p.H + 2u * p.K) + p.H + p.K + head) * ${E}u;
  let cached = (rows[t].y * p.K + head) * ${E}u;
  for (var i = lane; i < ${E}u; i += ${LANES}u) { vCache[cached + i] = qkv[first + i]; }
}
#end
