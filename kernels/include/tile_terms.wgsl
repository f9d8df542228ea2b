// Statements for a function body: add 32 terms to a lane's sum0 .. sum<ROWS - 1> (include/tile.wgsl). The kernel's
// `rightOf` returns the factors of four terms and four columns, one column of the matrix per term. The bound is passed
// at run time, so that no compiler unrolls the loop: a CPU adapter would take minutes.
for (var pair = 0u; pair < p.pairs; pair++) {
  #for side in 0..2
  {
    let four = pair * 2u + ${side}u;
    let right = rightOf(four, columnFour);
    #for r in 0..ROWS
    {
      let left = tile[(firstRow + ${r}u) * 8u + (four ^ (lane / 16u))];
      #for e in 0..4
      sum${r} = fma(vec4(left[${e}]), right[${e}], sum${r});
      #end
    }
    #end
  }
  #end
}
