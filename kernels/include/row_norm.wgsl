// RMSNorm of a row of X that begins at vec4 `row` and has `fours` vec4, by `lanes` lanes. rmsnorm.wgsl and the kernels
// that normalize X themselves (norm_of_rows.wgsl) share it, so they agree to the bit.
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
