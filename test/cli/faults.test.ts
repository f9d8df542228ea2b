import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, FlakyServer, type Step, silence } from '../clients/flaky-server.ts';
import { BuiltCommand, type Outcome, oldestNode } from './daybreak.ts';

let command: BuiltCommand;
beforeAll(async () => {
  command = await BuiltCommand.build({ DAYBREAK_API_KEY: 'key' });
  writeFileSync(at('rows.jsonl'), '{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}\n');
});
afterAll(() => command[Symbol.asyncDispose]());

const at = (...names: string[]): string => join(command.folder, ...names);
const id = '00000000-0000-4000-8000-000000000000';
const model: Step = answer(200, { id, entity: 'local', project: 'p', name: 'agent' });
const sent: Step = (response) => void response.writeHead(200).end('sent');

/** What a command leaves, and the paths that it asked a server for which answers so. */
async function outcome(steps: Step[], ...args: string[]): Promise<Outcome & { asked: string[] }> {
  await using server = await FlakyServer.start(...steps);
  const left = await command.run([...args, '--url', server.baseUrl]);
  return { ...left, asked: server.seen.map(({ method, url }) => `${method} ${url}`) };
}

describe('standard output that is full ends with a line', () => {
  const list = answer(200, { object: 'list', data: [], last_id: null, has_more: false });
  const line = 'daybreak: cannot write standard output: no space left on device\n';
  test.each<[string, Step[]]>([
    ['--help', []],
    ['completion bash', []],
    ['models ls', [list]],
    [`export ${id}:step1 --as gguf-q8_0 -o -`, [model, sent]],
  ])('of %s', async (words, steps) => {
    expect(await filled(steps, words)).toEqual({ code: 1, stderr: line });
  });

  test('that is a document with --json', async () => {
    const { code, stderr } = await filled([list], 'models ls --json');
    expect([code, JSON.parse(stderr).error.message]).toEqual([1, line.slice('daybreak: '.length).trimEnd()]);
  });

  async function filled(steps: Step[], words: string): Promise<{ code: number; stderr: string }> {
    await using server = await FlakyServer.start(...steps);
    const script = `"$0" "$1" ${words} > /dev/full`;
    const env = { ...command.env, DAYBREAK_BASE_URL: server.baseUrl };
    const run = promisify(execFile)('bash', ['-c', script, oldestNode(), command.file], { env });
    const { code = 0, stderr } = await run.catch((error) => error);
    return { code, stderr };
  }
});

describe('a signal has an exit code of its own', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s', async (signal, code) => {
    const put = [answer(200, { id }), silence, answer(200, {})];
    expect(await ended(put, ['data', 'put', at('rows.jsonl')], 2, signal)).toEqual({
      code,
      methods: ['POST', 'PUT', 'DELETE'],
    });
    const events: Step = (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    expect(await ended([events], ['jobs', 'watch', id], 1, signal)).toEqual({ code, methods: ['GET'] });
  });

  /** Sends the signal once so many requests have come. */
  async function ended(steps: Step[], args: string[], requests: number, signal: NodeJS.Signals) {
    await using server = await FlakyServer.start(...steps);
    const child = command.start([...args, '--url', server.baseUrl]);
    const exit = new Promise((resolve) => child.on('close', resolve));
    await expect.poll(() => server.seen.length, { timeout: 60_000 }).toBe(requests);
    child.kill(signal);
    return { code: await exit, methods: server.seen.map(({ method }) => method) };
  }
});

test('each fault of a request is told once', async () => {
  const [first, second] = [
    { loc: ['path', 'training_job_id'], msg: 'must be a UUID' },
    { loc: ['query', 'limit'], msg: 'must be a number' },
  ];
  const error = { message: 'training_job_id: must be a UUID', type: 't', param: 'training_job_id', code: 'c' };
  const said = async (...detail: unknown[]) =>
    (await outcome([answer(400, { error, detail })], 'jobs', 'show', id)).stderr;
  expect(await said(first, first)).toBe('daybreak: training_job_id: must be a UUID\n');
  expect(await said(first, second, second)).toBe(
    'daybreak: training_job_id: must be a UUID\n  query.limit: must be a number\n',
  );
});
