// Statements: adds to the matrices total<side>_<j> of the strip the 64 right rows from rightRow, of plane
// right<side>, times what factors<side> has for its left rows.
for (var k = 0u; k < p.rights; k += ${K * UNROLLED}u) {
  #for t in 0..UNROLLED
  {
    let a = subgroupMatrixLoad<subgroup_matrix_left<f16, ${K}, ${M}>, row_major>(
      &factors${side}, strip * FACTOR_STRIDE + k + ${t * K}u, FACTOR_STRIDE);
    #for j in 0..WIDTH
    total${side}_${j} = subgroupMatrixMultiplyAccumulate(
      a,
      subgroupMatrixLoad<subgroup_matrix_right<f16, ${N}, ${K}>, row_major>(
        &panels, panelAt(right${side}, column${j}, rightRow + k + ${t * K}u), 16u),
      total${side}_${j});
    #end
  }
  #end
}
