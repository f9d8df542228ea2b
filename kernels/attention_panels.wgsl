// panels[planes, E / 16, padded, 16] of f16: the operands of the subgroup matrix products in the backward pass of
// attention, for kv heads first .. first + count - 1. Each kv head has planes of its G = H / K query heads, its keys,
// its values, and dO of its G heads, divided by their scale[T, H] (attention_backward_delta.wgsl). Any 16 consecutive
// rows are 512 contiguous bytes, from which a matrix is loaded directly. Rows past the last are 0.
// A lane converts 4 elements. Grid (ceil(padded / 16), count (2 G + 2) E / 16). Limit: bytes.
enable f16;
#include f16_range
#include power_of_two
struct Sizes { T: u32, H: u32, K: u32, padded: u32, first: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> qkv: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> dO: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> scale: array<f32>;
@group(0) @binding(3) var<storage, read_write> panels: array<vec4<f16>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let t = id.x / 4u;
  if (t >= p.padded) { return; }
  let heads = p.H / p.K;
  let plane = id.y / ${E / 16}u;
  let role = plane % (2u * heads + 2u);
  let kvHead = p.first + plane / (2u * heads + 2u);
  let at = id.y % ${E / 16}u * 4u + id.x % 4u;
  var x = vec4<f32>();
  if (t < p.T) {
    if (role < heads + 2u) {
      let head = select(p.H + (role - heads) * p.K + kvHead, kvHead * heads + role, role < heads);
      x = qkv[(t * (p.H + 2u * p.K) + head) * ${E / 4}u + at];
    } else {
      let head = t * p.H + kvHead * heads + role - heads - 2u;
      x = dO[head * ${E / 4}u + at] * inverseOf(scale[head]);
    }
  }
  panels[(id.y * p.padded + t) * 4u + id.x % 4u] = vec4<f16>(inF16Range(x));
}
