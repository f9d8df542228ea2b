// dX[T, C, K] += dU[T, C, S R] A[e], where e is the expert of choice c of token t, and A[e] is [S R, K]: the LoRA term
// of the gradient of each pair's input. A lane computes 4 elements. Grid (ceil(K / 4 / LANES), T, C).
// Limit: bytes of A.
struct Sizes { K4: u32, ranks: u32, choices: u32, loraA: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> dU: array<f32>;
@group(0) @binding(1) var<storage, read> chosen: array<u32>;
@group(0) @binding(2) var<storage, read> adapter: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> dX: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let pair = (p.origin + group.y) * p.choices + group.z;
  let k = group.x * ${LANES}u + local.x;
  if (k >= p.K4) { return; }
  let a = p.loraA + chosen[pair] * p.ranks * p.K4 + k;
  var sum = vec4<f32>();
  for (var r = 0u; r < p.ranks; r++) { sum = fma(vec4(dU[pair * p.ranks + r]), adapter[a + r * p.K4], sum); }
  dX[pair * p.K4 + k] += sum;
}
