// Stores 16 outputs of row t from column n on as half a block of Q (int8_block.wgsl). With QUANT == 2 they are
// multiplied by the weight of the norm before the next product, and their squares are stored. The outputs begin at `at`
// in the workgroup's results; the kernel's `madeFour` returns four of them.
fn storeMade(t: u32, n: u32, at: u32) {
  #for i in 0..4
  let z${i} = madeFour(at + ${i * 4}u);
  #end
  #if QUANT == 2
  #for i in 0..4
  let w${i} = normWeight[n / 4u + ${i}u];
  #end
  let squares = chain(z3, z3, chain(z2, z2, chain(z1, z1, chain(z0, z0, 0.0))));
  storeInt8((t * p.N + n) / 16u, z0 * w0, z1 * w1, z2 * w2, z3 * w3, squares);
  #else
  storeInt8((t * p.N + n) / 16u, z0, z1, z2, z3, 0.0);
  #end
}
