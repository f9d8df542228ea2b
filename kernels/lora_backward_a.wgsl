// dA[S R, K] += dU[T, S R]^T X[T, K]: the gradient of LoRA's A, summed over the T tokens of a micro-batch.
// A lane owns 4 elements of one row of dA; X is contiguous over lanes, dU the same for all.
// Grid (ceil(K / 4 / LANES), S R). Limit: bytes of X, read once per row of dA (from cache).
struct Sizes { T: u32, K4: u32, ranks: u32, loraA: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> dU: array<f32>;
@group(0) @binding(2) var<storage, read_write> grads: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let k = group.x * ${LANES}u + lane.x;
  let r = p.origin + group.y;
  if (k >= p.K4) { return; }
  var sum = vec4<f32>();
  for (var t = 0u; t < p.T; t++) {
    sum += dU[t * p.ranks + r] * X[t * p.K4 + k];
  }
  grads[p.loraA + r * p.K4 + k] += sum;
}
