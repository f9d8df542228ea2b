// Measures the read bandwidth: reads X once and keeps only the sum. Each workgroup reads a contiguous range in memory
// order; its lanes read neighbouring vec4, UNROLL at a time. Bytes: 16 UNROLL turns per lane. Grid (workgroups). For
// the roofline only.
struct Sizes { turns: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Y: array<f32>;

@compute @workgroup_size(${LANES})
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(global_invocation_id) id: vec3<u32>,
) {
  #for u in 0..UNROLL
  var sum${u} = vec4<f32>();
  #end
  var at = group.x * p.turns * ${UNROLL * LANES}u + local.x;
  for (var turn = p.turns; turn > 0u; turn--) {
    #for u in 0..UNROLL
    sum${u} += X[at + ${u * LANES}u];
    #end
    at += ${UNROLL * LANES}u;
  }
  var total = vec4<f32>();
  #for u in 0..UNROLL
  total += sum${u};
  #end
  Y[id.x] = dot(total, vec4(1.0));
}
