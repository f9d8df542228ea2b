// Statements for a function body: compute score<side>_<r>, the vec4 of dot products of the lane's left row r with its
// four right rows. Each product is one chain of fma over E (include/attention_tile.wgsl). The lane stages left row
// eighth + 16 u, read from left<side>(leftAt<side>_<u>) on.
#for r in 0..QUERIES
var score${side}_${r} = vec4<f32>();
#end
{
  let shift = shiftOf(chunk, eighth * 4u);
  #for u in 0..4
  let at${u} = sourceAt${side}(chunk, shift, eighth * 4u + ${u}u) + four;
  var next${u} = source${side}(at${u});
  #end
  #for u in 0..QUERIES + 1 / 2
  let row${u} = eighth + ${u * 16}u;
  #for w in 0..WIDE
  var nextLeft${u}_${w} = left${side}(leftAt${side}_${u} + ${w}u);
  #end
  #end
  for (var slice = 0u; slice < p.E4 / ${WIDE}u; slice += 8u) {
    // Waits until all lanes have read the previous slice.
    workgroupBarrier();
    #for u in 0..4
    tile[eighth / ${OWNED * 2}u][${u}][eighth / 2u % ${OWNED}u][eighth % 2u * 8u + (four ^ (eighth % 8u))] =
      sixteenOf(next${u});
    #end
    #for u in 0..QUERIES + 1 / 2
    if (row${u} < ${QUERIES * 8}u) {
      #for w in 0..WIDE
      weights[row${u} / ${QUERIES}u][row${u} % ${QUERIES}u][(four + ${w * 8}u) ^ (row${u} / ${QUERIES}u)] =
        nextLeft${u}_${w};
      #end
    }
    #end
    workgroupBarrier();
    // Past the last slice, this loads values that no lane reads.
    #for u in 0..4
    next${u} = source${side}(at${u} + slice + 8u);
    #end
    #for u in 0..QUERIES + 1 / 2
    #for w in 0..WIDE
    nextLeft${u}_${w} = left${side}(leftAt${side}_${u} + (slice + 8u) * ${WIDE}u + ${w}u);
    #end
    #end
    for (var rest = select(0u, min(8u, p.E4 / ${WIDE}u - slice), isBusy); rest > 0u; rest--) {
      let e = min(8u, p.E4 / ${WIDE}u - slice) - rest;
      #for c in 0..4
      let right${c} =
        tile[column / ${OWNED * 2}u][${c}][column / 2u % ${OWNED}u][column % 2u * 8u + (e ^ (column % 8u))];
      #end
      #for w in 0..WIDE
      #for c in 0..4
      let right${c}_${w} = four${w}(right${c});
      #end
      #for r in 0..QUERIES
      {
        let left = weights[group][${r}][(e + ${w * 8}u) ^ group];
        #for c in 0..4
        score${side}_${r}[${c}] = chain(left, right${c}_${w}, score${side}_${r}[${c}]);
        #end
      }
      #end
      #end
    }
  }
}
