#include row_norm
// Computes rstd of rows t0 .. t0 + count - 1 of X into the first elements of `made`, which is workgroup memory of NORM
// count f32. The `workers` lanes of the workgroup do the work of the NORM lanes of rmsnorm.wgsl, in the same order.
fn makeNorms(t0: u32, count: u32, fours: u32, lane: u32, workers: u32) {
  for (var i = lane; i < count * ${NORM}u; i += workers) {
    made[i % ${NORM}u * count + i / ${NORM}u] = squaresOf((t0 + i / ${NORM}u) * fours, fours, i % ${NORM}u, ${NORM}u);
  }
  workgroupBarrier();
  var squares = 0.0;
  if (lane < count) {
    for (var l = 0u; l < ${NORM}u; l++) { squares += made[l * count + lane]; }
  }
  workgroupBarrier();
  if (lane < count) { made[lane] = rstdOf(squares, fours); }
  workgroupBarrier();
}
