// Y[T, F] = silu(g) * u,  silu(x) = x / (1 + exp(-x));  G[T, 2 F] holds g then u in each row   (Shazeer 2020)
// ACTIVATION is the activation of g: silu, or gelu_pytorch_tanh (GeGLU, Gemma; include/gate_exponent.wgsl), or
// swigluoai (gpt-oss): Y = g s(1.702 g) * (u + 1), with g clamped to at most 7, u clamped to -7 .. 7, and s the
// logistic function.
// One workgroup per row; lanes stride over F, 4 elements at a time. Grid (1, T). Limit: bytes.
struct Sizes { F4: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> G: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Y: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let row = (p.origin + group.y) * p.F4;
  for (var f = lane.x; f < p.F4; f += ${LANES}u) {
    #if ACTIVATION == swigluoai
    let g = min(G[2u * row + f], vec4(7.0));
    let u = clamp(G[2u * row + p.F4 + f], vec4(-7.0), vec4(7.0)) + 1.0;
    #else
    let g = G[2u * row + f];
    let u = G[2u * row + p.F4 + f];
    #end
    #include gate_exponent
    Y[row + f] = g / (1.0 + exp(-z)) * u;
  }
}
