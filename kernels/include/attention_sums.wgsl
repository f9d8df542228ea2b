// Statements for a function body: add to total<side>_<r>_<own> the right rows times the lane's `weights` of left row r.
// Each total is one chain of fma in the order of the right rows (include/attention_tile.wgsl).
// include/attention_ahead.wgsl has loaded the first right rows.
{
  #for u in 0..4
  var next${u} = ahead${side}_${u};
  #end
  for (var slice = 0u; slice < min(CHUNK, chunk.end - chunk.start); slice += ${32 * WIDE / OWNED}u) {
    workgroupBarrier();
    #for u in 0..4
    tile[slot / ${WIDE}u][${u}][lane / ${16 / WIDE}u % ${OWNED}u][sumsPlace(slot, lane % ${16 / WIDE}u)] =
      sixteenOf(next${u});
    #end
    workgroupBarrier();
    let first = slice + ${32 * WIDE / OWNED}u + slot * 4u;
    let shift = shiftOf(chunk, first);
    #for u in 0..4
    next${u} = source${side}(sourceAt${side}(chunk, shift, first + ${u}u) + place);
    #end
    for (var rest = select(0u, p.quads, isBusy); rest > 0u; rest--) {
      let quad = p.quads - rest;
      #for r in 0..QUERIES
      let weight${r} = weights[group][${r}][(slice / 4u + quad) ^ group];
      #end
      #for c in 0..4
      #for own in 0..OWNED
      {
        let bytes = tile[quad / ${WIDE}u][${c}][${own}][sumsPlace(quad, column / ${WIDE}u)];
        let row = fourOf(bytes, column % ${WIDE}u);
        #for r in 0..QUERIES
        total${side}_${r}_${own} = fma(vec4(weight${r}[${c}]), row, total${side}_${r}_${own});
        #end
      }
      #end
      #end
    }
  }
}
