import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer, FlakyServer, fault, type Step } from '../clients/flaky-server.ts';
import { BuiltCommand, oldestNode } from './daybreak.ts';

let command: BuiltCommand;
beforeAll(async () => {
  command = await BuiltCommand.build();
});
afterAll(() => command[Symbol.asyncDispose]());

const key = { id: 'k', name: 'laptop', owner: 'bob', scopes: ['chat'], expires: null, session: null, limits: null };
const accepts: Step = answer(200, key);
const keyOf = (server: FlakyServer, index = -1) => server.seen.at(index)!.headers.authorization;
const configFile = () => join(command.env.XDG_CONFIG_HOME!, 'daybreak/config.json');

test('login checks the key, and stores it in a file of mode 600', async () => {
  await using server = await FlakyServer.start(accepts, fault(401, 'invalid_api_key'), accepts);
  const file = join(command.folder, 'key');
  await writeFile(file, 'first-key\r\nmade for bob\n');
  const login = await command.run(['login', `${server.baseUrl}/v1/`, '--name', 'one', '--key-file', file]);
  expect(login).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('as bob') });
  expect(keyOf(server)).toBe('Bearer first-key');
  const modes = await Promise.all(
    [configFile(), join(configFile(), '..')].map(async (path) => (await stat(path)).mode),
  );
  expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['600', '700']);

  const before = await readFile(configFile(), 'utf8');
  const refused = await command.run(['login', server.baseUrl, '--name', 'two'], { input: 'wrong-key\n' });
  expect(refused.code).toBe(4);
  expect(await readFile(configFile(), 'utf8')).toBe(before);

  const second = await command.run(['login', server.baseUrl, '--name', 'two'], { input: 'second-key\n' });
  expect([second.code, keyOf(server)]).toEqual([0, 'Bearer second-key']);
  const listed = await command.run(['profiles', 'ls', '--json']);
  expect(JSON.parse(listed.stdout)).toEqual([
    { name: 'one', url: server.baseUrl, current: false },
    { name: 'two', url: server.baseUrl, current: true },
  ]);
  expect(listed.stdout).not.toContain('-key');
});

test('dashboard and version need no key', async () => {
  const health = { status: 'ok', version: '1.2.3' };
  await using server = await FlakyServer.start(answer(200, health), answer(200, health));
  const env = { DAYBREAK_HOME: command.folder, DAYBREAK_BASE_URL: server.baseUrl };
  const shown = await command.run(['dashboard'], { env });
  expect(shown).toEqual({ code: 0, stdout: `${server.baseUrl}/app\n`, stderr: '' });
  const { stdout } = await command.run(['version', '--json'], { env });
  expect(JSON.parse(stdout).server).toBe('1.2.3');
  expect(keyOf(server)).toBeUndefined();
});

test('flags override the environment, which overrides the current profile', async () => {
  await using server = await FlakyServer.start(...Array.from({ length: 6 }, () => accepts));
  await using other = await FlakyServer.start(accepts, accepts);
  for (const name of ['one', 'two']) {
    await command.run(['login', server.baseUrl, '--name', name], { input: `${name}-key` });
  }
  const ask = (args: string[], env = {}) => command.run(['whoami', ...args], { env });
  await ask([]);
  expect(keyOf(server)).toBe('Bearer two-key');
  await ask([], { DAYBREAK_API_KEY: 'env-key' });
  expect(keyOf(server)).toBe('Bearer env-key');
  await ask(['--profile', 'one'], { DAYBREAK_API_KEY: 'env-key', DAYBREAK_BASE_URL: other.baseUrl });
  expect(keyOf(server)).toBe('Bearer one-key');
  await ask([], { DAYBREAK_API_KEY: 'env-key', DAYBREAK_BASE_URL: other.baseUrl });
  expect(keyOf(other)).toBe('Bearer env-key');
  await ask(['--url', server.baseUrl], { DAYBREAK_API_KEY: 'env-key', DAYBREAK_BASE_URL: other.baseUrl });
  expect([keyOf(server), server.seen.length, other.seen.length]).toEqual(['Bearer env-key', 6, 1]);
});

test('the key of a profile is never sent to another server', async () => {
  await using server = await FlakyServer.start(accepts);
  await using other = await FlakyServer.start(accepts);
  await command.run(['login', server.baseUrl, '--name', 'one'], { input: 'one-key' });
  const asked = await command.run(['whoami', '--url', other.baseUrl]);
  expect([asked.code, other.seen]).toEqual([4, []]);
  const named = await command.run(['whoami', '--profile', 'one', '--url', other.baseUrl]);
  expect([named.code, other.seen]).toEqual([4, []]);
});

test('profiles use selects a profile, and profiles rm requires --yes', async () => {
  await using server = await FlakyServer.start(accepts, accepts);
  for (const name of ['one', 'two']) await command.run(['login', server.baseUrl, '--name', name], { input: 'key' });
  expect((await command.run(['profiles', 'use', 'none'])).code).toBe(5);
  expect((await command.run(['profiles', 'use', 'one'])).code).toBe(0);
  expect((await command.run(['profiles', 'rm', 'one'])).code).toBe(2);
  expect((await command.run(['profiles', 'rm', 'one', '--yes'])).code).toBe(0);
  const { current, profiles } = JSON.parse(await readFile(configFile(), 'utf8'));
  expect([current, Object.keys(profiles)]).toEqual([undefined, ['two']]);
});

test('login prompts for the key in a terminal without echoing it', async () => {
  await using server = await FlakyServer.start(accepts);
  const line = `${oldestNode()} ${command.file} login ${server.baseUrl} --name typed`;
  const terminal = spawn('script', ['-qec', line, '/dev/null'], { env: command.env });
  let screen = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    if (text.includes('API key for')) terminal.stdin.write('typed-keX\u007fy\r');
  });
  const code = await new Promise((resolve) => terminal.on('close', resolve));
  expect([code, keyOf(server)]).toEqual([0, 'Bearer typed-key']);
  expect(screen).toContain('profile typed is in use');
  expect(screen).not.toContain('typed-k');
});
