// Reads X once, each lane its own contiguous stretch of vec4, and keeps only the sum: the read bandwidth.
// Bytes: 16 * stretch a lane. Grid (workgroups). For the roofline only.
struct Sizes { stretch: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Y: array<f32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var a = vec4<f32>();
  var b = vec4<f32>();
  let first = id.x * p.stretch;
  for (var i = 0u; i < p.stretch; i += 2u) {
    a += X[first + i];
    b += X[first + i + 1u];
  }
  Y[id.x] = dot(a + b, vec4(1.0));
}
