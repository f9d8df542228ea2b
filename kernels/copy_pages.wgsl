// K[goal PAGE + t] = K[source PAGE + t] for the first `tokens` tokens t of a page, V alike: what forks go on from.
// K and V are one layer's cache, [P PAGE, N words]. No page is the source of one copy and the goal of another.
// A lane owns 4 words; grid (ceil(PAGE N / 4 / LANES), M) for M copies. Limit: bytes.
struct Sizes { N4: u32 }
var<immediate> p: Sizes;
struct Copy { source: u32, goal: u32, tokens: u32 }
@group(0) @binding(0) var<storage, read> copies: array<Copy>;
@group(0) @binding(1) var<storage, read_write> K: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> V: array<vec4<u32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let copy = copies[group.y];
  let i = group.x * ${LANES}u + lane.x;
  if (i >= copy.tokens * p.N4) { return; }
  let page = ${PAGE}u * p.N4;
  K[copy.goal * page + i] = K[copy.source * page + i];
  V[copy.goal * page + i] = V[copy.source * page + i];
}
