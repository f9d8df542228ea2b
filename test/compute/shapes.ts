import type { Stored } from '../reference/stored-matrix.ts';
import { isLong } from '../tier.ts';

/** Row counts: one for each form of the matmul (1, 2, 4, 6, 8 rows a lane), and full and partial last tiles. */
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

/** Shapes of one row and of the most rows: all shapes unpack a type alike. */
const FEW_SHAPES = MATMUL_SHAPES.filter(({ T, N }) => (T === 1 && N > 1) || T === 33);

/**
 * Returns the shapes of products with weights of one type: all in `npm run test:long`, and in `npm test` for `thorough`
 * types. Software drivers take seconds to compile a kernel of each row count.
 */
export function matmulShapes(type: Stored, thorough: Stored[]): typeof MATMUL_SHAPES {
  return isLong || thorough.includes(type) ? MATMUL_SHAPES : FEW_SHAPES;
}

/** Returns the row counts to run, chosen in the same way. */
export function rowCounts(type: Stored, thorough: Stored[]): number[] {
  return isLong || thorough.includes(type) ? ROW_COUNTS : [1, 33];
}

/** Widths of rows for kernels that read four elements at a time. */
export const ROW_WIDTHS = [4, 12, 32, 36, 132];
