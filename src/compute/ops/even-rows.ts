const MOST_ROWS = 8;

/**
 * Rows of a tile that share what is loaded of the weights: tiles of eight and less, as equal as they can be, for a row
 * that is only there to fill one costs as much as the others. Four, six or eight, since each is a kernel to compile.
 */
export function evenRows(T: number): number {
  const tiles = Math.ceil(T / MOST_ROWS);
  const rows = Math.ceil(T / tiles);
  return Math.max(4, rows + (rows % 2));
}
