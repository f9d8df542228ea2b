import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';

// Tests the key file and the modes of files with the program that users start.

const dist = (path: string) => fileURLToPath(new URL(`../../dist/app/${path}`, import.meta.url));
const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
let folder: string;
let home: string;
let env: NodeJS.ProcessEnv;

beforeAll(() => {
  execFileSync(process.execPath, [setUp]);
  folder = mkdtempSync(join(tmpdir(), 'daybreak-first-key-'));
  home = join(folder, 'data');
  writeToyModel(join(folder, 'toy'));
  env = { ...process.env, DAYBREAK_HOME: home, DAYBREAK_PORT: '0', DAYBREAK_MODEL: join(folder, 'toy') };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a server under a umask, runs `during` while it serves, ends it and returns its output. */
async function startOnce(during: (url: string) => Promise<void> | void = () => {}, umask = '022'): Promise<string> {
  const command = `umask ${umask}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', command, process.execPath, dist('main.js')], { env });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const exited = once(child, 'exit');
  try {
    await expect.poll(() => output).toContain('Ctrl-C stops the server.');
    await during(/address +(\S+)/.exec(output)?.[1] ?? '');
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
  return output;
}

const keyInFile = () => readFileSync(join(home, 'api-key'), 'utf8').trim();
const statusOf = async (url: string, key: string) =>
  (await fetch(`${url}/models`, { headers: { authorization: `Bearer ${key}` } })).status;
const modeOf = (path: string) => statSync(path).mode & 0o777;
const filesOf = () => readdirSync(home, { withFileTypes: true }).filter((entry) => entry.isFile());

function expectPrivate(): void {
  expect(modeOf(home)).toBe(0o700);
  expect(filesOf().map(({ name }) => name)).toEqual(expect.arrayContaining(['api-key', 'daybreak.sqlite']));
  for (const { name } of filesOf()) expect([name, modeOf(join(home, name))]).toEqual([name, 0o600]);
}

test('with umask 000, only the owner has access to the data folder and its files', async () => {
  const output = await startOnce(expectPrivate, '000');
  expect(output).not.toContain('warning');
});

test('a start removes the access of others to the data folder, with a warning', async () => {
  chmodSync(home, 0o755);
  for (const { name } of filesOf()) chmodSync(join(home, name), 0o666);
  const output = await startOnce(expectPrivate);
  expect(output).toMatch(/^warning: others had access to .*api-key.*daybreak\.sqlite.*; now only their owner has$/m);
});

test('the key of a deleted key file stays valid until revoked, and the next start warns how to revoke it', async () => {
  const leaked = keyInFile();
  rmSync(join(home, 'api-key'));
  let id = '';
  const first = await startOnce(async (url) => {
    expect([await statusOf(url, leaked), await statusOf(url, keyInFile())]).toEqual([200, 200]);
  });
  id = /^warning: an older first key is still valid; to revoke: npm run keys -- revoke (\S+)$/m.exec(first)?.[1] ?? '';
  expect(leaked).toContain(id);
  execFileSync(process.execPath, [dist('keys.js'), 'revoke', id], { env });
  const second = await startOnce(async (url) => {
    expect([await statusOf(url, leaked), await statusOf(url, keyInFile())]).toEqual([401, 200]);
  });
  expect(second).not.toContain('warning');
});

test('a server that listens on a public address warns that it has no TLS', async () => {
  env.DAYBREAK_HOST = '0.0.0.0';
  expect(await startOnce()).toMatch(/^warning: DAYBREAK_HOST=0\.0\.0\.0 .*without TLS/m);
  env.DAYBREAK_HOST = '127.0.0.1';
  expect(await startOnce()).not.toContain('TLS');
});
