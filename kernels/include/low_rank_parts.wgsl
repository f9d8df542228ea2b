// Partial sums ("parts") of the low-rank activations X A^T of the next projections. The kernel that computes X stores
// them; each of its workgroups reads only the columns of A that match its own columns of X. The kernel that reads X
// adds the parts up (low_rank.wgsl).
// The summation order, which lora_shrink.wgsl shares (FORM across): K is divided into groups of 16. In each group, the
// first two elements of each vec4 are one part and the last two the other; each part is summed from its first element
// on. Then the two parts of a group are added; then every 64th group, in order; then every 16th of these sums; and last
// the remaining 16. If NEXT is 2, X is not normalized yet. It is multiplied by the norm's weight here; 1 / rms(X) and
// the scale are applied at the very end.
// nextParts[T, K / 16, 2, ranks], for rows that have an adapter.
@group(0) @binding(${NEXT_AT}) var<storage, read_write> nextParts: array<f32>;
#if NEXT == 2
@group(0) @binding(${NEXT_AT + 1}) var<storage, read> nextNorm: array<vec4<f32>>;
#end

// Returns part `half` of the group of X that begins at column `c` of this workgroup's outputs of row t, and at vec4 `k`
// of the row. Its terms of A begin at vec4 `a`.
fn partOf(t: u32, c: u32, half: u32, k: u32, a: u32) -> f32 {
  var sum = 0.0;
  #for i in 0..4
  {
    let at = c + ${i * 4}u + half * 2u;
    var x = vec2(outputAt(t, at), outputAt(t, at + 1u));
    #if NEXT == 2
    let weight = nextNorm[k + ${i}u];
    x *= select(weight.xy, weight.zw, half == 1u);
    #end
    let four = arena[a + ${i}u];
    let own = select(four.xy, four.zw, half == 1u);
    sum = fma(own.y, x.y, fma(own.x, x.x, sum));
  }
  #end
  return sum;
}
