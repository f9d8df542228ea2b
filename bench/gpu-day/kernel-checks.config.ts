import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '../..');
const everyKernel = readFileSync(join(root, 'test/device-classes/every-kernel.ts'), 'utf8');

/** Tests of kernels against float64 on the machine's adapter, one file at a time, since there is one device. */
export default defineConfig({
  test: {
    root,
    environment: 'node',
    include: [
      ...Array.from(everyKernel.matchAll(/^import '\.\.\/(.*)';$/gm), ([, path]) => `test/${path}`),
      'test/compute/attention-matrix.ts',
    ],
    setupFiles: [join(import.meta.dirname, 'kernels-of-tests.ts')],
    pool: 'forks',
    maxWorkers: 1,
    execArgv: ['--expose-gc', `--wasm-wrapper-tiering-budget=${2 ** 30}`],
    testTimeout: 20 * 60_000,
    hookTimeout: 20 * 60_000,
  },
});
