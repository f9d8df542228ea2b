// dq[t, h] = sum over visible keys j of scale * P (dP - delta) k_j,  P = exp(scale q k_j - lse), dP = dO v_j.
// One workgroup per (head, token), lanes take every LANES-th key; the E sums of each lane stay in registers and are
// added through workgroup memory (LANES E 4 bytes, one barrier). Writes the q part of dqkv[T, (H + 2 K) E].
// Grid (H, T). Limit: bytes of k and v (FLOPs 6 E per visible key and head).
struct Sizes { T: u32, H: u32, K: u32, scale: f32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> dO: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> lse: array<f32>;
@group(0) @binding(4) var<storage, read> delta: array<f32>;
@group(0) @binding(5) var<storage, read_write> dqkv: array<vec4<f32>>;
var<workgroup> laneSum: array<vec4<f32>, ${LANES * E / 4}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let h = group.x;
  let t = group.y;
  let kvHead = h / (p.H / p.K);
  let width = p.H + 2u * p.K;
  let q = (t * width + h) * ${E / 4}u;
  let o = (t * p.H + h) * ${E / 4}u;
  #for e in 0..E / 4
  var d${e} = vec4<f32>();
  #end
  for (var j = rows[t].y + lane.x; j <= t; j += ${LANES}u) {
    let k = (j * width + p.H + kvHead) * ${E / 4}u;
    let v = k + p.K * ${E / 4}u;
    var score = 0.0;
    var dP = 0.0;
    #for e in 0..E / 4
    score += dot(qkv[q + ${e}u], qkv[k + ${e}u]);
    dP += dot(dO[o + ${e}u], qkv[v + ${e}u]);
    #end
    let P = exp(score * p.scale - lse[t * p.H + h]);
    let dScore = p.scale * P * (dP - delta[t * p.H + h]);
    #for e in 0..E / 4
    d${e} += dScore * qkv[k + ${e}u];
    #end
  }
  #for e in 0..E / 4
  laneSum[lane.x * ${E / 4}u + ${e}u] = d${e};
  #end
  workgroupBarrier();
  for (var e = lane.x; e < ${E / 4}u; e += ${LANES}u) {
    var total = vec4<f32>();
    for (var l = 0u; l < ${LANES}u; l++) { total += laneSum[l * ${E / 4}u + e]; }
    dqkv[q + e] = total;
  }
}
