// sum[count]  (+)= the sum over s of parts[sections, count], in order. It adds up the sections of a gradient that is
// summed over N (matmul_transposed_tiled.wgsl), and the gradients of the shards of an optimizer step.
// A lane processes 4 elements. Grid (ceil(count / 4 / LANES)) folded into x and y. Limit: bytes.
struct Sizes { count4: u32, sections: u32, width: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> parts: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> sum: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let i = ((p.origin + group.y) * p.width + group.x) * ${LANES}u + lane.x;
  if (i >= p.count4) { return; }
  var total = parts[i];
  for (var s = 1u; s < p.sections; s++) { total += parts[s * p.count4 + i]; }
  #if ADD
  total += sum[i];
  #end
  sum[i] = total;
}
