import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Device } from '../../src/compute/device.ts';
import { candidatesOf, type ProductShape, Tuning } from '../../src/compute/tuning.ts';
import { keepTuning, tuningIdentity, useTuning } from '../../src/compute/tuning-file.ts';

const shape: ProductShape = { type: 'q4', T: 1, N: 1536, K: 576 };
const KEY = 'matvec q4 [1536, 576] T 1';

it('lists candidates with room for the rows, the shipped default first', () => {
  const { N, K } = shape;
  expect([1, 2, 3, 4, 5, 8].map((T) => candidatesOf('matvec', { T, N, K }))).toEqual([
    [8, 16, 4, 2, 1],
    [8, 16, 4, 2],
    [8, 16, 4],
    [8, 16, 4],
    [8, 16],
    [8, 16],
  ]);
  expect(candidatesOf('matvec', { T: 5, N: 1024, K: 2048 })).toEqual([16, 8]);
  expect([9, 32, 33, 5000].map((T) => candidatesOf('matmul_tiled', { T, N, K })[0])).toEqual([4, 4, 8, 8]);
  expect(candidatesOf('matmul_transposed_tiled', { T: 33, N, K })).toEqual([8, 4]);
});

it('chooses the shipped default until told otherwise, alike for all row counts of a bucket', () => {
  const tuning = new Tuning();
  expect(tuning.choice('matvec', shape)).toBe(8);
  tuning.choose('matvec', { ...shape, T: 3 }, 4);
  expect([2, 3, 4, 5].map((T) => tuning.choice('matvec', { ...shape, T }))).toEqual([8, 4, 4, 8]);
  expect(tuning.choice('matvec', { ...shape, T: 3, N: 64 })).toBe(8);
  tuning.forget('matvec', { ...shape, T: 4 });
  expect(tuning.choices).toEqual({});
  expect(() => tuning.choose('matvec', { ...shape, T: 3 }, 2)).toThrow('matvec q4 [1536, 576] T 4 cannot be 2');
});

it('ignores choices of a file that no kernel can be compiled with', () => {
  const tuning = new Tuning();
  const wrong = { 'matvec q4 [64, 64] T 4': 2, 'softmax q4 [64, 64] T 1': 4, 'matvec q4 T 1': 4, nonsense: 1 };
  tuning.restore({ [KEY]: 2, ...wrong, 'matmul_tiled bf16 [64, 64] T 256': '4' });
  expect(tuning.choices).toEqual({ [KEY]: 2 });
});

it('stores choices with the identity of the device, and restores them for that adapter and driver only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-tuning-'));
  const device = await Device.open();
  try {
    expect(useTuning(device, folder)).toBe(false);
    device.tuning.choose('matvec', shape, 2);
    const path = keepTuning(device, folder);
    expect(await readdir(folder)).toHaveLength(1);
    const identity = tuningIdentity(device);
    expect(identity).toMatchObject({ adapter: device.info.name, dawn: expect.stringMatching(/^\d/) });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ identity, choices: { [KEY]: 2 } });
    device.tuning.forget('matvec', shape);
    expect(useTuning(device, folder)).toBe(true);
    expect(device.tuning.choice('matvec', shape)).toBe(2);
    device.tuning.forget('matvec', shape);
    device.info.name += ', another driver';
    expect(useTuning(device, folder)).toBe(false);
    expect(device.tuning.choice('matvec', shape)).toBe(8);
    await writeFile(keepTuning(device, folder), 'torn');
    expect(useTuning(device, folder)).toBe(false);
  } finally {
    await device.destroy();
    await rm(folder, { recursive: true });
  }
});
