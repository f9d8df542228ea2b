#include int8_head

// Largest magnitude that is stored: 127 times the largest scale.
const MOST = 65024.0;
// Stands for the magnitude of an element that is not finite.
const ENDLESS = 3.4e38;

// Quantizes a head of a key or a value to int8: scale max |x| / 127, rounded up to four significant bits, and integers
// round(x / scale). If an element of the head is not finite, the scale is NaN, so that later checks find it.
fn roundHead(t: u32, head: u32, lane: u32) {
  let first = (t * (p.H + 2u * p.K) + head) * ${E}u;
  var most = 0.0;
  for (var i = lane * 4u; i < ${E}u; i += ${LANES * 4}u) { most = max(most, largestOf(fourAt(first + i))); }
  most = rowMax(most, lane);
  // Smaller scales are not exact in f16.
  let least = bitcast<u32>(max(min(most, MOST) / 127.0, 0x1p-21));
  let scale = bitcast<f32>(select((least + 0xfffffu) & 0xfff00000u, 0x7fc00000u, most >= ENDLESS));
  #if CACHE
  let cached = rows[t].y * p.K + (head - p.H) % p.K;
  #end
  for (var i = lane * 4u; i < ${E}u; i += ${LANES * 4}u) {
    let bytes = pack4xI8(vec4<i32>(round(clamp(fourAt(first + i), vec4(-MOST), vec4(MOST)) / scale)));
    #if CACHE
    storeWord(head, (cached * ${E}u + i) / 4u, bytes);
    #else
    let four = numbersOf(bytes, scale);
    #for n in 0..4
    qkv[first + i + ${n}u] = four[${n}];
    #end
    #end
  }
  #if CACHE
  if (lane == 0u) { storeWord(head, p.scales + cached, bitcast<u32>(scale)); }
  #end
}

fn fourAt(at: u32) -> vec4<f32> { return vec4(qkv[at], qkv[at + 1u], qkv[at + 2u], qkv[at + 3u]); }

fn largestOf(x: vec4<f32>) -> f32 {
  let isFinite = (bitcast<vec4<u32>>(x) & vec4(0x7fffffffu)) < vec4(0x7f800000u);
  let four = select(vec4(ENDLESS), abs(x), isFinite);
  return max(max(four.x, four.y), max(four.z, four.w));
}

#if CACHE
fn storeWord(head: u32, at: u32, word: u32) {
  if (head < p.H + p.K) { kCache[at] = word; } else { vCache[at] = word; }
}
#end
