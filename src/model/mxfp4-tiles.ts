import { BLOCK_BYTES, TILE_ROWS, tiledBytes } from '../compute/ops/weight.ts';

/**
 * Rows of MXFP4 blocks, as ggml has them (a byte of scale, then 16 of nibbles), in tiles of 32 rows x 32 columns as
 * those of q4, but for the scales: a byte each, those of all 32 rows in order behind the nibbles. The last tiles are
 * filled up with rows of zeros.
 *
 * @param cols a multiple of 32
 */
export function tiledMxfp4(rows: Uint8Array, cols: number): Uint8Array {
  const blockBytes = BLOCK_BYTES.mxfp4;
  const blocks = cols / 32;
  const count = rows.length / (blocks * blockBytes);
  const tiles = new Uint8Array(tiledBytes('mxfp4', count, cols));
  for (let row = 0; row < count; row++) {
    const place = row % TILE_ROWS;
    const vector = (place % 4) * 8 + Math.floor(place / 4);
    for (let block = 0; block < blocks; block++) {
      const from = (row * blocks + block) * blockBytes;
      const tile = (Math.floor(row / TILE_ROWS) * blocks + block) * TILE_ROWS * blockBytes;
      for (let i = 0; i < 16; i++) tiles[tile + vector * 16 + i] = rows[from + 1 + i];
      tiles[tile + TILE_ROWS * 16 + place] = rows[from];
    }
  }
  return tiles;
}
