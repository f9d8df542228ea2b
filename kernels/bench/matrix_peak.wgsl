// Measures the peak rate of subgroup matrices: CHAINS independent sums [M, N] of f32 per subgroup. Each adds the
// product of the same f16 matrices [M, K] and [K, N] once per iteration. FLOPs: 2 M N K CHAINS rounds per subgroup.
// Grid (workgroups). For the roofline only.
enable f16;
enable subgroups;
enable chromium_experimental_subgroup_matrix;
struct Sizes { rounds: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> A: array<f16>;
@group(0) @binding(1) var<storage, read> B: array<f16>;
@group(0) @binding(2) var<storage, read_write> Y: array<f32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>) {
  let a = subgroupMatrixLoad<subgroup_matrix_left<f16, ${K}, ${M}>, row_major>(&A, 0u, ${K}u);
  let b = subgroupMatrixLoad<subgroup_matrix_right<f16, ${N}, ${K}>, row_major>(&B, 0u, ${N}u);
  #for c in 0..CHAINS
  var sum${c}: subgroup_matrix_result<f32, ${N}, ${M}>;
  #end
  for (var i = p.rounds; i > 0u; i--) {
    #for c in 0..CHAINS
    sum${c} = subgroupMatrixMultiplyAccumulate(a, b, sum${c});
    #end
  }
  #for c in 0..CHAINS
  subgroupMatrixStore<row_major>(&Y, (group.x * ${CHAINS}u + ${c}u) * ${M * N}u, sum${c}, ${N}u);
  #end
}
