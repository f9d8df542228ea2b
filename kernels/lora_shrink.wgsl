// U[T, S R] = scale * X[T, K] A[S R, K]^T, A taken from the adapter slot of each row (none: U is left alone).
// The first half of LoRA for S projections that share X; the second half is the epilogue of matmul.wgsl.
// A lane owns one output; X is the same for all lanes. Grid (ceil(S R / LANES), T). Limit: bytes of A for few rows.
struct Sizes { T: u32, K4: u32, ranks: u32, loraA: u32, loraStride: u32, scale: f32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> arena: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> U: array<f32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let t = p.origin + group.y;
  let r = group.x * ${LANES}u + lane.x;
  let slot = rows[t].w;
  if (r >= p.ranks || slot == 0xffffffffu) { return; }
  let a = slot * p.loraStride + p.loraA + r * p.K4;
  let x = t * p.K4;
  var sum = 0.0;
  for (var k = 0u; k < p.K4; k++) {
    sum += dot(arena[a + k], X[x + k]);
  }
  U[t * p.ranks + r] = p.scale * sum;
}
