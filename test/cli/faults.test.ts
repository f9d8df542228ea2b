import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, FlakyServer, type Step, silence } from '../clients/flaky-server.ts';
import { BuiltCommand, type Outcome, oldestNode } from './daybreak.ts';

let command: BuiltCommand;
beforeAll(async () => {
  command = await BuiltCommand.build({ DAYBREAK_API_KEY: 'key' });
  mkdirSync(at('folder'));
  writeFileSync(at('rows.jsonl'), '{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}\n');
  await promisify(execFile)('mkfifo', [at('pipe')]);
});
afterAll(() => command[Symbol.asyncDispose]());

const at = (...names: string[]): string => join(command.folder, ...names);
const id = '00000000-0000-4000-8000-000000000000';
const model: Step = answer(200, { id, entity: 'local', project: 'p', name: 'agent' });
const sent: Step = (response) => void response.writeHead(200).end('sent');

/** Runs a command against a server with these answers. Returns its outcome and the requests. */
async function outcome(steps: Step[], ...args: string[]): Promise<Outcome & { asked: string[] }> {
  await using server = await FlakyServer.start(...steps);
  const left = await command.run([...args, '--url', server.baseUrl]);
  return { ...left, asked: server.seen.map(({ method, url }) => `${method} ${url}`) };
}

describe('a path that is not a usable file or folder is refused before any request', () => {
  const put = ['data', 'put'];
  const train = ['train', 'sft', '--model', 'p/m', '--base-model', 'toy'];
  const adopt = ['import', '--model', 'p/m', '--base-model', 'toy'];
  const raw = ['api', 'uploadArtifactFile', '--artifact-id', id, '--file-name', 'a', '--body'];
  test.each([
    [put, 'pipe', 'pipe is not a file'],
    [put, 'folder', 'folder is a folder; give the path of a file'],
    [put, 'nofile', 'nofile does not exist'],
    [train, 'pipe', 'pipe is not a file'],
    [train, 'folder', 'folder is a folder; give the path of a file'],
    [train, 'nofile.jsonl', 'nofile.jsonl does not exist'],
    [adopt, 'nofolder', 'nofolder does not exist'],
    [adopt, 'folder', 'folder/adapter_config.json does not exist'],
    [raw, 'pipe', 'pipe is not a file'],
  ])('%s %s', async (words, path, said) => {
    const left = await outcome([], ...words, at(path));
    expect(left).toEqual({ code: 2, stdout: '', stderr: `daybreak: ${at(said)}\n`, asked: [] });
  });
});

test('a closed standard output is not an error', async () => {
  const args = ['-c', '"$0" "$1" version >&-', oldestNode(), command.file];
  expect(await promisify(execFile)('sh', args, { env: command.env })).toEqual({ stdout: '', stderr: '' });
});

describe('a full disk at standard output ends the command with one line', () => {
  const list = answer(200, { object: 'list', data: [], last_id: null, has_more: false });
  const line = 'daybreak: cannot write standard output: no space left on device\n';
  test.each<[string, Step[]]>([
    ['--help', []],
    ['completion bash', []],
    ['models ls', [list]],
    [`export ${id}:step1 --as gguf-q8_0 -o -`, [model, sent]],
  ])('for %s', async (words, steps) => {
    expect(await filled(steps, words)).toEqual({ code: 1, stderr: line });
  });

  test('which is JSON with --json', async () => {
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

describe('a signal ends a command with exit code 128 + its number', () => {
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

  /** Sends the signal after this number of requests. */
  async function ended(steps: Step[], args: string[], requests: number, signal: NodeJS.Signals) {
    await using server = await FlakyServer.start(...steps);
    const child = command.start([...args, '--url', server.baseUrl]);
    const exit = new Promise((resolve) => child.on('close', resolve));
    await expect.poll(() => server.seen.length, { timeout: 60_000 }).toBe(requests);
    child.kill(signal);
    return { code: await exit, methods: server.seen.map(({ method }) => method) };
  }
});

test('repeated errors of a request are printed once', async () => {
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

describe('the error names the requested output path', () => {
  const artifact = answer(200, { id, name: 'a', version: 0, url: 'u', files: [{ name: 'a', bytes: 4, sha256: '' }] });
  const missing = (...args: string[]) => outcome([args[0] === 'export' ? model : artifact], ...args);

  test('if its folder does not exist, before the file is requested', async () => {
    const path = at('nowhere', 'x');
    const stderr = `daybreak: ${path} cannot be written: the folder does not exist\n`;
    for (const args of [
      ['export', `${id}:step1`, '--as', 'gguf-q8_0', '-o', path],
      ['data', 'get', id, 'a', '-o', path],
    ]) {
      const left = await missing(...args);
      expect(left).toMatchObject({ code: 2, stdout: '', stderr });
      expect(left.asked).toHaveLength(1);
    }
    expect((await outcome([sent], 'data', 'download', id, 'a', '-o', path)).stderr).toBe(stderr);
  });

  test('if it is below a file', async () => {
    const path = at('rows.jsonl', 'x');
    const { code, stderr } = await missing('export', `${id}:step1`, '--as', 'merged', '-o', path);
    expect([code, stderr.replace(' cannot be written', '')]).toEqual([2, `daybreak: ${path}: not a directory\n`]);
  });

  test('if it is not a folder, and suggests .tar or - for one stream', async () => {
    for (const path of ['/dev/null', at('pipe'), at('rows.jsonl')]) {
      const { code, stderr } = await missing('export', `${id}:step1`, '--as', 'merged', '-o', path);
      expect(code).toBe(2);
      expect(stderr).toMatch(`daybreak: ${path} is not a folder; `);
      expect(stderr).toMatch(/ \.tar, or - .* one archive\n$/);
    }
    expect(existsSync(at('nowhere'))).toBe(false);
    expect(readdirSync(command.folder).filter((name) => name.includes('part'))).toEqual([]);
  });
});
