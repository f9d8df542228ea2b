// Reduces each part of PART logits of y[B, V] for sample.wgsl: parts[B, ceil(V / PART)] (include/sampling.wgsl).
// Only GPUs split rows: one workgroup per row would leave most of the GPU idle.
// One workgroup per part; a lane reads PART / LANES logits. Workgroup memory: 20 LANES bytes. Grid (ceil(V / PART), B).
// Limit: bytes of y, one pass.
struct Sizes { V: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> params: array<Params>;
@group(0) @binding(1) var<storage, read> y: array<f32>;
@group(0) @binding(2) var<storage, read_write> parts: array<Part>;
#include row_reductions
#include sampling

@compute @workgroup_size(${LANES})
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
) {
  let lane = local.x;
  let s = params[group.y];
  let row = group.y * p.V;
  let first = group.x * ${PART}u + lane;
  // Issues all loads at once. Indices past the row are clamped to its last logit, which changes neither top nor least.
  #for i in 0..PART / LANES
  let v${i} = min(first + ${i * LANES}u, p.V - 1u);
  let y${i} = y[row + v${i}];
  #end
  var top = y0;
  var token = v0;
  var least = 3e38;
  #for i in 0..PART / LANES
  if (y${i} > top) { top = y${i}; token = v${i}; }
  if (y${i} > LEAST) { least = min(least, y${i}); }
  #end
  token = rowArgmax(top, token, lane);
  // Keeps the top finite, so that differences from it are not NaN if no token of the part has any probability.
  top = max(y[row + token], -3e38);
  let sharpness = select(0.0, 1.0 / s.temperature, s.temperature > 0.0);
  var masses = vec4<f32>();
  #for i in 0..PART / LANES
  if (first + ${i * LANES}u < p.V) { masses += vec4(exp(y${i} - top), exp((y${i} - top) * sharpness), 0.0, 0.0); }
  #end
  masses = rowSum(masses, lane);
  least = -rowMax(-least, lane);
  var drawn = masses.y;
  if (s.temperature > 0.0 && !cuts(s)) {
    var luckiest = -3e38;
    #for i in 0..PART / LANES
    luckiest = max(luckiest, (y${i} - top) * sharpness + gumbel(s, v${i}));
    #end
    drawn = rowMax(luckiest, lane);
  }
  if (lane == 0u) { parts[group.y * groups.x + group.x] = Part(top, token, least, masses.x, drawn); }
}
