// A tile of 8 ROWS x 64 sums, made from 32 terms at a time whose factors are in workgroup memory, 1024 (ROWS + 8)
// bytes. 128 lanes own ROWS rows x 4 columns each, in registers: lane l the rows from l / 16 ROWS and the columns from
// l % 16 * 4 (include/tile_terms.wgsl). Sums go from term to term through a chunk of 128, and chunks are added in
// order: kernels that do so have the same bits, whatever their tiles.
// A lane stores whole vec4: a store of one component may write all four (WebGPU Shading Language, 13.4.1), and some
// compilers have it so. Of the left side a vec4 has four terms of a row. The exclusive or keeps lanes that store or
// load beside each other out of each other's banks.
const RIGHT = ${ROWS * 64}u;
var<workgroup> tile: array<vec4<f32>, ${ROWS * 64 + 512}>;

fn storeLeft(row: u32, four: u32, factors: vec4<f32>) {
  tile[row * 8u + (four ^ (row / ${ROWS}u % 8u))] = factors;
}
