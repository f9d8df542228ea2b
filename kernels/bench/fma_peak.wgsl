// Measures the peak rate of FMAs: CHAINS independent chains in registers, 8 FMAs of each per iteration, no memory
// access except one store at the end. FLOPs: 16 CHAINS rounds per lane. Grid (workgroups). For the roofline only.
struct Sizes { rounds: u32, seed: f32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read_write> Y: array<f32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let a = p.seed + f32(id.x) * 1e-9;
  #for c in 0..CHAINS
  var y${c} = f32(id.x) + ${c}.0;
  #end
  for (var i = p.rounds; i > 0u; i--) {
    #for turn in 0..8
    #for c in 0..CHAINS
    y${c} = fma(y${c}, a, 0.5);
    #end
    #end
  }
  var sum = 0.0;
  #for c in 0..CHAINS
  sum += y${c};
  #end
  Y[id.x] = sum;
}
