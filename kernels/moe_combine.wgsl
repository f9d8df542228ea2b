// Y[T, D] (+)= sum over c of weights[T, C] Z[T, C, D], added from the first chosen expert to the last. Without WEIGHTED
// each weight is 1. A lane computes 4 elements. Grid (ceil(D / 4 / LANES), T). Limit: bytes.
struct Sizes { D4: u32, choices: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> Z: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Y: array<vec4<f32>>;
#if WEIGHTED
@group(0) @binding(2) var<storage, read> weights: array<f32>;
#end

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= p.D4) { return; }
  let first = (p.origin + id.y) * p.choices;
  var sum = vec4<f32>();
  for (var c = 0u; c < p.choices; c++) {
    let z = Z[(first + c) * p.D4 + id.x];
    #if WEIGHTED
    sum = fma(vec4(weights[first + c]), z, sum);
    #else
    sum += z;
    #end
  }
  let at = (p.origin + id.y) * p.D4 + id.x;
  #if ADD
  Y[at] += sum;
  #else
  Y[at] = sum;
  #end
}
