// dg = dY * u * s (1 + g (1 - s)),  du = dY * g s,  s = sigmoid(g);  G and dG are [T, 2 F], g then u in each row.
// A lane owns 4 elements of each half; grid (ceil(F / 4 / LANES), T). Limit: bytes.
struct Sizes { F4: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> G: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> dY: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> dG: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let f = group.x * ${LANES}u + lane.x;
  if (f >= p.F4) { return; }
  let at = group.y * 2u * p.F4 + f;
  let g = G[at];
  let u = G[at + p.F4];
  let s = 1.0 / (1.0 + exp(-g));
  let dy = dY[group.y * p.F4 + f];
  dG[at] = dy * u * s * (1.0 + g * (1.0 - s));
  dG[at + p.F4] = dy * g * s;
}
