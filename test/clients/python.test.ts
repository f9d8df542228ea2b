// Runs the Python client's own tests, in Python, against the package that pip installs.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../scripts/run.mjs';
import { clients } from './toolchain.ts';

const { client, skip } = clients.find(({ client: { language } }) => language === 'python')!;

test.skipIf(skip)('the tests of the Python client pass', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'daybreak-python-tests-'));
  try {
    const { tests } = await client.build(scratch);
    const { program, args, cwd, env } = tests!;
    const output = await run(program, args, { cwd, env: { ...process.env, ...env } });
    expect(output).toMatch(/^Ran \d+ tests in .*\n\nOK$/m);
    expect(Number(output.match(/^Ran (\d+) tests/m)?.[1])).toBeGreaterThanOrEqual(25);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});
