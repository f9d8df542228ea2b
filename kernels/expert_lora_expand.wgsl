// Y[T, parts, C, N] += U[T, C, parts R] B[e]^T, where e is the expert of choice c of token t. B[e], [parts N, R], is
// from the adapter slot of the token; without a slot Y is unchanged. Second half of LoRA on experts, after
// expert_matmul.wgsl. A lane computes one element. Grid (ceil(parts N / LANES), T, C). Limit: bytes of B.
struct Sizes { N: u32, parts: u32, choices: u32, loraB: u32, loraStride: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> U: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> chosen: array<u32>;
@group(0) @binding(3) var<storage, read> arena: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> Y: array<f32>;
#include chain
#include pair_part

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let t = p.origin + group.y;
  let pair = t * p.choices + group.z;
  let row = group.x * ${LANES}u + local.x;
  let slot = rows[t].w;
  if (row >= p.parts * p.N || slot == 0xffffffffu) { return; }
  let part = row / p.N;
  let u = (pair * p.parts + part) * ${RANK / 4}u;
  let b = slot * p.loraStride + p.loraB + (chosen[pair] * p.parts * p.N + row) * ${RANK / 4}u;
  var sum = 0.0;
  for (var r = 0u; r < ${RANK / 4}u; r++) { sum = chain(arena[b + r], U[u + r], sum); }
  Y[pairPart(pair, part) + row % p.N] += sum;
}
