// Returns cap tanh(x / cap). A series is used for small x, for which 1 - exp would cancel, and one exponential for the
// rest; a driver's tanh may overflow.
fn softcapped(x: vec4<f32>, cap: f32) -> vec4<f32> {
  let share = x / cap;
  let square = share * share;
  let series = share * (1.0 + square * (-1.0 / 3.0 + square * (2.0 / 15.0 + square * (-17.0 / 315.0 +
    square * (62.0 / 2835.0)))));
  let e = exp(-2.0 * abs(share));
  return cap * select(sign(share) * ((1.0 - e) / (1.0 + e)), series, abs(share) < vec4(0.3));
}
