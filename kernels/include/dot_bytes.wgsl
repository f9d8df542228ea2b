// Returns the sum of the 16 products of two half blocks of signed bytes.
fn dotBytes(w: vec4<u32>, x: vec4<u32>) -> i32 {
  return dot4I8Packed(w.x, x.x) + dot4I8Packed(w.y, x.y) + dot4I8Packed(w.z, x.z) + dot4I8Packed(w.w, x.w);
}
