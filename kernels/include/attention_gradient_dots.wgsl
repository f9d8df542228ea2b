// Statements for a function body: multiply the strip's left rows, from leftRow on (planes left0 and left1), by 64 right
// rows, from rightRow on (planes right0 and right1). The products go to made0 and made1; a barrier follows.
{
  #for side in 0..2
  #for j in 0..64 / N / ALONG
  var dots${side}_${j} = subgroup_matrix_result<f32, ${N}, ${M}>();
  #end
  #end
  for (var e = 0u; e < p.elements; e += ${K * UNROLLED}u) {
    #for t in 0..UNROLLED
    #for side in 0..2
    {
      let a = subgroupMatrixLoad<subgroup_matrix_left<f16, ${K}, ${M}>, row_major>(
        &panels, panelAt(left${side}, e + ${t * K}u, leftRow + strip), 16u);
      #for j in 0..64 / N / ALONG
      dots${side}_${j} = subgroupMatrixMultiplyAccumulate(
        a,
        subgroupMatrixLoad<subgroup_matrix_right<f16, ${N}, ${K}>, col_major>(
          &panels, panelAt(right${side}, e + ${t * K}u, rightRow + along * ${64 / ALONG}u + ${j * N}u), 16u),
        dots${side}_${j});
      #end
    }
    #end
    #end
  }
  #for side in 0..2
  #for j in 0..64 / N / ALONG
  subgroupMatrixStore<row_major>(
    &made${side}, strip * MADE_STRIDE + along * ${64 / ALONG}u + ${j * N}u, dots${side}_${j}, MADE_STRIDE);
  #end
  #end
  workgroupBarrier();
}
