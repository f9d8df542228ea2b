// U[T, S R] = scale * X[T, K] A[S R, K]^T, with A from the adapter slot of each row; without a slot U is not written.
// First half of LoRA for S projections that share X; the second half is the epilogue of matmul.wgsl.
// FORM across: a workgroup computes 8 ranks of ROWS rows, in the summation order of include/low_rank_parts.wgsl. If
// ROWS > 1, the rows must share A. A lane computes one of 64 partial sums, for 4 ranks. Grid (ceil(S R / 8),
// ceil(T / ROWS)).
// FORM down: a lane computes one output; X is the same for all lanes. Grid (ceil(S R / LANES), T).
// FORM shared: all rows have slot 0, and a workgroup is a subgroup of 8. A lane computes 8 outputs of one row. It loads
// every eighth row of A, and the others read it from its registers. The summation order is that of `down`.
// Grid (ceil(S R / 8), ceil(T / 8)).
// NORM: the rows of X are normalized here. X is multiplied by the weight first, and the sums by 1 / rms(X) at the end,
// which is computed as in rmsnorm.wgsl with NORM lanes.
// No sum depends on T. Limit: bytes of A for few rows, FLOPs (2 T S R K) for many.
#if FORM == shared
enable subgroups;
#end
struct Sizes { T: u32, K4: u32, ranks: u32, loraA: u32, loraStride: u32, scale: f32, epsilon: f32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> arena: array<vec4<f32>>;
#if FORM == down
@group(0) @binding(3) var<storage, read_write> U: array<f32>;
#else
@group(0) @binding(3) var<storage, read_write> U: array<vec4<f32>>;
#end
#if FORM == across
// Row c, lane l is at c LANES + l.
var<workgroup> sums: array<vec4<f32>, ${ROWS * LANES}>;
#if NORM
@group(0) @binding(4) var<storage, read> norm: array<vec4<f32>>;
var<workgroup> made: array<f32, ${ROWS * NORM}>;
#include chain
#include norm_of_rows
#end
#end

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
  #if FORM == shared
  let t = (p.origin + group.y) * 8u + lane.x;
  let x = min(t, p.T - 1u) * p.K4;
  let a = p.loraA + min(group.x * 8u + lane.x, p.ranks - 1u) * p.K4;
  #for r in 0..8
  var sum${r} = 0.0;
  #end
  for (var k = 0u; k < p.K4; k++) {
    let own = arena[a + k];
    let four = X[x + k];
    #for r in 0..8
    sum${r} += dot(subgroupBroadcast(own, ${r}u), four);
    #end
  }
  if (t >= p.T) { return; }
  let at = (t * p.ranks + group.x * 8u) / 4u;
  U[at] = p.scale * vec4(sum0, sum1, sum2, sum3);
  if (group.x * 8u + 4u < p.ranks) { U[at + 1u] = p.scale * vec4(sum4, sum5, sum6, sum7); }
  #end
  #if FORM == down
  let t = p.origin + group.y;
  let r = group.x * ${LANES}u + lane.x;
  let slot = rows[t].w;
  if (r >= p.ranks || slot == 0xffffffffu) { return; }
  let a = slot * p.loraStride + p.loraA + r * p.K4;
  let x = t * p.K4;
  var sum = 0.0;
  for (var k = 0u; k < p.K4; k++) {
    sum += dot(arena[a + k], X[x + k]);
  }
  U[t * p.ranks + r] = p.scale * sum;
  #end
  #if FORM == across
  let t = (p.origin + group.y) * ${ROWS}u;
  let rank = group.x * 8u + lane.x / 64u * 4u;
  let slot = rows[t].w;
  #for r in 0..4
  let a${r} = slot * p.loraStride + p.loraA + min(rank + ${r}u, p.ranks - 1u) * p.K4;
  #end
  #for c in 0..ROWS
  let x${c} = min(t + ${c}u, p.T - 1u) * p.K4;
  var sum${c} = vec4<f32>();
  #end
  #if NORM
  makeNorms(t, min(${ROWS}u, p.T - t), p.K4, lane.x, ${LANES}u);
  #end
  // Skips rows without an adapter.
  let end = select(p.K4, 0u, slot == 0xffffffffu);
  for (var k = lane.x % 64u * 4u; k < end; k += 256u) {
    #for c in 0..ROWS
    #for r in 0..4
    var both${c}_${r} = vec2<f32>();
    #end
    #end
    #for i in 0..4
    {
      #for c in 0..ROWS
      #if NORM
      let four${c} = X[x${c} + k + ${i}u] * norm[k + ${i}u];
      #else
      let four${c} = X[x${c} + k + ${i}u];
      #end
      #end
      #for r in 0..4
      {
        let own = arena[a${r} + k + ${i}u];
        #for c in 0..ROWS
        both${c}_${r} = fma(own.yw, four${c}.yw, fma(own.xz, four${c}.xz, both${c}_${r}));
        #end
      }
      #end
    }
    #end
    #for c in 0..ROWS
    sum${c} += vec4(both${c}_0.x, both${c}_1.x, both${c}_2.x, both${c}_3.x)
      + vec4(both${c}_0.y, both${c}_1.y, both${c}_2.y, both${c}_3.y);
    #end
  }
  #for c in 0..ROWS
  sums[${c * LANES}u + lane.x] = sum${c};
  #end
  workgroupBarrier();
  if (lane.x < ${ROWS * 32}u) {
    let first = lane.x / 16u * 64u + lane.x % 16u;
    sums[first] = sums[first] + sums[first + 16u] + sums[first + 32u] + sums[first + 48u];
  }
  workgroupBarrier();
  let own = t + lane.x / 2u;
  let four = group.x * 2u + lane.x % 2u;
  if (lane.x >= ${ROWS * 2}u || own >= p.T || four * 4u >= p.ranks || slot == 0xffffffffu) { return; }
  var total = sums[lane.x * 64u];
  #for j in 1..16
  total += sums[lane.x * 64u + ${j}u];
  #end
  #if NORM
  total *= made[lane.x / 2u];
  #end
  U[own * p.ranks / 4u + four] = p.scale * total;
  #end
}
