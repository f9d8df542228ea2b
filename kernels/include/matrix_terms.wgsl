// Statements for a function body: add 32 STAGED terms to a subgroup's TALL x BROAD accumulator matrices, K UNROLLED
// terms per iteration. The operands begin at leftAt and rightAt. `pairs` is 4 but depends on a run-time value, so that
// no compiler unrolls the loop further.
for (var k = 0u; k < pairs * ${STAGED * 8}u; k += ${K * UNROLLED}u) {
  #for s in 0..UNROLLED
  {
    #for i in 0..TALL
    let a${i} = subgroupMatrixLoad<subgroup_matrix_left<f16, ${K}, ${M}>, row_major>(
      &left, leftAt + ${i * M}u * LEFT_STRIDE + k + ${s * K}u, LEFT_STRIDE);
    #end
    #for j in 0..BROAD
    {
      let b = subgroupMatrixLoad<subgroup_matrix_right<f16, ${N}, ${K}>, row_major>(
        &right, rightAt + (k + ${s * K}u) * RIGHT_STRIDE + ${j * N}u, RIGHT_STRIDE);
      #for i in 0..TALL
      sum${i}_${j} = subgroupMatrixMultiplyAccumulate(a${i}, b, sum${i}_${j});
      #end
    }
    #end
  }
  #end
}
