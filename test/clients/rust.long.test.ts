// Runs the Rust client's own tests, in Rust, against a server that fails in many ways.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cargo } from '../../scripts/clients/rust.mjs';
import { rootFolder } from '../../scripts/root-folder.mjs';
import { clients } from './toolchain.ts';

const { skip } = clients.find(({ client: { language } }) => language === 'rust')!;

test.skipIf(skip)('the tests of the Rust client pass', async () => {
  const output = await cargo('clients/rust', ['test', '--no-default-features', '--lib', '--tests']);
  const counts = [...output.matchAll(/^test result: ok\. (\d+) passed; 0 failed; 0 ignored;/gm)];
  expect(counts).toHaveLength(3);
  expect(counts.reduce((sum, [, passed]) => sum + Number(passed), 0)).toBeGreaterThanOrEqual(40);
});

test.each(['clients/rust', 'scripts/clients/rust/generator'])(
  '%s takes all its packages from crates.io',
  async (folder) => {
    const lock = await readFile(join(rootFolder, folder, 'Cargo.lock'), 'utf8');
    const sources = new Set(lock.match(/^source = .*$/gm));
    expect([...sources]).toEqual(['source = "registry+https://github.com/rust-lang/crates.io-index"']);
  },
);
