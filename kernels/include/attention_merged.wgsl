// Rows of X[T, K], K = H E, for a matmul whose input is attention's partial results per chunk of keys:
// X[T, H, chunks, E / 4 + 1] in vec4. Each workgroup merges the chunks itself, bit-identical to
// attention_paged_merge.wgsl. It takes 16 MERGED bytes of workgroup memory.
@group(0) @binding(${BIAS + 3}) var<storage, read> rows: array<vec4<u32>>;
#include attention_merge
var<workgroup> merged: array<vec4<f32>, ${MERGED}>;

fn mergeRows(lane: u32, workers: u32) {
  let fours = p.blocks * 8u;
  for (var i = lane; i < p.T * fours; i += workers) {
    let end = rows[i / fours].x / CHUNK + 1u;
    let first = i / ${E / 4}u * p.chunks;
    var top = NONE;
    var sum = 0.0;
    var o = vec4<f32>();
    for (var chunk = 0u; chunk < end; chunk += 8u) {
      #for c in 0..8
      let at${c} = (first + min(chunk + ${c}u, end - 1u)) * ${E / 4 + 1}u;
      let value${c} = X[at${c} + i % ${E / 4}u];
      let weights${c} = X[at${c} + ${E / 4}u];
      #end
      #for c in 0..8
      if (chunk + ${c}u < end) {
        let most = max(top, weights${c}.x);
        let keep = exp(top - most);
        let share = exp(weights${c}.x - most);
        top = most;
        sum = addedOne(sum, keep, weights${c}.y, share);
        o = added(o, keep, value${c}, share);
      }
      #end
    }
    merged[i] = o * (1.0 / sum);
  }
  workgroupBarrier();
}
