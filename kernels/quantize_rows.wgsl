// Q[M, K / 32] from X[M, K] in blocks of 32 along K: d = max |x| / 127, q = round(x / d), and d sum(q) beside them for
// weights with a minimum   (the activations' side of Q8_1, Dettmers et al. 2022 by blocks)
// A block is 3 vec4<u32>: elements 0..15, elements 16..31 (four int8 a word), then d and d sum(q) as f32.
// A lane makes one block; grid (ceil(M K / 32 / LANES)) folded into x and y. Limit: bytes (X read, a quarter written).
struct Sizes { blocks: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Q: array<vec4<u32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let block = (group.x + group.y * 65535u) * ${LANES}u + lane.x;
  if (block >= p.blocks) { return; }
  #for i in 0..8
  let x${i} = X[block * 8u + ${i}u];
  #end
  var most = abs(x0);
  #for i in 1..8
  most = max(most, abs(x${i}));
  #end
  let largest = max(max(most.x, most.y), max(most.z, most.w));
  let d = largest / 127.0;
  let inverse = select(0.0, 127.0 / largest, largest > 0.0);
  #for i in 0..8
  let q${i} = vec4<i32>(round(x${i} * inverse));
  #end
  let sums = q0 + q1 + q2 + q3 + q4 + q5 + q6 + q7;
  let sum = f32(sums.x + sums.y + sums.z + sums.w);
  Q[block * 3u] = vec4(pack4xI8(q0), pack4xI8(q1), pack4xI8(q2), pack4xI8(q3));
  Q[block * 3u + 1u] = vec4(pack4xI8(q4), pack4xI8(q5), pack4xI8(q6), pack4xI8(q7));
  Q[block * 3u + 2u] = vec4(bitcast<vec2<u32>>(vec2(d, d * sum)), 0u, 0u);
}
