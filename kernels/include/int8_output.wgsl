// Computes the output of row t and column `column` of this shard from its product (with SWIGLU from the products of
// gate and up), stores it and returns it. Products come through workgroup memory, so that no compiler fuses the
// multiplication by the norm with the additions here.
fn finished(t: u32, column: u32, product: f32, up: f32) -> f32 {
  let n = p.offsetY + column;
  let at = t * p.strideY + n;
  #if SWIGLU
  let y = gated(t, n, product, up);
  #else
  var y = completed(t, n, product);
  #if ADD
  y += Y[at];
  #end
  #end
  Y[at] = y;
  return y;
}
