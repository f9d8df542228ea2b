// Stores what becomes of the product of row t and column `column` of this shard, with SWIGLU of those of its gate and
// of its up, and returns it. Products come through workgroup memory, so that no compiler makes one operation of the
// norm before and of what is added here.
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
