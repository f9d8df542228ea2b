// dg = dY * u * s (1 + g (1 - s)),  du = dY * g s,  s = sigmoid(g);  G and dG are [T, 2 F], g then u in each row.
// With ACTIVATION gelu_pytorch_tanh s = sigmoid(z) (include/gate_exponent.wgsl) and dg = dY * u * s (1 + g z' (1 - s)).
// The same holds for swigluoai, with u = up + 1. Clamped values have no gradient.
// One workgroup per row; lanes stride over F, 4 elements of each half at a time. Grid (1, T). Limit: bytes.
struct Sizes { F4: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> G: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> dY: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> dG: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let row = (p.origin + group.y) * p.F4;
  for (var f = lane.x; f < p.F4; f += ${LANES}u) {
    let at = 2u * row + f;
    #if ACTIVATION == swigluoai
    let g = min(G[at], vec4(7.0));
    let up = G[at + p.F4];
    let u = clamp(up, vec4(-7.0), vec4(7.0)) + 1.0;
    #else
    let g = G[at];
    let u = G[at + p.F4];
    #end
    #include gate_exponent
    let s = 1.0 / (1.0 + exp(-z));
    let dy = dY[row + f];
    #if ACTIVATION == gelu_pytorch_tanh
    dG[at] = dy * u * s * (1.0 + g * (1.5957691216057308 + 0.21406444881780074 * g * g) * (1.0 - s));
    #else
    #if ACTIVATION == swigluoai
    dG[at] = select(vec4<f32>(), dy * u * s * (1.0 + 1.702 * g * (1.0 - s)), G[at] <= vec4(7.0));
    #else
    dG[at] = dy * u * s * (1.0 + g * (1.0 - s));
    #end
    #end
    #if ACTIVATION == swigluoai
    dG[at + p.F4] = select(vec4<f32>(), dy * g * s, abs(up) <= vec4(7.0));
    #else
    dG[at + p.F4] = dy * g * s;
    #end
  }
}
