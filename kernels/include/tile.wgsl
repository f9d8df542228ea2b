// A tile of 8 ROWS x 64 sums, computed 32 terms at a time from operands in workgroup memory, 1024 (ROWS + 8) bytes. 128
// lanes own ROWS rows x 4 columns each, in registers: lane l owns the rows from l / 16 * ROWS on and the columns from
// l % 16 * 4 on (include/tile_terms.wgsl). Each chunk of 128 terms is summed in order, and chunks are added in order.
// Kernels that follow this order agree to the bit, whatever their tile sizes.
// A lane stores whole vec4: a store of one component may write all four (WebGPU Shading Language, 13.4.1), and with
// some compilers it does. A vec4 of the left operand holds four terms of a row. The exclusive or keeps neighbouring
// lanes in different banks.
const RIGHT = ${ROWS * 64}u;
var<workgroup> tile: array<vec4<f32>, ${ROWS * 64 + 512}>;

fn storeLeft(row: u32, four: u32, factors: vec4<f32>) {
  tile[row * 8u + (four ^ (row / ${ROWS}u % 8u))] = factors;
}
