/** Speed of a kernel, in any unit, by rows of X per lane. Each number of rows is a variant to compile. */
export type RowSpeeds = Readonly<Record<number, number>>;

/**
 * Returns the rows of a tile, which share loaded weights, with which T rows in all take the least time. Padding rows
 * cost as much as real rows. Of equal choices, returns the fewest rows.
 */
export function tileRows(T: number, speeds: RowSpeeds): number {
  const time = (rows: number) => (Math.ceil(T / rows) * rows) / speeds[rows];
  return Object.keys(speeds)
    .map(Number)
    .reduce((best, rows) => (time(rows) < time(best) ? rows : best));
}

/** Returns the rows per lane if no subgroup shares its loads. */
export function rowsPerLane(T: number): number {
  if (T >= 5) return 8;
  return T >= 3 ? 4 : T;
}
