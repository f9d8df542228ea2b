// Y[M, N] = X[index[M], N]: picks the rows that need logits. SCATTER is the backward pass: Y[index[M], N] = X[M, N].
// A lane copies 4 elements; grid (ceil(N / 4 / LANES), M). Limit: bytes.
struct Sizes { N4: u32, first: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> index: array<u32>;
@group(0) @binding(1) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> Y: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let n = group.x * ${LANES}u + lane.x;
  if (n >= p.N4) { return; }
  #if SCATTER
  Y[index[p.first + group.y] * p.N4 + n] = X[group.y * p.N4 + n];
  #else
  Y[group.y * p.N4 + n] = X[index[p.first + group.y] * p.N4 + n];
  #end
}
