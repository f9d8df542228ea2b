// Rotates q and k in place: (a, b) -> (a cos - b sin, b cos + a sin) for elements i and i + E/2 of each head
// (Su et al. 2021, in the half-split layout of Hugging Face). INVERSE turns the other way: the backward pass.
// qkv[T, (H + 2 K) E] holds H query heads, K key heads, K value heads. `turns`[position, E/2] = (cos, sin), made in
// float64 on the host. CACHE also writes k (rotated) and v to cache rows rows[t].y.
// One workgroup a row, lanes stride over the pairs of all heads that are touched. Grid (1, T). Limit: bytes.
struct Sizes { T: u32, H: u32, K: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> turns: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> qkv: array<f32>;
#if CACHE
@group(0) @binding(3) var<storage, read_write> kCache: array<f32>;
@group(0) @binding(4) var<storage, read_write> vCache: array<f32>;
#end
const HALF = ${E / 2}u;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let t = group.y;
  #if CACHE
  let pairs = (p.H + 2u * p.K) * HALF;
  #else
  let pairs = (p.H + p.K) * HALF;
  #end
  for (var pair = lane.x; pair < pairs; pair += ${LANES}u) { turnPair(t, pair / HALF, pair % HALF); }
}

fn turnPair(t: u32, head: u32, i: u32) {
  let at = (t * (p.H + 2u * p.K) + head) * ${E}u + i;
  let a = qkv[at];
  let b = qkv[at + HALF];
  #if CACHE
  if (head >= p.H + p.K) {
    let cached = (rows[t].y * p.K + head - p.H - p.K) * ${E}u + i;
    vCache[cached] = a;
    vCache[cached + HALF] = b;
    return;
  }
  #end
  let turn = turns[rows[t].x * HALF + i];
  #if INVERSE
  let c = a * turn.x + b * turn.y;
  let d = b * turn.x - a * turn.y;
  #else
  let c = a * turn.x - b * turn.y;
  let d = b * turn.x + a * turn.y;
  #end
  qkv[at] = c;
  qkv[at + HALF] = d;
  #if CACHE
  if (head >= p.H) {
    let cached = (rows[t].y * p.K + head - p.H) * ${E}u + i;
    kCache[cached] = c;
    kCache[cached + HALF] = d;
  }
  #end
}
