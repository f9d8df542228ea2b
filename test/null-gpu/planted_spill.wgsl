// A kernel that spills on every GPU: all of its 512 numbers a lane are wanted in each turn of a loop.
//
// Grid (1)
// Limit: registers
@group(0) @binding(0) var<storage, read> X: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> Y: array<vec4f>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
#for i in 0..128
  let x${i} = X[lane * 128u + ${i}u];
#end
  var sum = Y[lane];
  for (var turn = 0u; turn < arrayLength(&Y); turn++) {
#for i in 0..128
    sum = fma(sum, x${i}, x${127 - i});
#end
  }
  Y[lane] = sum;
}
