import { BLOCK_BYTES, TILE_ROWS, tiledBytes } from '../compute/ops/weight.ts';

/**
 * Converts rows of MXFP4 blocks in ggml's layout (a scale byte, then 16 bytes of nibbles) to tiles of 32 rows x 32
 * columns. Tiles are like q4's, except that the one-byte scales of all 32 rows follow the nibbles, in order. The last
 * tiles are padded with rows of zeros.
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
