// dX[T, K]  (+)= the sum over s of parts[S, T, K], in order: what the sections of a gradient's sums over N add up to
// (matmul_transposed_tiled.wgsl).
// A lane owns 4 elements; grid (ceil(T K / 4 / LANES)). Limit: bytes.
struct Sizes { count4: u32, sections: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> parts: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> dX: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= p.count4) { return; }
  var sum = parts[id.x];
  for (var s = 1u; s < p.sections; s++) { sum += parts[s * p.count4 + id.x]; }
  #if ADD
  sum += dX[id.x];
  #end
  dX[id.x] = sum;
}
