// Statements for a function body: multiply the strip's factors<side>, [M, 64], by the 64 right rows from rightRow on of
// plane right<side>, and add the products to the matrices total<side>_<j>.
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
