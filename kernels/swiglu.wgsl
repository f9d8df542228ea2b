// Y[T, F] = silu(g) * u,  silu(x) = x / (1 + exp(-x));  G[T, 2 F] holds g then u in each row   (Shazeer 2020)
// A lane owns 4 elements; grid (ceil(F / 4 / LANES), T). Limit: bytes.
struct Sizes { F4: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> G: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Y: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let f = group.x * ${LANES}u + lane.x;
  if (f >= p.F4) { return; }
  let g = G[group.y * 2u * p.F4 + f];
  let u = G[group.y * 2u * p.F4 + p.F4 + f];
  Y[group.y * p.F4 + f] = g / (1.0 + exp(-g)) * u;
}
