// Layout of a block of 32 activations x as int8, 16 words of Q: elements 0..15 and elements 16..31 (four int8 per
// word), the scale d = max |x| / 127 of each half, the sum of d q of each half, and the sum of squares of each half,
// for matmuls with NORM; q = round(x / d) (Dettmers et al. 2022, by blocks). There is a scale for every 16 elements
// because elements that share a scale with an outlier lose precision.
fn largest(x: vec4<f32>) -> f32 { return max(max(x.x, x.y), max(x.z, x.w)); }

// Stores x0 .. x3 as half block `half`, counted over all half blocks of Q.
fn storeInt8(half: u32, x0: vec4<f32>, x1: vec4<f32>, x2: vec4<f32>, x3: vec4<f32>, squares: f32) {
  let most = largest(max(max(abs(x0), abs(x1)), max(abs(x2), abs(x3))));
  let inverse = select(0.0, 127.0 / most, most > 0.0);
  var total = vec4<i32>();
  let at = half / 2u * 16u;
  let side = half % 2u;
  #for i in 0..4
  let q${i} = vec4<i32>(round(x${i} * inverse));
  total += q${i};
  Q[at + side * 4u + ${i}u] = pack4xI8(q${i});
  #end
  let d = most / 127.0;
  Q[at + 8u + side] = bitcast<u32>(d);
  Q[at + 10u + side] = bitcast<u32>(d * f32(total.x + total.y + total.z + total.w));
  Q[at + 12u + side] = bitcast<u32>(squares);
}
