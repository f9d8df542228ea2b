// dv_j and dk_j of attention_backward_key_value.wgsl, for workgroups of one subgroup of 8 lanes.
// One workgroup per (kv head, KEYS consecutive rows). It reads the queries that see any of these rows in chunks of 8,
// one query head of the group at a time. In each chunk, a lane first computes one query's factors for all keys (0 if
// the query does not see the key). Then it computes E / 8 elements of the sums. Lanes read k, v and factors from each
// other's registers. It uses no atomics: each key's sums run over heads, then over queries, in order. No workgroup
// memory, no barrier.
// Writes the k and v parts of dqkv[T, (H + 2 K) E]. Grid (K, ceil(T / KEYS)).
// Limit: FLOPs, 8 E per visible key and head.
enable subgroups;
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

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let kvHead = group.x;
  let first = (p.origin + group.y) * ${KEYS}u;
  let heads = p.H / p.K;
  let width = p.H + 2u * p.K;
  var end = 0u;
  #for c in 0..KEYS
  let j${c} = first + ${c}u;
  var position${c} = 0u;
  var end${c} = 0u;
  #for own in 0..OWNED
  var k${c}_${own} = vec4<f32>();
  var v${c}_${own} = vec4<f32>();
  var dk${c}_${own} = vec4<f32>();
  var dv${c}_${own} = vec4<f32>();
  #end
  #end
  // Loads one row per iteration and shifts the others up, because unrolled loads take long to compile. The bound, KEYS,
  // is passed at run time, so that no compiler unrolls the loop.
  for (var row = first; row < first + p.E4 * ${KEYS}u / ${E / 4}u; row++) {
    #for c in 0..KEYS - 1
    position${c} = position${c + 1};
    end${c} = end${c + 1};
    #for own in 0..OWNED
    k${c}_${own} = k${c + 1}_${own};
    v${c}_${own} = v${c + 1}_${own};
    #end
    #end
    // Indices past the last row are clamped to it. No query sees these copies, and they are not written.
    let j = min(row, p.T - 1u);
    position${KEYS - 1} = rows[j].x;
    end${KEYS - 1} = endOf(j);
    end = max(end, end${KEYS - 1});
    #for own in 0..OWNED
    {
      let at = (j * width + p.H + kvHead) * ${E / 4}u + min(lane + ${own * 8}u, ${E / 4 - 1}u);
      k${KEYS - 1}_${own} = qkv[at];
      v${KEYS - 1}_${own} = qkv[at + p.K * ${E / 4}u];
    }
    #end
  }
  for (var h = kvHead * heads; h < (kvHead + 1u) * heads; h++) {
    for (var start = first; start < end; start += 8u) {
      let t = min(start + lane, end - 1u);
      let q = (t * width + h) * ${E / 4}u;
      let o = (t * p.H + h) * ${E / 4}u;
      #for c in 0..KEYS
      var score${c} = 0.0;
      var dP${c} = 0.0;
      #end
      #for own in 0..OWNED
      for (var e = 0u; e < min(8u, p.E4 - ${own * 8}u); e++) {
        let query = qkv[q + e + ${own * 8}u];
        let dOut = dO[o + e + ${own * 8}u];
        #for c in 0..KEYS
        score${c} += dot(query, subgroupShuffle(k${c}_${own}, e));
        dP${c} += dot(dOut, subgroupShuffle(v${c}_${own}, e));
        #end
      }
      #end
      let logSum = lse[t * p.H + h];
      let mean = delta[t * p.H + h];
      #for c in 0..KEYS
      score${c} = scoreOf(score${c});
      let sees${c} = start + lane < end${c} && j${c} <= t && isNear(t, position${c});
      let P${c} = select(0.0, exp(score${c} - logSum), sees${c});
      let dS${c} = slopeOf(score${c}) * P${c} * (dP${c} - mean);
      #end
      for (var i = 0u; i < min(8u, end - start); i++) {
        let qOwn = subgroupShuffle(q, i);
        let oOwn = subgroupShuffle(o, i);
        #for c in 0..KEYS
        let P${c}Own = subgroupShuffle(P${c}, i);
        let dS${c}Own = subgroupShuffle(dS${c}, i);
        #end
        #for own in 0..OWNED
        let query${own} = qkv[qOwn + min(lane + ${own * 8}u, ${E / 4 - 1}u)];
        let dOut${own} = dO[oOwn + min(lane + ${own * 8}u, ${E / 4 - 1}u)];
        #for c in 0..KEYS
        dv${c}_${own} += P${c}Own * dOut${own};
        dk${c}_${own} += dS${c}Own * query${own};
        #end
        #end
      }
    }
  }
  for (var row = first; row < min(first + ${KEYS}u, p.T); row++) {
    let at = (row * width + p.H + kvHead) * ${E / 4}u + lane;
    #for own in 0..OWNED
    if (lane + ${own * 8}u < ${E / 4}u) {
      dqkv[at + ${own * 8}u] = dk0_${own};
      dqkv[at + p.K * ${E / 4}u + ${own * 8}u] = dv0_${own};
    }
    #end
    #for c in 0..KEYS - 1
    #for own in 0..OWNED
    dk${c}_${own} = dk${c + 1}_${own};
    dv${c}_${own} = dv${c + 1}_${own};
    #end
    #end
  }
}
