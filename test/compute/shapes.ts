/** Row counts: one form of the matmul each (1, 2, 4, 6, 8 rows a lane), a full and a torn last tile. */
export const ROW_COUNTS = [1, 2, 3, 5, 6, 8, 9, 17, 33];

/** Odd sizes of one matrix product: N around the columns of a lane, a workgroup and two; K in blocks of 32. */
export const MATMUL_SHAPES = [
  { T: 1, N: 1, K: 32 },
  { T: 1, N: 65, K: 96 },
  { T: 2, N: 33, K: 64 },
  { T: 3, N: 7, K: 160 },
  { T: 5, N: 3, K: 32 },
  { T: 6, N: 33, K: 64 },
  { T: 8, N: 32, K: 64 },
  { T: 4, N: 40, K: 2080 },
  { T: 9, N: 65, K: 96 },
  { T: 33, N: 33, K: 32 },
];

/** Elements of a row that kernels take four at a time. */
export const ROW_WIDTHS = [4, 12, 32, 36, 132];
