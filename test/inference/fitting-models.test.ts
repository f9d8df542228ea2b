import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { DeviceOutOfMemoryError } from '../../src/compute/errors.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { keptBytes } from '../../src/model/weight-blocks.ts';
import { checkFit } from '../../src/worker/process/fitting-models.ts';

const home = mkdtempSync(join(tmpdir(), 'daybreak-fit-'));
const folder = join(home, 'toy');
writeToyModel(folder);
const checkpoint = openCheckpoint(folder);
const [f32, int8] = [keptBytes(checkpoint, 'f32'), keptBytes(checkpoint, 'int8')];
checkpoint.close();
afterAll(() => rmSync(home, { recursive: true }));

const models = [{ id: 'toy', path: folder }];
/** Returns the memory of a GPU with `usable` bytes for models. */
const gpu = (usable: number) => ({ bytes: Math.ceil(usable / 0.9), source: 'driver' as const });
const refusal = (usable: number): string => {
  try {
    checkFit(models, gpu(usable));
  } catch (error) {
    expect(error).toBeInstanceOf(DeviceOutOfMemoryError);
    return (error as Error).message;
  }
  return '';
};

test('models that fit in their precision are accepted', () => {
  expect(refusal(f32)).toBe('');
  expect(() => checkFit([{ ...models[0], precision: 'int8' }], gpu(int8))).not.toThrow();
  expect(int8 / f32).toBeLessThan(0.35);
});

test('models that do not fit are refused with their bytes, the available bytes, and what would fit', () => {
  expect(refusal(f32 - 1)).toMatch(
    /^the weights take 0\.\d+ GiB \(toy 0\.\d+\); of the 0\.\d+ GiB of .*: DAYBREAK_PRECISION=int8 takes 0\.\d+ GiB$/,
  );
  expect(refusal(int8 - 1)).toMatch(/: 4-bit files of the same models \(such as Q4_K_M\) take about 0\.\d+ GiB$/);
  expect(refusal(f32 / 100)).toMatch(
    /: serve fewer models, or one of at most about [\de.-]+ billion parameters in 4 bits$/,
  );
});

test('the bytes of several models are summed', () => {
  expect(() => checkFit([models[0], { id: 'other', path: folder }], gpu(f32 * 1.5))).toThrow(
    /\(toy 0\.\d+, other 0\.\d+\)/,
  );
});
