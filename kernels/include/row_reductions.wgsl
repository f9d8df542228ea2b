// Reductions over the lanes of a workgroup, which stride over a row; all lanes get the same bits. With SUBGROUP the
// workgroup is a subgroup of 8, whose lanes exchange values. Otherwise a tree reduction goes through 20 LANES bytes of
// workgroup memory.
#if SUBGROUP
fn rowSum(own: vec4<f32>, lane: u32) -> vec4<f32> {
  let pair = own + subgroupShuffleXor(own, 1u);
  let four = pair + subgroupShuffleXor(pair, 2u);
  return four + subgroupShuffleXor(four, 4u);
}

fn rowMax(own: f32, lane: u32) -> f32 {
  let pair = max(own, subgroupShuffleXor(own, 1u));
  let four = max(pair, subgroupShuffleXor(pair, 2u));
  return max(four, subgroupShuffleXor(four, 4u));
}

struct Best { value: f32, index: u32 }

fn betterOf(own: Best, mask: u32) -> Best {
  let other = Best(subgroupShuffleXor(own.value, mask), subgroupShuffleXor(own.index, mask));
  if (other.value > own.value || (other.value == own.value && other.index < own.index)) { return other; }
  return own;
}

// Returns the index of the largest value, or the lowest index of equal ones. With NaNs the lanes may disagree, so all
// take the result of lane 0.
fn rowArgmax(value: f32, index: u32, lane: u32) -> u32 {
  return subgroupBroadcast(betterOf(betterOf(betterOf(Best(value, index), 1u), 2u), 4u).index, 0u);
}
#else
var<workgroup> laneFour: array<vec4<f32>, ${LANES}>;
var<workgroup> laneIndex: array<u32, ${LANES}>;

fn rowSum(own: vec4<f32>, lane: u32) -> vec4<f32> {
  laneFour[lane] = own;
  for (var half = ${LANES / 2}u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { laneFour[lane] += laneFour[lane + half]; }
  }
  return workgroupUniformLoad(&laneFour[0]);
}

fn rowMax(own: f32, lane: u32) -> f32 {
  laneFour[lane].x = own;
  for (var half = ${LANES / 2}u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { laneFour[lane].x = max(laneFour[lane].x, laneFour[lane + half].x); }
  }
  return workgroupUniformLoad(&laneFour[0]).x;
}

// Returns the index of the largest value, or the lowest index of equal ones.
fn rowArgmax(value: f32, index: u32, lane: u32) -> u32 {
  laneFour[lane].x = value;
  laneIndex[lane] = index;
  for (var half = ${LANES / 2}u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) {
      let other = laneFour[lane + half].x;
      let better = other > laneFour[lane].x;
      if (better || (other == laneFour[lane].x && laneIndex[lane + half] < laneIndex[lane])) {
        laneFour[lane].x = other;
        laneIndex[lane] = laneIndex[lane + half];
      }
    }
  }
  return workgroupUniformLoad(&laneIndex[0]);
}
#end
