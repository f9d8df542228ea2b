// O[T, H, E] = sum over chunks of keys of the results that attention_paged_tiled.wgsl stored in
// parts[T, H, chunks, E + 4]: weighted values, the maximum of the scores, the sum of weights. Chunks are added in the
// same order as that kernel adds them without SPLIT (include/attention_merge.wgsl). Row t has the chunks up to position
// rows[t].x, and with WINDOW only from the chunk in which its window begins. INT8 also stores O to Q, as int8 blocks; E
// must then be a multiple of 16.
// SINK adds one learned score per query head (include/attention_sink.wgsl). NEXT stores partial sums of the low-rank
// activations of the projection that reads O (include/low_rank_parts.wgsl), whose A begins at nextA and has nextRanks
// rows.
// A lane computes one element and loads 16 chunks at a time. Grid (ceil(T H E / 128)). Limit: bytes of parts.
struct Sizes { count: u32, H: u32, chunks: u32, window: u32, loraStride: u32, nextA: u32, nextRanks: u32 }
var<immediate> p: Sizes;
@group(0) @binding(0) var<storage, read> parts: array<f32>;
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> O: array<f32>;
#if INT8
@group(0) @binding(3) var<storage, read_write> Q: array<u32>;
#include int8_block
#end
#if SINK
@group(0) @binding(${INT8 + 3}) var<storage, read> sinks: array<f32>;
#end
#if NEXT
@group(0) @binding(${NEXT_AT - 1}) var<storage, read> arena: array<vec4<f32>>;
#include low_rank_parts
#end
var<workgroup> outputs: array<f32, 128>;
#include attention_sink
#include attention_merge

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let i = min(group.x * 128u + local.x, p.count - 1u);
  let head = i / ${E}u;
  let position = rows[head / p.H].x;
  let end = position / CHUNK + 1u;
  #if WINDOW
  // The row sees no key of earlier chunks.
  let begin = select(0u, position + 1u - p.window, position >= p.window) / CHUNK;
  #else
  let begin = 0u;
  #end
  let first = head * p.chunks;
  var top = topBefore(head % p.H);
  var sum = SUM_BEFORE;
  var o = 0.0;
  for (var chunk = begin; chunk < end; chunk += 16u) {
    #for c in 0..16
    let at${c} = (first + min(chunk + ${c}u, end - 1u)) * ${E + 4}u;
    let value${c} = parts[at${c} + i % ${E}u];
    let best${c} = parts[at${c} + ${E}u];
    let part${c} = parts[at${c} + ${E + 1}u];
    #end
    #for c in 0..16
    if (chunk + ${c}u < end) {
      let most = max(top, best${c});
      let keep = exp(top - most);
      let share = exp(best${c} - most);
      top = most;
      sum = addedOne(sum, keep, part${c}, share);
      o = addedOne(o, keep, value${c}, share);
    }
    #end
  }
  o *= 1.0 / sum;
  if (group.x * 128u + local.x < p.count) { O[i] = o; }
  #if INT8
  outputs[local.x] = o;
  workgroupBarrier();
  let half = group.x * 8u + local.x;
  if (local.x < 8u && half * 16u < p.count) {
    #for i in 0..4
    let x${i} = outputsAt(local.x * 16u + ${i * 4}u);
    #end
    storeInt8(half, x0, x1, x2, x3, 0.0);
  }
  #end
  #if NEXT
  outputs[local.x] = o;
  workgroupBarrier();
  for (var own = local.x; own < 16u * p.nextRanks; own += 128u) { leavePart(group.x * 128u, own); }
  #end
}

#if INT8
fn outputsAt(at: u32) -> vec4<f32> { return vec4(outputs[at], outputs[at + 1u], outputs[at + 2u], outputs[at + 3u]); }
#end
#if NEXT
// Stores one rank of one of the 16 partial sums of low-rank activations over the workgroup's outputs, which begin at
// `first`. `own` is part nextRanks + rank.
fn leavePart(first: u32, own: u32) {
  let width = p.H * ${E}u;
  let c = own / p.nextRanks / 2u * 16u;
  let half = own / p.nextRanks % 2u;
  let t = (first + c) / width;
  if (first + c >= p.count || rows[t].w == 0xffffffffu) { return; }
  let k = (first + c) % width / 4u;
  let rank = own % p.nextRanks;
  let a = rows[t].w * p.loraStride + p.nextA + rank * width / 4u + k;
  nextParts[((first + c) / 8u + half) * p.nextRanks + rank] = partOf(t, c, half, k, a);
}

fn outputAt(t: u32, c: u32) -> f32 { return outputs[c]; }
#end
