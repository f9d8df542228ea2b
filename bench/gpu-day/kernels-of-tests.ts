import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { TestDevice } from '../../test/compute/test-device.ts';
import { KERNELS_FOLDER, type TestedKernels } from './tested-kernels.ts';

// Registered before the tests' own hooks, so it runs after them, when they have closed their devices.
afterAll(() => {
  const folder = process.env[KERNELS_FOLDER];
  if (folder === undefined) return;
  const tested: TestedKernels = { file: expect.getState().testPath ?? '', kernels: [...TestDevice.kernels] };
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(tested));
});
