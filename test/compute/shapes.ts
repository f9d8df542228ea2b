import type { Stored } from '../reference/stored-matrix.ts';
import { isLong } from '../tier.ts';

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

/** Those of one row and of the most: what unpacks a type is the same for all. */
const FEW_SHAPES = MATMUL_SHAPES.filter(({ T, N }) => (T === 1 && N > 1) || T === 33);

/**
 * The shapes of products by weights of one type: all in `npm run test:long`, and in `npm test` for `thorough` types,
 * for a kernel of each row count takes software drivers seconds to compile.
 */
export function matmulShapes(type: Stored, thorough: Stored[]): typeof MATMUL_SHAPES {
  return isLong || thorough.includes(type) ? MATMUL_SHAPES : FEW_SHAPES;
}

/** Row counts to try, likewise. */
export function rowCounts(type: Stored, thorough: Stored[]): number[] {
  return isLong || thorough.includes(type) ? ROW_COUNTS : [1, 33];
}

/** Elements of a row that kernels take four at a time. */
export const ROW_WIDTHS = [4, 12, 32, 36, 132];
