// dv_j = sum over later queries t and the heads of the group of P dO_t;  dk_j = sum of scale * P (dP - delta) q_t.
// The queries that see row j are rows j .. endOf(j) - 1 (include/attention_queries.wgsl).
// One workgroup per (kv head, KEYS consecutive rows). It reads the queries that see any of these rows in chunks of
// CHUNK, one query head of the group at a time. In each chunk, a lane first computes one query's two factors for every
// key (0 if the query does not see the key). Then it computes E / LANES elements of the sums over the chunk. It uses no
// atomics: each key's sums run over heads, then over queries, in order. Workgroup memory: 8 KEYS CHUNK bytes. Two
// barriers per chunk and head.
// Writes the k and v parts of dqkv[T, (H + 2 K) E]. Grid (K, ceil(T / KEYS)).
// Limit: FLOPs, 8 E per visible key and head.
struct Sizes { T: u32, H: u32, K: u32, scale: f32, E4: u32, window: u32, softcap: f32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> dO: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> lse: array<f32>;
@group(0) @binding(4) var<storage, read> delta: array<f32>;
@group(0) @binding(5) var<storage, read_write> dqkv: array<vec4<f32>>;
#include attention_score
#include attention_queries
// P and scale * P (dP - delta) of each query of the chunk with each key.
var<workgroup> factors: array<vec2<f32>, ${KEYS * CHUNK}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let kvHead = group.x;
  let first = (p.origin + group.y) * ${KEYS}u;
  let heads = p.H / p.K;
  let width = p.H + 2u * p.K;
  var end = 0u;
  #for c in 0..KEYS
  // Indices past the last row are clamped to it. No query sees these copies, and they are not written.
  let j${c} = first + ${c}u;
  let k${c} = (min(j${c}, p.T - 1u) * width + p.H + kvHead) * ${E / 4}u;
  let v${c} = k${c} + p.K * ${E / 4}u;
  let position${c} = rows[min(j${c}, p.T - 1u)].x;
  let end${c} = endOf(min(j${c}, p.T - 1u));
  end = max(end, end${c});
  var dk${c} = array<vec4<f32>, ${OWNED}>();
  var dv${c} = array<vec4<f32>, ${OWNED}>();
  #end
  for (var h = kvHead * heads; h < (kvHead + 1u) * heads; h++) {
    for (var start = first; start < end; start += ${CHUNK}u) {
      let count = min(${CHUNK}u, end - start);
      for (var i = lane; i < count; i += ${LANES}u) {
        let t = start + i;
        let q = (t * width + h) * ${E / 4}u;
        let o = (t * p.H + h) * ${E / 4}u;
        #for c in 0..KEYS
        var score${c} = 0.0;
        var dP${c} = 0.0;
        #end
        for (var e = 0u; e < p.E4; e++) {
          let query = qkv[q + e];
          let dOut = dO[o + e];
          #for c in 0..KEYS
          score${c} += dot(query, qkv[k${c} + e]);
          dP${c} += dot(dOut, qkv[v${c} + e]);
          #end
        }
        let logSum = lse[t * p.H + h];
        let mean = delta[t * p.H + h];
        #for c in 0..KEYS
        score${c} = scoreOf(score${c});
        let isSeen${c} = j${c} <= t && t < end${c} && isNear(t, position${c});
        let P${c} = select(0.0, exp(score${c} - logSum), isSeen${c});
        factors[i * ${KEYS}u + ${c}u] = vec2(P${c}, slopeOf(score${c}) * P${c} * (dP${c} - mean));
        #end
      }
      workgroupBarrier();
      for (var i = 0u; i < count; i++) {
        let q = ((start + i) * width + h) * ${E / 4}u;
        let o = ((start + i) * p.H + h) * ${E / 4}u;
        #for c in 0..KEYS
        let factor${c} = factors[i * ${KEYS}u + ${c}u];
        #end
        #for own in 0..OWNED
        {
          let e = min(lane + ${own * LANES}u, ${E / 4 - 1}u);
          let query = qkv[q + e];
          let dOut = dO[o + e];
          #for c in 0..KEYS
          dv${c}[${own}] += factor${c}.x * dOut;
          dk${c}[${own}] += factor${c}.y * query;
          #end
        }
        #end
      }
      workgroupBarrier();
    }
  }
  #for c in 0..KEYS
  if (j${c} < p.T) {
    #for own in 0..OWNED
    if (lane + ${own * LANES}u < ${E / 4}u) {
      dqkv[k${c} + lane + ${own * LANES}u] = dk${c}[${own}];
      dqkv[v${c} + lane + ${own * LANES}u] = dv${c}[${own}];
    }
    #end
  }
  #end
}
