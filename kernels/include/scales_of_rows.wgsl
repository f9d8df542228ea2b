#include scale_of_row
// Leaves in the first of `made`, workgroup memory of 1024 f32, by what the rows t0 .. t0 + count of X are divided: as
// row_scale.wgsl has it, for the largest of numbers is the same in whatever order it is found. Each of up to 16 rows
// has 32 lanes in turn. Where they are normed on their way, the first of `made` are their rstd before.
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
