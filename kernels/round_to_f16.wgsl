// Rounds each element of Y[T, K] to f16, in place, and stores it as f32.
// A lane processes 4 elements. Grid (ceil(K / 4 / LANES), T). Limit: bytes.
#include f16_range
struct Sizes { K: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read_write> Y: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let fours = p.K / 4u;
  if (id.x >= fours) { return; }
  let at = (p.origin + id.y) * fours + id.x;
  Y[at] = quantizeToF16(inF16Range(Y[at]));
}
