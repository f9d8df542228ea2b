// The summation order that attention kernels for GPUs share. A query's keys are processed in chunks of 64. Each chunk
// yields the maximum of its scores, the sum of its weights exp(score - maximum), and the sum of its weighted values.
// Then the chunks are added to the total in order. So no sum depends on which workgroup computes a chunk or on the rest
// of the batch.
const CHUNK = 64u;
// Maximum of an empty set of scores.
const NONE = -1e30;

// Adds the sum of a chunk to the total. `keep` and `share` rescale the two from their own maximum to the new one.
fn added(total: vec4<f32>, keep: f32, sum: vec4<f32>, share: f32) -> vec4<f32> {
  return fma(sum, vec4(share), total * keep);
}

fn addedOne(total: f32, keep: f32, sum: f32, share: f32) -> f32 {
  return fma(sum, share, total * keep);
}
