// Adds 32 terms to sum0 .. sum<ROWS - 1> of a lane (include/tile.wgsl). The bound is given at run time, so that no
// compiler unrolls the loop: a CPU adapter would take minutes.
for (var pair = 0u; pair < p.pairs; pair++) {
  #for side in 0..2
  {
    let four = pair * 2u + ${side}u;
    #for e in 0..4
    {
      let right = tile[RIGHT + (four * 4u + ${e}u) * 16u + (columnFour ^ four)];
      #for v in 0..ROWS / 4
      {
        let left = tile[(four * 4u + ${e}u) * ${ROWS * 2}u + ((rowFour + ${v}u) ^ four)];
        #for r in 0..4
        sum${v * 4 + r} = fma(vec4(left[${r}]), right, sum${v * 4 + r});
        #end
      }
      #end
    }
    #end
  }
  #end
}
