// Parts of the low-rank activations X A^T of the projections that come next, left by the kernel that makes columns of
// their X: each workgroup reads the A of its columns alone, and what reads X adds the parts up (low_rank.wgsl).
// The order of sums, which lora_shrink.wgsl shares (FORM across): K in groups of 16, of which the first two elements of
// each four are one part, the others another, each added up from its first element on; then the two parts of a group;
// then every 64th group, in order; then every 16th of these sums, and last the 16 that are left. Where NEXT is 2, X is
// to be normed, and has the norm's weight here; 1 / rms(X), and the scale, come last of all.
// nextParts[T, K / 16, 2, ranks], of the rows that have an adapter.
@group(0) @binding(${NEXT_AT}) var<storage, read_write> nextParts: array<f32>;
#if NEXT == 2
@group(0) @binding(${NEXT_AT + 1}) var<storage, read> nextNorm: array<vec4<f32>>;
#end

// Part `half` of the group of X that begins at column `c` of what this workgroup has made of row t, and at vec4 `k` of
// the row; its terms of A begin at vec4 `a`.
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
