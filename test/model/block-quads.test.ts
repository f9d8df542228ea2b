import { expect, test } from 'vitest';
import { blockQuads, quadBytes } from '../../src/model/weight-blocks.ts';

/** Blocks of a word of scales (10, 20, ..) and `quants` bytes (1, 2, ..). */
function blocksOf(count: number, quants: number): Uint8Array {
  return Uint8Array.from({ length: count * (4 + quants) }, (_, at) => {
    const [block, i] = [Math.floor(at / (4 + quants)) + 1, at % (4 + quants)];
    return i < 4 ? 10 * block : block;
  });
}

test('four blocks lie as the quants of each, then the scales of each; the last are filled up', () => {
  const many = (byte: number, count: number) => Array(count).fill(byte);
  expect([...blockQuads(blocksOf(5, 16), 20)]).toEqual([
    ...[1, 2, 3, 4].flatMap((block) => many(block, 16)),
    ...[10, 20, 30, 40].flatMap((scale) => many(scale, 4)),
    ...many(5, 16),
    ...many(0, 48),
    ...many(50, 4),
    ...many(0, 12),
  ]);
  expect(blockQuads(blocksOf(6, 32), 36)).toHaveLength(quadBytes(6, 36));
  expect(quadBytes(6, 36)).toBe(8 * 36);
});
