// Sizes of matmuls of few rows, and the operations that are fused before and after them.
// NORM: the rows of X are normalized as they are read, bit-identical to rmsnorm.wgsl with NORM lanes.
// LORA == 2: the low-rank activations of up to 16 rows are computed here (low_rank.wgsl).
// NEXT: Y is the input of the next projection, and partial sums of that projection's low-rank activations are stored
// (low_rank_parts.wgsl). The projection's A begins at nextA and has nextRanks rows.
// MERGED: X is attention's partial results per chunk of keys (attention_merged.wgsl). MERGED excludes NORM, NEXT and
// LORA == 2.
#if MERGED
struct Sizes { T: u32, N: u32, blocks: u32, strideY: u32, offsetY: u32, chunks: u32, origin: u32 }
#else
struct Sizes {
  T: u32, N: u32, blocks: u32, strideY: u32, offsetY: u32,
  loraA: u32, loraB: u32, loraStride: u32, scale: f32, segments: u32, bound1: u32, bound2: u32,
  epsilon: f32, nextA: u32, nextRanks: u32, origin: u32,
}
#end
var<immediate> p: Sizes;
#include projection_output

@group(0) @binding(1) var<storage, read> X: array<vec4<f32>>;
#if MERGED
#include attention_merged
#end
#if NORM
@group(0) @binding(${NEXT_AT + NEXT}) var<storage, read> norm: array<vec4<f32>>;
#include norm_of_rows
#end
#if LORA == 2
#include low_rank
#end
#if NEXT
#include low_rank_parts

// Stores partial sums of the next projection's low-rank activations, over `groups` groups of 16 columns of Y that this
// workgroup computed, from group `group` on: `halves` of each group's two parts, from part `half` on.
fn leaveParts(group: u32, groups: u32, half: u32, halves: u32, lane: u32, workers: u32) {
  let fours = p.strideY / 4u;
  for (var i = lane; i < p.T * groups * halves * p.nextRanks; i += workers) {
    let rank = i % p.nextRanks;
    let part = i / p.nextRanks % (groups * halves);
    let t = i / p.nextRanks / (groups * halves);
    let slot = rows[t].w;
    if (slot != 0xffffffffu) {
      let own = part / halves;
      let ownHalf = half + part % halves;
      let k = (group + own) * 4u;
      let a = slot * p.loraStride + p.nextA + rank * fours + k;
      let sum = partOf(t, own * 16u, ownHalf, k, a);
      nextParts[(t * fours / 2u + (group + own) * 2u + ownHalf) * p.nextRanks + rank] = sum;
    }
  }
}
#end
