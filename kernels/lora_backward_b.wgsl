// dB[N, R] += dY[T, N]^T U[T, segment of n]: the gradient of LoRA's B, summed over the T tokens of a micro-batch.
// A lane owns one row of dB (R values in registers); dY is contiguous over lanes. Grid ceil(N / LANES).
// Limit: bytes of dY. U already carries the LoRA scale.
struct Sizes { T: u32, N: u32, loraB: u32, segments: u32, bound1: u32, bound2: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> dY: array<f32>;
@group(0) @binding(1) var<storage, read> U: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> grads: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let n = (p.origin + group.x) * ${LANES}u + lane.x;
  if (n >= p.N) { return; }
  let segment = u32(n >= p.bound1) + u32(n >= p.bound2);
  #for r in 0..RANK / 4
  var b${r} = vec4<f32>();
  #end
  for (var t = 0u; t < p.T; t++) {
    let d = dY[t * p.N + n];
    let u = (t * p.segments + segment) * ${RANK / 4}u;
    #for r in 0..RANK / 4
    b${r} += d * U[u + ${r}u];
    #end
  }
  let at = p.loraB + n * ${RANK / 4}u;
  #for r in 0..RANK / 4
  grads[at + ${r}u] += b${r};
  #end
}
