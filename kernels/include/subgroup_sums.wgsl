// subgroupTop and subgroupTotal return the maximum and the sum over the 8 lanes of a subgroup, to every lane. They
// combine pairs, then fours, then all.
fn subgroupTop(own: f32, lane: u32) -> f32 {
  let pair = max(own, subgroupShuffle(own, lane ^ 1u));
  let four = max(pair, subgroupShuffle(pair, lane ^ 2u));
  return max(four, subgroupShuffle(four, lane ^ 4u));
}

fn subgroupTotal(own: f32, lane: u32) -> f32 {
  let pair = own + subgroupShuffle(own, lane ^ 1u);
  let four = pair + subgroupShuffle(pair, lane ^ 2u);
  return four + subgroupShuffle(four, lane ^ 4u);
}
