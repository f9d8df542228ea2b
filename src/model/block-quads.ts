/**
 * Blocks of packed weights (`packRows`: a word of scales, then the quants) as they lie on the device: of every four
 * blocks the quants, then the four words of scales (kernels/include/weight.wgsl). The last four are filled up with
 * zeros.
 *
 * @param blockBytes of one block, scales included
 */
export function blockQuads(blocks: Uint8Array, blockBytes: number): Uint8Array {
  const count = blocks.length / blockBytes;
  const quantBytes = blockBytes - 4;
  const quads = new Uint8Array(quadBytes(count, blockBytes));
  for (let block = 0; block < count; block++) {
    const quad = Math.floor(block / 4) * 4 * blockBytes;
    const from = block * blockBytes;
    quads.set(blocks.subarray(from + 4, from + blockBytes), quad + (block % 4) * quantBytes);
    quads.set(blocks.subarray(from, from + 4), quad + 4 * quantBytes + (block % 4) * 4);
  }
  return quads;
}

/** Bytes of so many blocks in fours. */
export function quadBytes(count: number, blockBytes: number): number {
  return Math.ceil(count / 4) * 4 * blockBytes;
}
