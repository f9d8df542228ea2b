// dq[t, h] = sum over visible keys j of scale * P (dP - delta) k_j,  P = exp(scale q k_j - lse), dP = dO v_j.
// One workgroup per (head, token), keys in chunks of CHUNK: lanes first take one key each for the factor of k_j, then
// E / LANES elements each for the sum over the chunk. Workgroup memory CHUNK 4 bytes, two barriers a chunk.
// Writes the q part of dqkv[T, (H + 2 K) E]. Grid (H, T).
// Limit: bytes of k and v (FLOPs 6 E per visible key and head).
struct Sizes { T: u32, H: u32, K: u32, scale: f32, E4: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> dO: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> lse: array<f32>;
@group(0) @binding(4) var<storage, read> delta: array<f32>;
@group(0) @binding(5) var<storage, read_write> dqkv: array<vec4<f32>>;
var<workgroup> factors: array<f32, ${CHUNK}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let h = group.x;
  let t = group.y;
  let kvHead = h / (p.H / p.K);
  let width = p.H + 2u * p.K;
  let q = (t * width + h) * ${E / 4}u;
  let o = (t * p.H + h) * ${E / 4}u;
  let end = t + 1u;
  var d = array<vec4<f32>, ${OWNED}>();
  for (var start = rows[t].y; start < end; start += ${CHUNK}u) {
    let count = min(${CHUNK}u, end - start);
    for (var i = lane; i < count; i += ${LANES}u) {
      let k = ((start + i) * width + p.H + kvHead) * ${E / 4}u;
      let v = k + p.K * ${E / 4}u;
      var score = 0.0;
      var dP = 0.0;
      for (var e = 0u; e < p.E4; e++) {
        score += dot(qkv[q + e], qkv[k + e]);
        dP += dot(dO[o + e], qkv[v + e]);
      }
      let P = exp(score * p.scale - lse[t * p.H + h]);
      factors[i] = p.scale * P * (dP - delta[t * p.H + h]);
    }
    workgroupBarrier();
    for (var j = 0u; j < count; j++) {
      let k = ((start + j) * width + p.H + kvHead) * ${E / 4}u;
      let factor = factors[j];
      #for own in 0..OWNED
      d[${own}] += factor * qkv[k + min(lane + ${own * LANES}u, ${E / 4 - 1}u)];
      #end
    }
    workgroupBarrier();
  }
  #for own in 0..OWNED
  if (lane + ${own * LANES}u < ${E / 4}u) { dqkv[q + lane + ${own * LANES}u] = d[${own}]; }
  #end
}
