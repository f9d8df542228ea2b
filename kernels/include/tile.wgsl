// A tile of 8 ROWS x 64 sums, made from 32 terms at a time whose factors are in workgroup memory, 1024 (ROWS + 8)
// bytes. 128 lanes own ROWS rows x 4 columns each, in registers: lane l the rows from l / 16 ROWS and the columns from
// l % 16 * 4 (include/tile_terms.wgsl). Sums go from term to term through a chunk of 128, and chunks are added in
// order: kernels that do so have the same bits, whatever their tiles.
// Factor `term` of row or column `at` lies in vec4 at / 4 ^ term / 4 of its term: with the exclusive or, lanes that
// store several terms of one column beside each other meet different banks.
const RIGHT = ${ROWS * 64}u;
var<workgroup> tile: array<vec4<f32>, ${ROWS * 64 + 512}>;

fn storeLeft(term: u32, row: u32, factor: f32) {
  tile[term * ${ROWS * 2}u + ((row / 4u) ^ (term / 4u))][row % 4u] = factor;
}

fn storeRight(term: u32, column: u32, factor: f32) {
  tile[RIGHT + term * 16u + ((column / 4u) ^ (term / 4u))][column % 4u] = factor;
}

// Of four columns at once.
fn storeRightFour(term: u32, columnFour: u32, factors: vec4<f32>) {
  tile[RIGHT + term * 16u + (columnFour ^ (term / 4u))] = factors;
}
