// dv_j = sum over later queries t and the heads of the group of P dO_t;  dk_j = sum of scale * P (dP - delta) q_t.
// One workgroup per (kv head, key), lanes take every LANES-th query from j to the end of j's sequence (rows[j].z);
// sums stay in registers and are added through workgroup memory (LANES E 8 bytes, one barrier), so no atomics and one
// order. Writes the k and v parts of dqkv[T, (H + 2 K) E]. Grid (K, T). Limit: bytes of q and dO.
struct Sizes { T: u32, H: u32, K: u32, scale: f32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> dO: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> lse: array<f32>;
@group(0) @binding(4) var<storage, read> delta: array<f32>;
@group(0) @binding(5) var<storage, read_write> dqkv: array<vec4<f32>>;
var<workgroup> laneK: array<vec4<f32>, ${LANES * E / 4}>;
var<workgroup> laneV: array<vec4<f32>, ${LANES * E / 4}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let kvHead = group.x;
  let j = group.y;
  let heads = p.H / p.K;
  let width = p.H + 2u * p.K;
  let k = (j * width + p.H + kvHead) * ${E / 4}u;
  let v = k + p.K * ${E / 4}u;
  #for e in 0..E / 4
  var dk${e} = vec4<f32>();
  var dv${e} = vec4<f32>();
  #end
  for (var t = j + lane.x; t < rows[j].z; t += ${LANES}u) {
    for (var h = kvHead * heads; h < (kvHead + 1u) * heads; h++) {
      let q = (t * width + h) * ${E / 4}u;
      let o = (t * p.H + h) * ${E / 4}u;
      var score = 0.0;
      var dP = 0.0;
      #for e in 0..E / 4
      score += dot(qkv[q + ${e}u], qkv[k + ${e}u]);
      dP += dot(dO[o + ${e}u], qkv[v + ${e}u]);
      #end
      let P = exp(score * p.scale - lse[t * p.H + h]);
      let dScore = p.scale * P * (dP - delta[t * p.H + h]);
      #for e in 0..E / 4
      dv${e} += P * dO[o + ${e}u];
      dk${e} += dScore * qkv[q + ${e}u];
      #end
    }
  }
  #for e in 0..E / 4
  laneK[lane.x * ${E / 4}u + ${e}u] = dk${e};
  laneV[lane.x * ${E / 4}u + ${e}u] = dv${e};
  #end
  workgroupBarrier();
  for (var e = lane.x; e < ${E / 4}u; e += ${LANES}u) {
    var dk = vec4<f32>();
    var dv = vec4<f32>();
    for (var l = 0u; l < ${LANES}u; l++) {
      dk += laneK[l * ${E / 4}u + e];
      dv += laneV[l * ${E / 4}u + e];
    }
    dqkv[k + e] = dk;
    dqkv[v + e] = dv;
  }
}
