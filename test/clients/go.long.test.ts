// Runs the Go client's own tests, in Go, against a server that fails in many ways.
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

test.skipIf(skip)('go vet and gofmt find nothing in the Go client', async () => {
  expect(await go('vet', '-mod=readonly', './...')).toBe('');
  expect(await run('gofmt', ['-l', '.'], { cwd: join(rootFolder, 'clients/go') })).toBe('');
});

test.skipIf(skip)('a program builds with the Go client from a sibling folder, as the README says', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'daybreak-go-module-'));
  try {
    const client = join(rootFolder, 'clients/go');
    await cp(client, join(scratch, 'go'), { recursive: true });
    const cwd = join(scratch, 'agent');
    await mkdir(cwd);
    await cp(join(client, 'examples/quickstart/main.go'), join(cwd, 'main.go'));
    const [, commands] = /```sh\n(go mod edit [^`]*)```/.exec(await readFile(join(client, 'README.md'), 'utf8'))!;
    for (const command of [
      'go mod init agent',
      ...commands.trim().split('\n'),
      'go mod vendor',
      'go build -mod=vendor .',
    ]) {
      const [program, ...args] = command.split(' ');
      await run(program, args, { cwd });
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});
