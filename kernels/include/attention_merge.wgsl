// The order of sums that kernels of attention on GPUs share: a query's keys in chunks of 64, each of which yields the
// maximum of its scores, the sum of its weights exp(score - maximum) and the sum of its weighted values; then chunks
// are added to the total in order. So no sum depends on where a chunk is summed, nor on what is beside it.
const CHUNK = 64u;
// The top of no scores.
const NONE = -1e30;

// A sum over chunks and one more, each made for a maximum of its own, and told how it shrinks to the new one.
fn added(total: vec4<f32>, keep: f32, sum: vec4<f32>, share: f32) -> vec4<f32> {
  return fma(sum, vec4(share), total * keep);
}

fn addedOne(total: f32, keep: f32, sum: f32, share: f32) -> f32 {
  return fma(sum, share, total * keep);
}
