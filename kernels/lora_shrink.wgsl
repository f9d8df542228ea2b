// U[T, S R] = scale * X[T, K] A[S R, K]^T, A taken from the adapter slot of each row (none: U is left alone).
// The first half of LoRA for S projections that share X; the second half is the epilogue of matmul.wgsl.
// A lane owns one output; X is the same for all lanes. Grid (ceil(S R / LANES), T).
// SINGLE: all rows have slot 0, and a workgroup is a subgroup of 8: a lane owns 8 outputs of one row, and loads one row
// of A in eight for the others. Grid (ceil(S R / 8), ceil(T / 8)). Both add up over K in the same order.
// Limit: bytes of A for few rows, FLOPs (2 T S R K) for many.
#if SINGLE
enable subgroups;
#end
struct Sizes { T: u32, K4: u32, ranks: u32, loraA: u32, loraStride: u32, scale: f32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> arena: array<vec4<f32>>;
#if SINGLE
@group(0) @binding(3) var<storage, read_write> U: array<vec4<f32>>;
#else
@group(0) @binding(3) var<storage, read_write> U: array<f32>;
#end

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  #if SINGLE
  let t = (p.origin + group.y) * 8u + lane.x;
  let x = min(t, p.T - 1u) * p.K4;
  let a = p.loraA + min(group.x * 8u + lane.x, p.ranks - 1u) * p.K4;
  #for r in 0..8
  var sum${r} = 0.0;
  #end
  for (var k = 0u; k < p.K4; k++) {
    let own = arena[a + k];
    let four = X[x + k];
    #for r in 0..8
    sum${r} += dot(subgroupBroadcast(own, ${r}u), four);
    #end
  }
  if (t >= p.T) { return; }
  let at = (t * p.ranks + group.x * 8u) / 4u;
  U[at] = p.scale * vec4(sum0, sum1, sum2, sum3);
  if (group.x * 8u + 4u < p.ranks) { U[at + 1u] = p.scale * vec4(sum4, sum5, sum6, sum7); }
  #else
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
  #end
}
