// delta[T, H] = sum over E of dO * O: the per-row term of the softmax gradient (FlashAttention-2, Dao 2023).
// SCALED also computes scale[T, H], the power of two at or below the largest |dO| of the row. dO divided by scale is in
// f16's range. delta is then computed from dO that is scaled and rounded to f16, because it has to cancel terms that
// are computed from the rounded dO.
// A lane computes one (token, head). Grid (ceil(T H / LANES)). Limit: bytes.
// E4 is E / 4, a bound of loops that must not be unrolled.
struct Sizes { count: u32, E4: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> O: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> dO: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> delta: array<f32>;
#if SCALED
#include power_of_two
@group(0) @binding(3) var<storage, read_write> scale: array<f32>;
#end

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= p.count) { return; }
  #if SCALED
  var most = vec4<f32>();
  for (var e = 0u; e < p.E4; e++) { most = max(most, abs(dO[id.x * ${E / 4}u + e])); }
  let exponent = powerBitsOf(max(max(most.x, most.y), max(most.z, most.w)));
  // Rows that are zero or nearly zero get 2^-120.
  let power = bitcast<f32>(clamp(exponent, 7u << 23u, 247u << 23u));
  scale[id.x] = power;
  #end
  var sum = 0.0;
  for (var e = 0u; e < p.E4; e++) {
    #if SCALED
    let gradient = quantizeToF16(dO[id.x * ${E / 4}u + e] * inverseOf(power)) * power;
    #else
    let gradient = dO[id.x * ${E / 4}u + e];
    #end
    sum += dot(O[id.x * ${E / 4}u + e], gradient);
  }
  delta[id.x] = sum;
}
