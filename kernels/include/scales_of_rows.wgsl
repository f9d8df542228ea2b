#include scale_of_row
// Computes the scales of rows t0 .. t0 + count - 1 of X into the first elements of `made`, workgroup memory of 1024
// f32. They equal those of row_scale.wgsl, because a maximum does not depend on the order. The lanes share the work of
// 32 lanes per row, for up to 16 rows. With NORM the first elements of `made` hold the rows' rstd on entry.
fn makeScales(t0: u32, count: u32, fours: u32, lane: u32, workers: u32) {
  #if NORM
  let first = 512u;
  #else
  let first = 0u;
  #end
  for (var i = lane; i < count * 32u; i += workers) {
    let row = i / 32u;
    var own = 0.0;
    for (var k = i % 32u; k < fours; k += 32u) {
      #if MERGED
      let read = merged[(t0 + row) * fours + k];
      #else
      let read = X[(t0 + row) * fours + k];
      #end
      #if NORM
      let four = abs(normed(read, made[row], norm[k]));
      #else
      let four = abs(read);
      #end
      own = max(own, max(max(four.x, four.y), max(four.z, four.w)));
    }
    made[first + i % 32u * count + row] = own;
  }
  workgroupBarrier();
  var most = 0.0;
  if (lane < count) {
    for (var l = 0u; l < 32u; l++) { most = max(most, made[first + l * count + lane]); }
  }
  workgroupBarrier();
  if (lane < count) { made[lane] = scaleOfRow(most); }
  workgroupBarrier();
}
