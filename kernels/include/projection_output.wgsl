// Output of every projection Y[T, N] = X[T, K] W[N, K]^T, with the bias and LoRA terms that are added to the product.
// `p` is the kernel's sizes.
// LoRA: row t uses the adapter in slot rows[t].w of the arena, or none. S projections that share X (q, k, v) are
// adjacent in N, divided at bound1 and bound2. W may be a shard, for columns offsetY .. offsetY + N - 1 of Y. If LORA
// is 2, the kernel has computed the low-rank activations U in workgroup memory (low_rank.wgsl). ONE_ADAPTER: all rows
// use slot 0, and the kernel computes the LoRA term of a tile itself; it requires WHOLE. CHAINED: sums have a fixed
// order, for kernels that agree to the bit. WHOLE: rows of Y, the columns of W and the bounds are multiples of 4, so
// that Y is stored as vec4.
#if WHOLE
@group(0) @binding(2) var<storage, read_write> Y: array<vec4<f32>>;
#else
@group(0) @binding(2) var<storage, read_write> Y: array<f32>;
#end
#if BIAS
@group(0) @binding(3) var<storage, read> bias: array<f32>;
#end
#if CHAINED
#include chain
#end
#if LORA
@group(0) @binding(${BIAS + 3}) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(${BIAS + 4}) var<storage, read> arena: array<vec4<f32>>;
@group(0) @binding(${BIAS + 5}) var<storage, read> U: array<vec4<f32>>;

fn segmentOf(n: u32) -> u32 { return u32(n >= p.bound1) + u32(n >= p.bound2); }

fn lora(t: u32, n: u32) -> f32 {
  let slot = rows[t].w;
  if (slot == 0xffffffffu) { return 0.0; }
  let b = slot * p.loraStride + p.loraB + n * ${RANK / 4}u;
  let u = (t * p.segments + segmentOf(n)) * ${RANK / 4}u;
  var sum = 0.0;
  #for r in 0..RANK / 4
  #if CHAINED
  #if LORA == 2
  sum = chain(arena[b + ${r}u], lowRank[u + ${r}u], sum);
  #else
  sum = chain(arena[b + ${r}u], U[u + ${r}u], sum);
  #end
  #else
  sum += dot(arena[b + ${r}u], U[u + ${r}u]);
  #end
  #end
  return sum;
}
#end

// Returns `product`, of row t and column n of the whole matrix, plus its bias and LoRA terms.
fn completed(t: u32, n: u32, product: f32) -> f32 {
  var y = product;
  #if BIAS
  y += bias[n];
  #end
  #if LORA
  y += lora(t, n);
  #end
  return y;
}

#if SWIGLU
// Returns silu(gate) * up of row t and column n, from their products. ACTIVATION is the activation of the gate.
fn gated(t: u32, n: u32, gate: f32, up: f32) -> f32 {
  let g = completed(t, n, gate);
  #include gate_exponent
  return g / (1.0 + exp(-z)) * completed(t, n + p.N, up);
}
#end

#if WHOLE
#else
// Stores the output of row t and column `column` of this shard, from its product. Returns the new element of Y.
// Elements outside T x N are not written.
fn store(t: u32, column: u32, product: f32) -> f32 {
  if (t >= p.T || column >= p.N) { return 0.0; }
  let n = p.offsetY + column;
  let at = t * p.strideY + n;
  var y = completed(t, n, product);
  #if ADD
  y += Y[at];
  #end
  Y[at] = y;
  return y;
}
#end
