// dU[T, S R] = scale * dY[T, segment s] B[segment s, R]: the gradient at the low-rank activation.
// A lane owns one output and walks over the columns of its segment of dY. Grid (ceil(S R / LANES), T).
// Limit: bytes of B and dY.
struct Sizes { T: u32, N: u32, loraB: u32, segments: u32, bound1: u32, bound2: u32, scale: f32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> dY: array<f32>;
@group(0) @binding(1) var<storage, read> adapter: array<f32>;
@group(0) @binding(2) var<storage, read_write> dU: array<f32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let t = p.origin + group.y;
  let j = group.x * ${LANES}u + lane.x;
  if (j >= p.segments * ${RANK}u) { return; }
  let segment = j / ${RANK}u;
  let r = j % ${RANK}u;
  let bounds = array<u32, 4>(0u, min(p.bound1, p.N), min(p.bound2, p.N), p.N);
  var sum = 0.0;
  for (var n = bounds[segment]; n < bounds[segment + 1u]; n++) {
    sum += dY[t * p.N + n] * adapter[p.loraB + n * ${RANK}u + r];
  }
  dU[t * p.segments * ${RANK}u + j] = p.scale * sum;
}
