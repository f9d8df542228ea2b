// Adds 32 terms to sum0 .. sum<ROWS - 1> of a lane (include/tile.wgsl). The kernel's `rightOf` gives the factors of
// four terms and four columns, a column of the matrix for each term. The bound is given at run time, so that no
// compiler unrolls the loop: a CPU adapter would take minutes.
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
