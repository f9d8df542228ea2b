// z[M, V] = cap tanh(z / cap), in place (Gemma 2's logits; include/softcap.wgsl).
// A lane computes four elements of a row, LANES apart. Grid (ceil(V / 4 LANES), M). Limit: bytes.
struct Sizes { V: u32, cap: f32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read_write> z: array<f32>;
#include softcap

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let row = (p.origin + group.y) * p.V;
  let first = group.x * ${LANES * 4}u + lane.x;
  let last = p.V - 1u;
  var four = vec4<f32>();
  #for i in 0..4
  four[${i}] = z[row + min(first + ${i * LANES}u, last)];
  #end
  four = softcapped(four, p.cap);
  #for i in 0..4
  if (first + ${i * LANES}u <= last) { z[row + first + ${i * LANES}u] = four[${i}]; }
  #end
}
