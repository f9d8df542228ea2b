// The norm of a row of X, which begins at vec4 `row` and has `fours` of them, by `lanes` lanes: rmsnorm.wgsl, and those
// that make it on their way (norm_of_rows.wgsl), with the same bits.
fn squaresOf(row: u32, fours: u32, lane: u32, lanes: u32) -> f32 {
  var sum = 0.0;
  for (var n = lane; n < fours; n += lanes) {
    let x = X[row + n];
    sum = chain(x, x, sum);
  }
  return sum;
}

fn rstdOf(squares: f32, fours: u32) -> f32 { return inverseSqrt(squares / f32(fours * 4u) + p.epsilon); }

fn normed(x: vec4<f32>, rstd: f32, weight: vec4<f32>) -> vec4<f32> { return x * rstd * weight; }
