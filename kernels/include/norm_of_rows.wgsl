#include row_norm
// Leaves rstd of the rows t0 .. t0 + count of X in the first of `made`, workgroup memory of NORM times as many f32:
// lanes of the workgroup make what the NORM lanes of rmsnorm.wgsl do.
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
