// Low-rank activations of up to 16 rows of X (LORA == 2), bit-identical to lora_shrink.wgsl (FORM across). Each
// workgroup computes the activations that its columns need. With IN_PARTS, U holds partial sums (low_rank_parts.wgsl),
// which are added up here. Otherwise X has a single row, and its activations are computed from A. `made` is workgroup
// memory of 1024 f32. lowRank, for up to ADAPTED rows, takes 12 ADAPTED RANK bytes more.
// Row t, segment s, rank r is at (t S + s) RANK + r.
var<workgroup> lowRank: array<vec4<f32>, ${ADAPTED * RANK * 3 / 4}>;
#if NORM
var<workgroup> rstds: array<f32, ${ADAPTED}>;

// Copies the rstd values that makeNorms computed.
fn keepNorms(lane: u32) {
  if (lane < p.T) { rstds[lane] = made[lane]; }
}
#end

// Computes the activations of the segments of columns first .. last, by `workers` lanes.
fn makeLowRank(first: u32, last: u32, lane: u32, workers: u32) {
  #if IN_PARTS
  let groups = p.blocks * 2u;
  let all = p.segments * ${RANK / 4}u;
  let begin = segmentOf(first) * ${RANK / 4}u;
  let fours = (segmentOf(last) + 1u) * ${RANK / 4}u - begin;
  for (var item = 0u; item < p.T * fours; item += 16u) {
    let count = min(16u, p.T * fours - item);
    // Waits until all lanes have read `made`.
    workgroupBarrier();
    for (var i = lane; i < count * 16u; i += workers) {
      let t = (item + i / 16u) / fours;
      // Skips rows without an adapter.
      let end = select(groups, 0u, rows[t].w == 0xffffffffu);
      let u = t * groups * 2u * all + begin + (item + i / 16u) % fours;
      #for q in 0..4
      var sum${q} = vec4<f32>();
      for (var g = i % 16u + ${q * 16}u; g < end; g += 64u) {
        sum${q} += U[u + g * 2u * all] + U[u + (g * 2u + 1u) * all];
      }
      #end
      let sum = sum0 + sum1 + sum2 + sum3;
      #for e in 0..4
      made[i * 4u + ${e}u] = sum[${e}];
      #end
    }
    workgroupBarrier();
    if (lane < count) {
      let t = (item + lane) / fours;
      var total = fourAt(lane * 16u);
      #for j in 1..16
      total += fourAt(lane * 16u + ${j}u);
      #end
      lowRank[t * all + begin + (item + lane) % fours] = scaled(t, total);
    }
  }
  #else
  let slot = rows[0].w;
  let width = p.blocks * 8u;
  // Skips rows without an adapter.
  let end = select(width, 0u, slot == 0xffffffffu);
  let ranksEnd = (segmentOf(last) + 1u) * ${RANK}u;
  for (var rank = segmentOf(first) * ${RANK}u; rank < ranksEnd; rank += 8u) {
    // Waits until all lanes have read `made`.
    workgroupBarrier();
    for (var i = lane; i < 128u; i += workers) {
      #for r in 0..4
      let a${r} = slot * p.loraStride + p.loraA + min(rank + i / 64u * 4u + ${r}u, ranksEnd - 1u) * width;
      #end
      var sum = vec4<f32>();
      for (var k = i % 64u * 4u; k < end; k += 256u) {
        #for r in 0..4
        var both${r} = vec2<f32>();
        #end
        #for f in 0..4
        {
          #if NORM
          let four = X[k + ${f}u] * norm[k + ${f}u];
          #else
          let four = X[k + ${f}u];
          #end
          #for r in 0..4
          {
            let own = arena[a${r} + k + ${f}u];
            both${r} = fma(own.yw, four.yw, fma(own.xz, four.xz, both${r}));
          }
          #end
        }
        #end
        sum += vec4(both0.x, both1.x, both2.x, both3.x) + vec4(both0.y, both1.y, both2.y, both3.y);
      }
      #for e in 0..4
      made[i * 4u + ${e}u] = sum[${e}];
      #end
    }
    workgroupBarrier();
    for (var i = lane; i < 32u; i += workers) {
      let first = i / 16u * 64u + i % 16u;
      let sum = fourAt(first) + fourAt(first + 16u) + fourAt(first + 32u) + fourAt(first + 48u);
      #for e in 0..4
      made[first * 4u + ${e}u] = sum[${e}];
      #end
    }
    workgroupBarrier();
    if (lane < 2u && rank + lane * 4u < ranksEnd) {
      var total = fourAt(lane * 64u);
      #for j in 1..16
      total += fourAt(lane * 64u + ${j}u);
      #end
      lowRank[rank / 4u + lane] = scaled(0u, total);
    }
  }
  #end
  workgroupBarrier();
}

fn fourAt(i: u32) -> vec4<f32> {
  return vec4(made[i * 4u], made[i * 4u + 1u], made[i * 4u + 2u], made[i * 4u + 3u]);
}

fn scaled(t: u32, total: vec4<f32>) -> vec4<f32> {
  #if NORM
  return p.scale * (total * rstds[t]);
  #else
  return p.scale * total;
  #end
}
