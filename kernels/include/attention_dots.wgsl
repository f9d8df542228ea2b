// Statements: score<side>_<r> is the vec4 of products of left row r of the lane with its four right rows, each one
// chain over E (include/attention_tile.wgsl). Left row i lies from left<side>(leftAt<side>_<u>) on.
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
  var nextLeft${u} = left${side}(leftAt${side}_${u});
  #end
  for (var slice = 0u; slice < p.E4; slice += 8u) {
    // What was there before is read by all lanes.
    workgroupBarrier();
    #for u in 0..4
    tile[eighth / ${OWNED * 2}u][${u}][eighth / 2u % ${OWNED}u][eighth % 2u * 8u + (four ^ (eighth % 8u))] = next${u};
    #end
    #for u in 0..QUERIES + 1 / 2
    if (row${u} < ${QUERIES * 8}u) {
      weights[row${u} / ${QUERIES}u][row${u} % ${QUERIES}u][four ^ (row${u} / ${QUERIES}u)] = nextLeft${u};
    }
    #end
    workgroupBarrier();
    // Past the last slice something is loaded that nobody reads.
    #for u in 0..4
    next${u} = source${side}(at${u} + slice + 8u);
    #end
    #for u in 0..QUERIES + 1 / 2
    nextLeft${u} = left${side}(leftAt${side}_${u} + slice + 8u);
    #end
    for (var rest = select(0u, min(8u, p.E4 - slice), isBusy); rest > 0u; rest--) {
      let e = min(8u, p.E4 - slice) - rest;
      #for c in 0..4
      let right${c} =
        tile[column / ${OWNED * 2}u][${c}][column / 2u % ${OWNED}u][column % 2u * 8u + (e ^ (column % 8u))];
      #end
      #for r in 0..QUERIES
      {
        let left = weights[group][${r}][e ^ group];
        #for c in 0..4
        score${side}_${r}[${c}] = chain(left, right${c}, score${side}_${r}[${c}]);
        #end
      }
      #end
    }
  }
}
