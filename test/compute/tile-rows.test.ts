import { expect, it } from 'vitest';
import { tileRows } from '../../src/compute/ops/tile-rows.ts';

it('chooses tiles of one row if all are equally fast, and the larger the faster they are', () => {
  const same = { 1: 1, 2: 1, 4: 1, 8: 1 };
  expect([1, 2, 3, 4, 6, 7, 8, 9, 16].map((T) => tileRows(T, same))).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
  const wider = { 1: 1, 2: 2, 4: 4, 8: 8 };
  expect([1, 2, 3, 4, 5, 8, 9, 17].map((T) => tileRows(T, wider))).toEqual([1, 2, 4, 4, 8, 8, 8, 8]);
});

it('weighs the speed of a larger tile against its padding rows', () => {
  const speeds = { 4: 40, 6: 45 };
  expect(tileRows(4, speeds)).toBe(4);
  expect(tileRows(6, speeds)).toBe(6);
  // 8 / 40 against 12 / 45, and 12 / 40 against 12 / 45.
  expect(tileRows(8, speeds)).toBe(4);
  expect(tileRows(12, speeds)).toBe(6);
  expect(tileRows(1000, speeds)).toBe(6);
});
