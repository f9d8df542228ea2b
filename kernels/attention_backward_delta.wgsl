// delta[T, H] = sum over E of dO * O: the row term of the softmax gradient (FlashAttention-2, Dao 2023).
// A lane owns one (token, head); grid ceil(T H / LANES). Limit: bytes.
struct Sizes { count: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> O: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> dO: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> delta: array<f32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= p.count) { return; }
  var sum = 0.0;
  for (var e = 0u; e < ${E / 4}u; e++) {
    sum += dot(O[id.x * ${E / 4}u + e], dO[id.x * ${E / 4}u + e]);
  }
  delta[id.x] = sum;
}
