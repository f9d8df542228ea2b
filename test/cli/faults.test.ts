import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, FlakyServer, type Step } from '../clients/flaky-server.ts';
import { BuiltCommand, type Outcome, oldestNode } from './daybreak.ts';

let command: BuiltCommand;
beforeAll(async () => {
  command = await BuiltCommand.build({ DAYBREAK_API_KEY: 'key' });
});
afterAll(() => command[Symbol.asyncDispose]());

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
