import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, FlakyServer, fault, type Step } from '../clients/flaky-server.ts';
import { BuiltCommand, oldestNode } from './daybreak.ts';

let command: BuiltCommand;
beforeAll(async () => {
  command = await BuiltCommand.build({ DAYBREAK_API_KEY: 'key', TERM: 'xterm' });
});
afterAll(() => command[Symbol.asyncDispose]());

/** Returns the terminal output of a command against a server with these answers. */
async function screen(steps: Step[], ...args: string[]): Promise<string> {
  await using server = await FlakyServer.start(...steps);
  const words = [oldestNode(), command.file, ...args].map((word) => `'${word}'`).join(' ');
  const run = promisify(execFile)('script', ['-qec', words, '/dev/null'], {
    env: { ...command.env, DAYBREAK_BASE_URL: server.baseUrl },
  });
  return (await run.catch((error) => error)).stdout.replaceAll('\r\n', '\n');
}

const id = '00000000-0000-4000-8000-000000000000';
const model = { id, entity: 'local', project: 'p', name: 'agent', run_id: id };
const list = (...data: unknown[]): Step => answer(200, { object: 'list', data, last_id: 'x', has_more: false });
/** Escape sequence that clears the screen. */
const clear = '\u001b[2J';

test('reasoning is dimmed on a terminal, and goes to standard error otherwise', async () => {
  const stream: Step = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const delta of [{ reasoning: 'well' }, { content: 'yes' }]) {
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  };
  const steps = [list({ id: 'toy' }), stream];
  const args = ['chat', 'toy', '-m', 'so?'];
  expect(await screen(steps, ...args)).toBe('\u001b[2mwell\u001b[0m\nyes\n');
  await using server = await FlakyServer.start(...steps);
  const read = await command.run([...args, '--url', server.baseUrl]);
  expect(read).toEqual({ code: 0, stdout: 'yes\n', stderr: 'well\n' });
});

test('answers of several models have headings when piped', async () => {
  const served = list({ id: 'toy' }, { id: 'other' });
  const says =
    (content: string): Step =>
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const choice = { index: 0, delta: { content }, finish_reason: null };
      response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
    };
  await using server = await FlakyServer.start(served, served, says('yes'), says('no'));
  const read = await command.run(['chat', 'toy', '--compare', 'other', '-m', 'so?', '--url', server.baseUrl]);
  expect(read).toEqual({ code: 0, stdout: '── toy\nyes\n── other\nno\n', stderr: '' });
});

test('no progress bar is drawn on a terminal with --json', async () => {
  const none = answer(404, { error: { message: 'none', type: 't', param: null, code: 'none' } });
  expect(await screen([none], 'jobs', 'watch', id)).toContain('░');
  expect(await screen([none], 'jobs', 'watch', id, '--json')).toMatch(/^\{.*\}\n$/);
  const sha256 = createHash('sha256').update('sent').digest('hex');
  const artifact = { ...model, version: 0, url: 'u', files: [{ name: 'a', bytes: 4, sha256 }] };
  const steps = [answer(200, artifact), (response) => void response.end('sent')] satisfies Step[];
  const got = await screen(steps, 'data', 'get', id, 'a', '--json', '-o', join(command.folder, 'quiet'));
  expect(JSON.parse(got).files).toHaveLength(1);
});

describe('control characters are escaped before they reach a terminal', () => {
  test('in trajectories, whose matches are highlighted in place', async () => {
    const found = { id, step: 1, reward: 1, split: clear, prompt: 'İİİ (Hello)', answer: '' };
    const lines = await screen([answer(200, model), list(found)], 'trajectories', 'grep', '(hello', '--model', id);
    expect(lines).toBe(`${id}  step 1  \\u001b[2J  reward 1  user: İİİ \u001b[1;31m(Hello\u001b[22;39m)\n`);
    const whole = { trajectory: { messages_and_choices: [{ role: clear, content: 'a long one' }] } };
    const steps = [answer(200, model), list({ ...found, split: 'train' }), answer(200, whole)];
    expect(await screen(steps, 'trajectories', 'grep', 'LONG', '--model', id)).toContain('reward 1  \\u001b[2J: a');
  });

  test('in names of owners, files and metrics', async () => {
    const key = { id: 'k', name: 'laptop', owner: clear, scopes: ['chat'] };
    await using server = await FlakyServer.start(answer(200, key), fault(401, clear));
    const login = ['login', server.baseUrl, '--name', 'one'];
    expect((await command.run(login, { input: 'key' })).stderr).toContain('as \\u001b[2J (key');
    expect((await command.run(login, { input: 'key' })).stderr).toContain('it is \\u001b[2J');

    const sha256 = createHash('sha256').update('sent').digest('hex');
    const artifact = { ...model, version: 0, url: 'u', files: [{ name: `a${clear}`, bytes: 4, sha256 }] };
    const sent: Step = (response) => void response.end('sent');
    const folder = join(command.folder, 'got');
    expect(await screen([answer(200, artifact), sent], 'data', 'get', id, '-o', folder)).toContain(
      'downloaded a\\u001b[2J (0.0 MB',
    );
    const history = [answer(200, { data: [{ name: clear }] }), list({ step: 1, metrics: {} })];
    expect(await screen(history, 'runs', 'export', id)).toMatch(/^step,.*\\u001b\[2J\n1,/);
  });

  test('in error messages about an invalid file', async () => {
    const file = join(command.folder, 'wrong.json');
    await writeFile(file, `${clear} no`);
    const { code, stderr } = await command.run(['api', 'createChatCompletion', '--messages', `@${file}`]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('\\u001b')]);
    expect(stderr).not.toContain('\u001b');
  });
});
