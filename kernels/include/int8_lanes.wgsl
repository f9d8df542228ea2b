// Stores half a block of Q (int8_block.wgsl) from lanes of one subgroup that hold MADE neighbouring values each. It
// needs no barrier, which would cost a CPU adapter more than the rest of the function. Every lane must call this, and
// the lanes of a half must agree on `inside`.
fn storeInt8Lanes(half: u32, lane: u32, x: array<f32, ${MADE}>, squares: f32, inside: bool) {
  #if MADE == 4
  let four = vec4(x[0], x[1], x[2], x[3]);
  let part = lane % 4u;
  #else
  let two = vec2(x[0], x[1]);
  // The even lane stores the word.
  let four = vec4(two, subgroupShuffleXor(two, 1u));
  let part = lane / 2u;
  #end
  var most = largest(abs(four));
  #if MADE == 4
  most = max(most, subgroupShuffleXor(most, 1u));
  most = max(most, subgroupShuffleXor(most, 2u));
  #else
  most = max(most, subgroupShuffleXor(most, 2u));
  most = max(most, subgroupShuffleXor(most, 4u));
  #end
  let quants = vec4<i32>(round(four * select(0.0, 127.0 / most, most > 0.0)));
  var total = quants.x + quants.y + quants.z + quants.w;
  var sum = squares;
  #if MADE == 4
  total += subgroupShuffleXor(total, 1u);
  total += subgroupShuffleXor(total, 2u);
  sum += subgroupShuffleXor(sum, 1u);
  sum += subgroupShuffleXor(sum, 2u);
  let stores = inside;
  #else
  total += subgroupShuffleXor(total, 2u);
  total += subgroupShuffleXor(total, 4u);
  let stores = inside && lane % 2u == 0u;
  #end
  if (!stores) { return; }
  let at = half / 2u * 16u;
  let side = half % 2u;
  Q[at + side * 4u + part] = pack4xI8(quants);
  if (part > 0u) { return; }
  let d = most / 127.0;
  Q[at + 8u + side] = bitcast<u32>(d);
  Q[at + 10u + side] = bitcast<u32>(d * f32(total));
  Q[at + 12u + side] = bitcast<u32>(sum);
}
