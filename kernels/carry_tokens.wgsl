// tokens[place[i]] = sampled[row[i]].token: a step starts from the tokens that the step before it sampled, which the
// host has not read yet.
// A lane copies one token. Grid (ceil(M / LANES)). Limit: bytes, 12 M.
struct Sizes { M: u32 }
var<immediate> p: Sizes;
struct Carried { place: u32, row: u32 }
struct Sampled { token: u32, logp: f32, lse: f32, rank: u32 }
@group(0) @binding(0) var<storage, read> carried: array<Carried>;
@group(0) @binding(1) var<storage, read> sampled: array<Sampled>;
@group(0) @binding(2) var<storage, read_write> tokens: array<u32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= p.M) { return; }
  tokens[carried[id.x].place] = sampled[carried[id.x].row].token;
}
