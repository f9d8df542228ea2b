// Y[T, F] = silu(g) * u,  silu(x) = x / (1 + exp(-x));  G[T, 2 F] holds g then u in each row   (Shazeer 2020)
// One workgroup a row, lanes stride over F by 4 elements, or by int8 blocks of 32 that go to Q beside Y for the next
// product. Grid (1, T). Limit: bytes.
#if INT8
#include int8_block
#end
struct Sizes { F4: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> G: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> Y: array<vec4<f32>>;
#if INT8
@group(0) @binding(2) var<storage, read_write> Q: array<vec4<u32>>;
#end

fn gated(row: u32, f: u32) -> vec4<f32> {
  let g = G[2u * row + f];
  let u = G[2u * row + p.F4 + f];
  let y = g / (1.0 + exp(-g)) * u;
  Y[row + f] = y;
  return y;
}

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  let row = (p.origin + group.y) * p.F4;
  #if INT8
  for (var block = lane.x; block < p.F4 / 8u; block += ${LANES}u) {
    #for i in 0..8
    let x${i} = gated(row, block * 8u + ${i}u);
    #end
    let q = int8Block(x0, x1, x2, x3, x4, x5, x6, x7);
    let at = (row / 8u + block) * 3u;
    Q[at] = q.low;
    Q[at + 1u] = q.high;
    Q[at + 2u] = q.scales;
  }
  #else
  for (var f = lane.x; f < p.F4; f += ${LANES}u) { _ = gated(row, f); }
  #end
}
