import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('the dashboard type-checks against the contract', async () => {
  const args = [inRepository('node_modules/typescript/bin/tsc'), '-p', inRepository('dashboard')];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error);
  expect(stdout).toBe('');
});
