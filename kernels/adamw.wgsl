// g' = g min(1, maxNorm / (norm + 1e-6));  m = b1 m + (1 - b1) g';  v = b2 v + (1 - b2) g'^2;
// w -= rate (decay w + (m / c1) / (sqrt(v / c2) + epsilon))   (Loshchilov & Hutter 2019), c = 1 - b^step.
// One dispatch over the flat arena of all LoRA parameters; norm2[0] is the squared norm from global_norm.wgsl.
// rest = 1 - b is computed on the host: in f32, 1 - 0.999 has a relative error of 5e-5, which v would inherit.
// A lane owns one parameter. Grid (ceil(count / LANES)) folded into x and y. Limit: bytes (28 per parameter).
struct Sizes {
  count: u32, rate: f32, decay: f32, b1: f32, b2: f32, rest1: f32, rest2: f32, c1: f32, c2: f32, epsilon: f32,
  maxNorm: f32, width: u32, origin: u32,
}
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> norm2: array<f32>;
@group(0) @binding(1) var<storage, read> grads: array<f32>;
@group(0) @binding(2) var<storage, read_write> w: array<f32>;
@group(0) @binding(3) var<storage, read_write> m: array<f32>;
@group(0) @binding(4) var<storage, read_write> v: array<f32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let i = ((p.origin + group.y) * p.width + group.x) * ${LANES}u + lane.x;
  if (i >= p.count) { return; }
  let g = grads[i] * min(1.0, p.maxNorm / (sqrt(norm2[0]) + 1e-6));
  let m1 = p.b1 * m[i] + p.rest1 * g;
  let v1 = p.b2 * v[i] + p.rest2 * g * g;
  m[i] = m1;
  v[i] = v1;
  w[i] -= p.rate * (p.decay * w[i] + (m1 / p.c1) / (sqrt(v1 / p.c2) + p.epsilon));
}
