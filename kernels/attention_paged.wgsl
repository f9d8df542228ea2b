// O[T, H, E] = softmax(q k^T / sqrt(E)) v over the cached keys 0 .. position of each row's own sequence.
// Serves prefill chunks and decode rows alike: row t has position rows[t].x and its block table starts at
// tables[rows[t].z]; key j lies in cache row tables[.. + j / PAGE] * PAGE + j % PAGE of kCache[P PAGE, K, E].
// One workgroup per (head, row): lanes take every LANES-th key with an online softmax each (q is the same for all lanes,
// the E sums stay in registers), then merge through workgroup memory, LANES (E + 2) 4 bytes, one barrier.
// The order of sums depends on the position alone, never on the batch. Grid (H, T). Limit: bytes of the cache.
struct Sizes { T: u32, H: u32, K: u32, scale: f32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> kCache: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> vCache: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> tables: array<u32>;
@group(0) @binding(5) var<storage, read_write> O: array<vec4<f32>>;
#include online_softmax

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let h = group.x;
  let t = group.y;
  let kvHead = h / (p.H / p.K);
  let q = (t * (p.H + 2u * p.K) + h) * ${E / 4}u;
  let row = rows[t];
  var top = -1e30;
  var sum = 0.0;
  #for e in 0..E / 4
  var o${e} = vec4<f32>();
  #end
  for (var j = lane.x; j <= row.x; j += ${LANES}u) {
    let cached = tables[row.z + j / ${PAGE}u] * ${PAGE}u + j % ${PAGE}u;
    let at = (cached * p.K + kvHead) * ${E / 4}u;
    var score = 0.0;
    #for e in 0..E / 4
    score += dot(qkv[q + ${e}u], kCache[at + ${e}u]);
    #end
    score *= p.scale;
    let next = max(top, score);
    let keep = exp(top - next);
    let weight = exp(score - next);
    top = next;
    sum = sum * keep + weight;
    #for e in 0..E / 4
    o${e} = o${e} * keep + weight * vCache[at + ${e}u];
    #end
  }
  laneMax[lane.x] = top;
  laneSum[lane.x] = sum;
  #for e in 0..E / 4
  laneOut[lane.x * ${E / 4}u + ${e}u] = o${e};
  #end
  workgroupBarrier();
  var all = laneMax[0];
  for (var l = 1u; l < ${LANES}u; l++) { all = max(all, laneMax[l]); }
  var total = 0.0;
  for (var l = 0u; l < ${LANES}u; l++) { total += laneSum[l] * exp(laneMax[l] - all); }
  for (var e = lane.x; e < ${E / 4}u; e += ${LANES}u) {
    var o = vec4<f32>();
    for (var l = 0u; l < ${LANES}u; l++) { o += laneOut[l * ${E / 4}u + e] * exp(laneMax[l] - all); }
    O[(t * p.H + h) * ${E / 4}u + e] = o / total;
  }
}
