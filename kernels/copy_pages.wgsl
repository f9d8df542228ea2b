// K[goal PAGE + t] = K[source PAGE + t] for the first `tokens` tokens t of a page, and likewise for V. A forked
// sequence continues from these tokens.
// K and V are the cache of one layer, [P PAGE, N words] from vec4 first4 on; a page has page4 = PAGE N / 4 vec4. If N
// is not a multiple of 4, words that share a vec4 with the last token are copied too. No page is the source of one copy
// and the goal of another.
// A lane copies 4 words. Grid (ceil(PAGE N / 4 / LANES), M) for M copies. Limit: bytes.
struct Sizes { page4: u32, first4: u32 }
var<immediate> p: Sizes;
struct Copy { source: u32, goal: u32, tokens: u32 }
@group(0) @binding(0) var<storage, read> copies: array<Copy>;
@group(0) @binding(1) var<storage, read_write> K: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> V: array<vec4<u32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let copy = copies[group.y];
  let i = group.x * ${LANES}u + lane.x;
  if (i >= (copy.tokens * p.page4 + ${PAGE - 1}u) / ${PAGE}u) { return; }
  let goal = p.first4 + copy.goal * p.page4 + i;
  let source = p.first4 + copy.source * p.page4 + i;
  K[goal] = K[source];
  V[goal] = V[source];
}
