import { expect } from 'vitest';
import { benchProducts } from '../../bench/products.ts';
import { Device } from '../../src/compute/device.ts';
import { BLOCK_BYTES } from '../../src/compute/ops/weight.ts';
import { longTest } from '../long-test.ts';

const ROOFLINE = {
  flops: 1e12,
  matrixFlops: null,
  readBytes: 1e11,
  dispatchSeconds: 1e-5,
  encodeSeconds: 0,
  submitSeconds: 0,
};

longTest('the benchmark of products has a line with a time and a roofline for every device weight type', async () => {
  const device = await Device.open();
  const rows = await benchProducts(device, ROOFLINE, 1, { N: 128, K: 64, bytes: 2 ** 15 });
  const lines = rows.map(({ what }) => what);
  for (const type of Object.keys(BLOCK_BYTES)) expect(lines).toContain(`${type} weights, f32, 1 row`);
  expect(lines).toContain('q4 weights, int8, 64 rows');
  for (const { figure, roofline } of rows) expect(`${figure} ${roofline}`).toMatch(/^\d+\.\d\d .* % of \d/);
  await device.destroy();
});
