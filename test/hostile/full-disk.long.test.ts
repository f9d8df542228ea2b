import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { ownMounts } from '../../scripts/chaos/full-disk.ts';

const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
const main = fileURLToPath(new URL('../../scripts/chaos/full-disk-main.ts', import.meta.url));
const mayMount = ownMounts() !== null;

// Builds the server as users start it, from the current src.
beforeAll(() => void execFileSync(process.execPath, [setUp]));

test.skipIf(!mayMount)('a full disk of the data, the log or both loses no acknowledged write', async () => {
  const options = ['--rounds', '3', '--seed', '20261123'];
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...options]).catch((error) => error);
  const report = JSON.parse(stdout.slice(stdout.indexOf('\n{')));
  expect(report.faults).toEqual([]);
  expect(report).toMatchObject({ jobs: 3 * 4 });
  for (const count of [report.fills, report.chats, report.stored, report.refused]) expect(count).toBeGreaterThan(0);
});
