// The low-rank activation of the only row of X, where LORA is 2: each workgroup makes what its columns need of it by
// itself, with the bits of lora_shrink.wgsl (FORM across), which has ADAPTED_BY lanes. `made` is workgroup memory of 8
// times as many f32; 12 RANK bytes of it are beside that.
// Of segment s and rank r at s RANK + r.
var<workgroup> lowRank: array<vec4<f32>, ${RANK * 3 / 4}>;

// Of the segments of the columns first .. last; what is normed on its way has rstd. `workers` lanes take part.
fn makeLowRank(first: u32, last: u32, rstd: f32, lane: u32, workers: u32) {
  let slot = rows[0].w;
  let fours = p.blocks * 8u;
  // A row without an adapter reads nothing.
  let end = select(fours, 0u, slot == 0xffffffffu);
  // All lanes have read what was there.
  workgroupBarrier();
  let ranksEnd = (segmentOf(last) + 1u) * ${RANK}u;
  for (var rank = segmentOf(first) * ${RANK}u; rank < ranksEnd; rank += 8u) {
    #for r in 0..8
    let a${r} = slot * p.loraStride + p.loraA + min(rank + ${r}u, ranksEnd - 1u) * fours;
    #end
    for (var own = lane; own < ${ADAPTED_BY}u; own += workers) {
      #for r in 0..8
      var sum${r} = 0.0;
      #end
      for (var k = own; k < end; k += ${ADAPTED_BY}u) {
        #if NORM
        let four = normed(X[k], rstd, norm[k]);
        #else
        let four = X[k];
        #end
        #for r in 0..8
        sum${r} = chain(arena[a${r} + k], four, sum${r});
        #end
      }
      #for r in 0..8
      made[own + ${r * ADAPTED_BY}u] = sum${r};
      #end
    }
    for (var half = ${ADAPTED_BY / 2}u; half > 0u; half >>= 1u) {
      workgroupBarrier();
      for (var own = lane; own < half; own += workers) {
        #for r in 0..8
        made[own + ${r * ADAPTED_BY}u] += made[own + ${r * ADAPTED_BY}u + half];
        #end
      }
    }
    workgroupBarrier();
    if (lane < 2u && rank + lane * 4u < ranksEnd) {
      let at = lane * ${4 * ADAPTED_BY}u;
      lowRank[rank / 4u + lane] = p.scale * vec4(
        #for r in 0..4
        made[at + ${r * ADAPTED_BY}u],
        #end
      );
    }
    workgroupBarrier();
  }
}
