// One block of 32 activations x0 .. x7 as int8, three vec4<u32>: elements 0..15, elements 16..31 (four int8 a word), then
// the scale d = max |x| / 127 of each half and the sum of d q; q = round(x / d)   (Dettmers et al. 2022, by blocks).
// A scale for every 16, because what shares one with an outlier loses its bits.
struct Int8Block { low: vec4<u32>, high: vec4<u32>, scales: vec4<u32> }

fn largest(x: vec4<f32>) -> f32 { return max(max(x.x, x.y), max(x.z, x.w)); }

fn total(q: vec4<i32>) -> f32 { return f32(q.x + q.y + q.z + q.w); }

fn int8Block(
  x0: vec4<f32>, x1: vec4<f32>, x2: vec4<f32>, x3: vec4<f32>,
  x4: vec4<f32>, x5: vec4<f32>, x6: vec4<f32>, x7: vec4<f32>,
) -> Int8Block {
  let most = vec2(
    largest(max(max(abs(x0), abs(x1)), max(abs(x2), abs(x3)))),
    largest(max(max(abs(x4), abs(x5)), max(abs(x6), abs(x7)))),
  );
  let inverse = select(vec2(0.0), 127.0 / most, most > vec2(0.0));
  #for i in 0..4
  let q${i} = vec4<i32>(round(x${i} * inverse.x));
  let q${i + 4} = vec4<i32>(round(x${i + 4} * inverse.y));
  #end
  let d = most / 127.0;
  let sum = d.x * total(q0 + q1 + q2 + q3) + d.y * total(q4 + q5 + q6 + q7);
  return Int8Block(
    vec4(pack4xI8(q0), pack4xI8(q1), pack4xI8(q2), pack4xI8(q3)),
    vec4(pack4xI8(q4), pack4xI8(q5), pack4xI8(q6), pack4xI8(q7)),
    bitcast<vec4<u32>>(vec4(d, sum, 0.0)),
  );
}
