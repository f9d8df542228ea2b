import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('the scripts of the page type-check against their JSDoc types', async () => {
  const args = [inRepository('node_modules/typescript/bin/tsc'), '-p', inRepository('docs-page')];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error);
  expect(stdout).toBe('');
});
