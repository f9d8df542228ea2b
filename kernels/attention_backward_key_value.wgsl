// dv_j = sum over later queries t and the heads of the group of P dO_t;  dk_j = sum of scale * P (dP - delta) q_t.
// One workgroup per (kv head, key); the queries from j to the end of j's sequence (rows[j].z) in chunks of CHUNK, one
// head of the group after the other: lanes first take one query each for its two factors, then E / LANES elements each
// for the sums over the chunk. No atomics, one order. Workgroup memory CHUNK 8 bytes, two barriers a chunk and head.
// Writes the k and v parts of dqkv[T, (H + 2 K) E]. Grid (K, T). Limit: bytes of q and dO.
struct Sizes { T: u32, H: u32, K: u32, scale: f32, E4: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> dO: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> lse: array<f32>;
@group(0) @binding(4) var<storage, read> delta: array<f32>;
@group(0) @binding(5) var<storage, read_write> dqkv: array<vec4<f32>>;
// P and scale * P (dP - delta) of each query of the chunk.
var<workgroup> factors: array<vec2<f32>, ${CHUNK}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let kvHead = group.x;
  let j = group.y;
  let heads = p.H / p.K;
  let width = p.H + 2u * p.K;
  let k = (j * width + p.H + kvHead) * ${E / 4}u;
  let v = k + p.K * ${E / 4}u;
  let end = rows[j].z;
  var dk = array<vec4<f32>, ${OWNED}>();
  var dv = array<vec4<f32>, ${OWNED}>();
  for (var start = j; start < end; start += ${CHUNK}u) {
    let count = min(${CHUNK}u, end - start);
    for (var h = kvHead * heads; h < (kvHead + 1u) * heads; h++) {
      for (var i = lane; i < count; i += ${LANES}u) {
        let t = start + i;
        let q = (t * width + h) * ${E / 4}u;
        let o = (t * p.H + h) * ${E / 4}u;
        var score = 0.0;
        var dP = 0.0;
        for (var e = 0u; e < p.E4; e++) {
          score += dot(qkv[q + e], qkv[k + e]);
          dP += dot(dO[o + e], qkv[v + e]);
        }
        let P = exp(score * p.scale - lse[t * p.H + h]);
        factors[i] = vec2(P, p.scale * P * (dP - delta[t * p.H + h]));
      }
      workgroupBarrier();
      for (var i = 0u; i < count; i++) {
        let q = ((start + i) * width + h) * ${E / 4}u;
        let o = ((start + i) * p.H + h) * ${E / 4}u;
        let factor = factors[i];
        #for own in 0..OWNED
        {
          let e = min(lane + ${own * LANES}u, ${E / 4 - 1}u);
          dv[${own}] += factor.x * dO[o + e];
          dk[${own}] += factor.y * qkv[q + e];
        }
        #end
      }
      workgroupBarrier();
    }
  }
  #for own in 0..OWNED
  if (lane + ${own * LANES}u < ${E / 4}u) {
    dqkv[k + lane + ${own * LANES}u] = dk[${own}];
    dqkv[v + lane + ${own * LANES}u] = dv[${own}];
  }
  #end
}
