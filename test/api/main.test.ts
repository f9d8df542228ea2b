import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';

const main = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url));
const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
let home: string;
let toy: string;
const children: ChildProcess[] = [];

beforeAll(() => {
  // Compiles the current src, because users start the compiled server.
  execFileSync(process.execPath, [setUp]);
  home = mkdtempSync(join(tmpdir(), 'daybreak-main-'));
  toy = join(home, 'toy');
  writeToyModel(toy);
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

interface Run {
  child: ChildProcess;
  output(): string;
  errors(): string;
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
}

function run(env: Record<string, string>): Run {
  const settings = { DAYBREAK_HOME: join(home, 'data'), DAYBREAK_PORT: '0', DAYBREAK_MODEL: toy, ...env };
  const child = spawn(process.execPath, [main], { env: { ...process.env, ...settings } });
  children.push(child);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, output: () => output, errors: () => errors, exited };
}

test('the server prints its address and key file, serves a chat and exits with 0 on Ctrl-C', async () => {
  const server = run({});
  await expect.poll(server.output).toContain('Ctrl-C stops the server.');
  const text = server.output();
  const url = /address +(\S+)/.exec(text)?.[1];
  const keyFile = /in the file (\S+)/.exec(text)?.[1] ?? '';
  expect(text).toMatch(/Daybreak serves toy on .+/);
  for (const example of ['chat.mjs', 'rl.mjs', 'sft.mjs']) expect(text).toContain(example);
  const key = readFileSync(keyFile, 'utf8').trim();
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(key.length).toBeGreaterThanOrEqual(40);
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"messages":[{"role":"user","content":"a secret question"}],"max_tokens":1}',
  });
  expect(response.status).toBe(200);
  server.child.kill('SIGINT');
  server.child.kill('SIGINT');
  expect(await server.exited).toBe(0);
  for (const secret of [key, 'a secret question']) {
    expect(server.output()).not.toContain(secret);
    expect(server.errors()).not.toContain(secret);
  }
});

test('the key survives a restart, and DAYBREAK_API_KEY works in addition', async () => {
  const before = readFileSync(join(home, 'data', 'api-key'), 'utf8');
  const own = 'k'.repeat(44);
  const server = run({ DAYBREAK_API_KEY: own });
  await expect.poll(server.output).toContain('Ctrl-C stops the server.');
  expect(readFileSync(join(home, 'data', 'api-key'), 'utf8')).toBe(before);
  const url = /address +(\S+)/.exec(server.output())?.[1];
  for (const key of [own, before.trim()]) {
    const { status } = await fetch(`${url}/models`, { headers: { authorization: `Bearer ${key}` } });
    expect(status).toBe(200);
  }
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});

test.each([
  [{ DAYBREAK_PORT: 'x' }, /^daybreak: DAYBREAK_PORT: .*allowed/],
  [{ DAYBREAK_MODEL: '/nowhere/model' }, /^daybreak: DAYBREAK_MODEL: "\/nowhere\/model" is not a model: /],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /^daybreak: .*database.*ECONNREFUSED 127.0.0.1:1/],
])('%o makes the start fail with one line and exit code 1', async (env, line) => {
  const server = run(env);
  expect(await server.exited).toBe(1);
  expect(server.errors()).toMatch(line);
  expect(server.errors().trim().split('\n')).toHaveLength(1);
});

test('two models of the same name make the start fail with one line', async () => {
  const namesake = join(home, 'other', 'toy');
  await writeToyModel(namesake);
  const server = run({ DAYBREAK_MODEL: `${toy},${namesake}` });
  expect(await server.exited).toBe(1);
  expect(server.errors()).toMatch(/^daybreak: DAYBREAK_MODEL: two models have the name "toy".*\n$/);
});

test('a port in use makes the start fail with one line', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const server = run({ DAYBREAK_PORT: port });
  expect(await server.exited).toBe(1);
  expect(server.errors()).toMatch(/^daybreak: DAYBREAK_PORT: the port is in use.*\n$/);
  other.close();
});
