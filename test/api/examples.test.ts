import { execFile } from 'node:child_process';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

const chat = fileURLToPath(new URL('../../examples/chat.mjs', import.meta.url));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ workerEntry: peerEntry });
});
afterAll(() => server.end());

/** Returns what the example prints with the settings from the server's start lines. */
async function run(question: string, settings: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, DAYBREAK_BASE_URL: server.baseUrl, DAYBREAK_HOME: server.home, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [chat, question], { env });
  return stdout;
}

test('the chat example prints the answer that the server streams', async () => {
  const question = 'Say "a\\nb" and é';
  const messages = [{ role: 'user', content: question }];
  const { body } = await server.call('POST', '/chat/completions', { messages, temperature: 0, max_tokens: 64 });
  expect(body.choices[0].message.content).not.toBe('');
  expect(await run(question)).toBe(`${body.choices[0].message.content}\n`);
});

test('the chat example finds the key in the data folder', async () => {
  const { dir, base } = parse(server.home);
  const settings = { HOME: dir, DAYBREAK_HOME: `~/${base}`, DAYBREAK_API_KEY: '' };
  expect(await run('hi', settings)).toBe(await run('hi'));
});

test('the chat example reports a wrong key, no server or no key in one line', async () => {
  const failed = (settings: Record<string, string>) => run('hi', settings).catch((error) => [error.code, error.stderr]);
  expect(await failed({ DAYBREAK_API_KEY: 'x'.repeat(40) })).toEqual([1, expect.stringMatching(/^POST .*: 401 .*\n$/)]);
  expect(await failed({ DAYBREAK_BASE_URL: 'http://127.0.0.1:1/v1' })).toEqual([
    1,
    expect.stringMatching(/^No server.*\n$/),
  ]);
  expect(await failed({ DAYBREAK_HOME: '/nowhere' })).toEqual([1, expect.stringMatching(/^No API key: .*\n$/)]);
});
