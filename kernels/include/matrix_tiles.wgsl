// Statements for a function body: sum products of f16 with subgroup matrices. The operands are stored as tiles of
// 16 x 16, row by row, 512 contiguous bytes each. So matrices of any size that divides 16 are loaded from them
// directly. `left` holds rows and `right` columns, both along the summed dimension; with TRANSPOSED, `right` holds rows
// of the summed dimension along the columns. If SUMMANDS is 2, each tile of `left` is followed by its second summand
// (summands.wgsl), which is multiplied second. `right` begins at element p.begin. With SWIGLU, the columns of up are
// p.ups elements after the columns of their gates. A subgroup owns TALL M rows from row0 and 32 columns from column0.
// Sums of 256 terms go through the subgroup's region of `made`, 2 strips of M x 32, to lanes that add them up, because
// WGSL cannot add matrices. This is the summation order of matvec_matrix.wgsl. total<i>_<h>_<q> is the lane's element q
// SIZE + own, row by row, of strip i and columns 16 h .. 16 h + 15.
  #for i in 0..TALL
  let leftAt${i} = ((row0 + ${i * M}u) / 16u * across) * ${SUMMANDS * 256}u + (row0 + ${i * M}u) % 16u * 16u;
  #for h in 0..2
  #for q in 0..EACH
  var total${i}_${h}_${q} = 0.0;
  #end
  #end
  #end
  #for j in 0..BROAD
  #if TRANSPOSED
  let rightAt${j} = p.begin + (column0 + ${j * N}u) / 16u * 256u + (column0 + ${j * N}u) % 16u;
  #else
  #if SWIGLU
  let rightAt${j} = p.begin + column0 / 32u * across * 256u + ${j * N / 16}u * p.ups + ${j * N}u % 16u * 16u;
  #else
  let rightAt${j} = p.begin + (column0 + ${j * N}u) / 16u * across * 256u + ${j * N}u % 16u * 16u;
  #end
  #end
  #end
  for (var chunk = 0u; chunk < across; chunk += 16u) {
    #for i in 0..TALL
    #for j in 0..BROAD
    var sum${i}_${j} = subgroup_matrix_result<f32, ${N}, ${M}>();
    #end
    #end
    var k = chunk * 16u;
    for (var steps = min(16u, across - chunk) * ${16 / K}u; steps > 0u; steps--) {
      let leftK = k / 16u * ${SUMMANDS * 256}u + k % 16u;
      #for s in 0..SUMMANDS
      #for i in 0..TALL
      let a${s}_${i} = subgroupMatrixLoad<subgroup_matrix_left<f16, ${K}, ${M}>, row_major>(
        &left, leftAt${i} + leftK + ${s * 256}u, 16u);
      #end
      #end
      #for j in 0..BROAD
      #if TRANSPOSED
      let b${j} = subgroupMatrixLoad<subgroup_matrix_right<f16, ${N}, ${K}>, row_major>(
        &right, rightAt${j} + k / 16u * p.width * 256u + k % 16u * 16u, 16u);
      #else
      let b${j} = subgroupMatrixLoad<subgroup_matrix_right<f16, ${N}, ${K}>, col_major>(
        &right, rightAt${j} + k / 16u * 256u + k % 16u, 16u);
      #end
      #end
      #for s in 0..SUMMANDS
      #for j in 0..BROAD
      #for i in 0..TALL
      sum${i}_${j} = subgroupMatrixMultiplyAccumulate(a${s}_${i}, b${j}, sum${i}_${j});
      #end
      #end
      #end
      k += ${K}u;
    }
    #for i in 0..TALL
    {
      let strip = region + ${i}u % 2u * ${M * 32}u;
      #for j in 0..BROAD
      subgroupMatrixStore<row_major>(
        &made, strip + ${j * N / 16 * M * 16}u + ${j * N}u % 16u, sum${i}_${j}, 16u);
      #end
      // A strip is overwritten only after the next strip's barrier, by which time all lanes have read it.
      workgroupBarrier();
      #for h in 0..2
      #for q in 0..EACH
      total${i}_${h}_${q} += made[strip + ${h * M * 16}u + ${q * SIZE}u + own];
      #end
      #end
    }
    #end
    #if TALL == 1
    // With one strip per subgroup, there is no next strip whose barrier would do.
    workgroupBarrier();
    #end
  }
