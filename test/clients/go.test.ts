// The hand-written layer of the Go client: its own tests, in Go, against a server that fails in every way.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootFolder } from '../../scripts/root-folder.mjs';
import { run } from '../../scripts/run.mjs';
import { clients } from './toolchain.ts';

const { skip } = clients.find(({ client: { language } }) => language === 'go')!;
const go = (...args: string[]) => run('go', args, { cwd: join(rootFolder, 'clients/go') });

test.skipIf(skip)('the tests of the Go client pass', async () => {
  const output = await go('test', '-mod=readonly', '-v', './...');
  const passed = output.match(/^--- PASS: /gm) ?? [];
  expect(passed.length).toBeGreaterThanOrEqual(35);
  expect(output).not.toMatch(/^\s*--- (FAIL|SKIP): /m);
});

test.skipIf(skip)('go vet has nothing to say, gofmt nothing to change', async () => {
  expect(await go('vet', '-mod=readonly', './...')).toBe('');
  expect(await run('gofmt', ['-l', '.'], { cwd: join(rootFolder, 'clients/go') })).toBe('');
});
