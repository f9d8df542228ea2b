// Q[M, K / 32] from X[M, K] in blocks of 32 along K: d = max |x| / 127 of each half, q = round(x / d), and the sum of d q
// beside them for weights with a minimum   (Dettmers et al. 2022, by blocks). A scale for every 16, because what shares
// one with an outlier loses its bits: the logits of SmolLM2 come nearer, at the price of one multiplication.
// A block is 3 vec4<u32>: elements 0..15, elements 16..31 (four int8 a word), then both scales and the sum as f32.
// A lane makes one block; grid (ceil(M K / 32 / LANES)) folded into x and y. Limit: bytes (X read, a quarter written).
struct Sizes { blocks: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Q: array<vec4<u32>>;

fn largest(x: vec4<f32>) -> f32 { return max(max(x.x, x.y), max(x.z, x.w)); }

fn inverse(most: f32) -> f32 { return select(0.0, 127.0 / most, most > 0.0); }

fn total(q: vec4<i32>) -> f32 { return f32(q.x + q.y + q.z + q.w); }

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let block = (group.x + group.y * 65535u) * ${LANES}u + lane.x;
  if (block >= p.blocks) { return; }
  #for i in 0..8
  let x${i} = X[block * 8u + ${i}u];
  #end
  let low = largest(max(max(abs(x0), abs(x1)), max(abs(x2), abs(x3))));
  let high = largest(max(max(abs(x4), abs(x5)), max(abs(x6), abs(x7))));
  #for i in 0..4
  let q${i} = vec4<i32>(round(x${i} * inverse(low)));
  let q${i + 4} = vec4<i32>(round(x${i + 4} * inverse(high)));
  #end
  let d = vec2(low, high) / 127.0;
  let sum = d.x * total(q0 + q1 + q2 + q3) + d.y * total(q4 + q5 + q6 + q7);
  Q[block * 3u] = vec4(pack4xI8(q0), pack4xI8(q1), pack4xI8(q2), pack4xI8(q3));
  Q[block * 3u + 1u] = vec4(pack4xI8(q4), pack4xI8(q5), pack4xI8(q6), pack4xI8(q7));
  Q[block * 3u + 2u] = bitcast<vec4<u32>>(vec4(d, sum, 0.0));
}
