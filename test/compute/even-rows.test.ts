import { expect, it } from 'vitest';
import { evenRows } from '../../src/compute/ops/even-rows.ts';

it('makes the fewest tiles of eight rows at most, and of the smallest size that will do', () => {
  for (let T = 3; T <= 200; T++) {
    const rows = evenRows(T);
    const tiles = Math.ceil(T / rows);
    expect([4, 6, 8], `${T} rows`).toContain(rows);
    expect(tiles, `${T} rows`).toBe(Math.ceil(T / 8));
    // The next smaller tile would not do.
    if (rows > 4) expect((rows - 2) * tiles, `${T} rows`).toBeLessThan(T);
  }
});
