/** How fast a kernel is with so many rows of X a lane, in any unit; each count is a kernel to compile. */
export type RowSpeeds = Readonly<Record<number, number>>;

/**
 * Rows of a tile, which share what is loaded of the weights, for T rows in all: those with which the kernel is done
 * first, for a row that only fills a tile up costs as much as the others; of equal ones the fewest.
 */
export function tileRows(T: number, speeds: RowSpeeds): number {
  const time = (rows: number) => (Math.ceil(T / rows) * rows) / speeds[rows];
  return Object.keys(speeds)
    .map(Number)
    .reduce((best, rows) => (time(rows) < time(best) ? rows : best));
}

/** Rows of a lane where no subgroup shares its loads. */
export function rowsPerLane(T: number): number {
  if (T >= 5) return 8;
  return T >= 3 ? 4 : T;
}
