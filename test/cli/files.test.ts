import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageFailure } from '../../cli/failures.ts';
import { readModelName } from '../../cli/model-name.ts';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { createRecords, type OwnerRecords } from '../abuse/owner-records.ts';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { answer, FlakyServer, type Step } from '../clients/flaky-server.ts';
import { faultsOf, validatorAt } from '../contract/schemas.ts';
import { hubServer } from '../model/hub-server.ts';
import { BuiltCommand, type Outcome, oldestNode } from './daybreak.ts';

let server: TestServer;
let things: OwnerRecords;
let command: BuiltCommand;

beforeAll(async () => {
  server = await startTestServer();
  things = await createRecords(server, server.key);
  command = await BuiltCommand.build({ DAYBREAK_BASE_URL: server.baseUrl, DAYBREAK_API_KEY: server.key });
});
afterAll(async () => {
  await command?.[Symbol.asyncDispose]();
  await server?.end();
});

const daybreak = (...args: string[]): Promise<Outcome> => command.run(args);
const at = (...names: string[]): string => join(command.folder, ...names);

/** Runs a command that must succeed, and returns its standard output without the last line break. */
async function output(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await daybreak(...args);
  expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
  return stdout.trimEnd();
}

/** Returns the files of a folder, by name. */
const filesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));

async function artifactCount(): Promise<number> {
  return (await server.call('GET', '/preview/artifacts?limit=100')).body.data.length;
}

test('a step may follow the name of a model', () => {
  expect(readModelName('agent')).toEqual({ name: 'agent' });
  expect(readModelName('p/agent:step12')).toEqual({ name: 'p/agent', step: 12 });
  expect(readModelName('agent:latest')).toEqual({ name: 'agent' });
  const whole = 'wandb-artifact:///local/p/agent';
  expect([readModelName(whole), readModelName(`${whole}:step0`)]).toEqual([{ name: whole }, { name: whole, step: 0 }]);
  for (const text of ['', ':step1', 'agent:step', 'agent:stepx', 'agent:v1:step1x', 'agent:']) {
    expect(() => readModelName(text), text).toThrow(UsageFailure);
  }
});

describe('an adapter', () => {
  test('is exported in PEFT format, and overwrites existing files only with --yes', async () => {
    const folder = at('adapter');
    expect(await output('export', 'agent', '--as', 'peft', '-o', folder)).toBe(folder);
    const { body } = await server.call('GET', `/preview/models/${things.model}/checkpoints/1/files`);
    const sizes = Object.entries(filesIn(folder)).map(([name, bytes]) => ({ name, bytes: bytes.length }));
    expect(sizes).toEqual(body.data);
    writeFileSync(join(folder, 'adapter_config.json'), 'mine');
    writeFileSync(join(folder, 'README.md'), 'mine too');
    const again = ['export', 'p/agent:step1', '--as', 'peft', '-o', folder];
    expect(await daybreak(...again)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--yes') });
    expect(filesIn(folder)['adapter_config.json']!.toString()).toBe('mine');
    expect(JSON.parse(await output(...again, '--yes', '--json'))).toMatchObject({ model: 'team/p/agent', step: 1 });
    expect(Object.keys(filesIn(folder))).toEqual(['README.md', ...sizes.map(({ name }) => name)]);
    expect(JSON.parse(filesIn(folder)['adapter_config.json']!.toString()).peft_type).toBe('LORA');
  });

  test('is imported into a new model with the same bytes, and leaves no artifact behind', async () => {
    const before = await artifactCount();
    await output('export', 'agent', '--as', 'peft', '-o', at('source'));
    const { model_id: id } = JSON.parse(
      await output('import', at('source'), '--model', 'p/imported', '--base-model', 'toy', '--json'),
    );
    expect(await artifactCount()).toBe(before);
    expect((await server.call('GET', `/preview/models/${id}`)).body).toMatchObject({ project: 'p', name: 'imported' });
    await output('export', id, '--as', 'peft', '-o', at('returned'));
    expect(filesIn(at('returned'))).toEqual(filesIn(at('source')));
    const elsewhere = ['import', at('source'), '--model', 'elsewhere', '--base-model', 'toy'];
    expect(await output(...elsewhere, '--project', 'q')).toMatch(/^model +local\/q\/elsewhere\n/);
    // Given a weights file, the command reads the configuration next to it.
    const weights = at('source', 'adapter_model.safetensors');
    expect(await output('import', weights, '--model', 'imported')).toMatch(/^model +local\/p\/imported\n/);
  });

  test('that cannot be used creates neither a model nor an artifact', async () => {
    const before = await artifactCount();
    mkdirSync(at('broken'));
    writeFileSync(at('broken', 'adapter_config.json'), '{}');
    writeFileSync(at('broken', 'adapter_model.safetensors'), 'no');
    const broken = await daybreak('import', at('broken'), '--model', 'p/broken', '--base-model', 'toy');
    expect(broken).toMatchObject({ code: 6, stdout: '', stderr: expect.stringContaining('adapter_config.json') });
    const faulty = await Promise.all([
      daybreak('models', 'show', 'broken'),
      daybreak('import', at('nothing'), '--model', 'agent'),
      daybreak('import', at('broken'), '--model', 'nobody'),
      daybreak('export', 'agent:step0', '--as', 'peft'),
      daybreak('export', 'agent:last', '--as', 'peft'),
      daybreak('export', 'agent:step9', '--as', 'merged', '-o', at('none')),
    ]);
    expect(faulty.map(({ code }) => code)).toEqual([5, 2, 5, 5, 2, 5]);
    expect(faulty[3]!.stderr).toContain('has no adapter');
    expect(existsSync(at('none'))).toBe(false);
    expect(await artifactCount()).toBe(before);
  });
});

describe('a whole model', () => {
  test('is exported as a folder, as a tar file, and on standard output', async () => {
    await output('export', 'agent', '--as', 'merged', '-o', at('merged'));
    await output('export', 'agent', '--as', 'merged', '-o', at('merged.tar'));
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-c', '"$0" "$1" export agent:step1 --as merged -o - | tar -t', oldestNode(), command.file],
      { env: command.env },
    );
    expect(Object.keys(filesIn(at('merged')))).toContain('model.safetensors');
    expect(stdout.trimEnd().split('\n')).toHaveLength(readdirSync(at('merged')).length);
    mkdirSync(at('unpacked'));
    await promisify(execFile)('tar', ['-xf', at('merged.tar'), '-C', at('unpacked'), '--strip-components=1']);
    expect(filesIn(at('unpacked'))).toEqual(filesIn(at('merged')));
  });

  test('and an adapter are not exported into one folder, where transformers would combine them', async () => {
    await output('export', 'agent', '--as', 'peft', '-o', at('lora'));
    await output('export', 'agent', '--as', 'merged', '-o', at('whole'));
    for (const [as, folder] of [
      ['merged', 'lora'],
      ['peft', 'whole'],
    ] as const) {
      const before = filesIn(at(folder));
      const mixed = await daybreak('export', 'agent', '--as', as, '-o', at(folder), '--yes');
      expect(mixed).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('give another folder') });
      expect(filesIn(at(folder))).toEqual(before);
    }
  });

  const [model, checkpoints] = [
    { id: '00000000-0000-4000-8000-000000000000', entity: 'local', project: 'p', name: 'agent' },
    { data: [{ step: 3 }], last_id: 'x', has_more: false },
  ];
  const list = (data: unknown[]): Step => answer(200, { data, last_id: 'x', has_more: false });
  const bytes =
    (content: string, headers: Record<string, string> = {}): Step =>
    (response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream', ...headers }).end(content);
    };

  test('is exported as GGUF of the requested type, and refused from a server that ignores the format', async () => {
    const steps = (last: Step) => [list([model]), answer(200, checkpoints), last];
    await using able = await FlakyServer.start(...steps(bytes('GGUF…')));
    const args = ['export', 'agent', '--as', 'gguf-q8_0', '-o', at('agent.gguf'), '--url'];
    expect(await output(...args, able.baseUrl)).toBe(at('agent.gguf'));
    expect(readFileSync(at('agent.gguf'), 'utf8')).toBe('GGUF…');
    expect(able.seen.at(-1)!.url).toBe(`/v1/preview/models/${model.id}/checkpoints/3/merged?format=gguf-q8_0`);
    await using old = await FlakyServer.start(...steps(bytes('a tar', { 'daybreak-ignored-fields': 'format' })));
    expect(await daybreak(...args, old.baseUrl, '--yes')).toMatchObject({ code: 6, stdout: '' });
    expect(readFileSync(at('agent.gguf'), 'utf8')).toBe('GGUF…');
  });

  test('needs tar for a folder, and the error says so', async () => {
    await using able = await FlakyServer.start(list([model]), answer(200, checkpoints), bytes('a tar'));
    const args = ['export', 'agent', '--as', 'merged', '-o', at('untarred'), '--url', able.baseUrl];
    const { code, stderr } = await command.run(args, { env: { PATH: at('nowhere') } });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/ENOENT.* ends in \.tar does not need it/),
    });
    expect(existsSync(at('untarred'))).toBe(false);
  });

  test('and other downloads leave nothing on disk after a wrong SHA-256 or Ctrl-C', async () => {
    const sha256 = createHash('sha256').update('sent').digest('hex');
    const artifact = { ...model, version: 0, url: 'u', files: [{ name: 'a.bin', bytes: 4, sha256 }] };
    await using lying = await FlakyServer.start(answer(200, artifact), bytes('SENT'));
    const wrong = await daybreak('data', 'get', model.id, 'a.bin', '-o', at('a.bin'), '--url', lying.baseUrl);
    expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(sha256) });
    await using slow = await FlakyServer.start(answer(200, artifact), (response) => void response.write('SE'));
    const child = command.start(['data', 'get', model.id, '--url', slow.baseUrl, '-o', at('folder')]);
    const exit = new Promise((resolve) => child.on('close', resolve));
    await expect.poll(() => existsSync(at('folder')) && readdirSync(at('folder')), { timeout: 60_000 }).toHaveLength(1);
    child.kill('SIGINT');
    expect(await exit).toBe(130);
    expect(existsSync(at('folder'))).toBe(false);
    expect(readdirSync(command.folder).filter((name) => name.startsWith('a.bin'))).toEqual([]);
  });
});

test('downloads follow symbolic links, and write to pipes and /dev/stdout', async () => {
  const sha256 = createHash('sha256').update('sent').digest('hex');
  const id = '00000000-0000-4000-8000-000000000000';
  const artifact = { id, name: 'a', version: 0, url: 'u', files: [{ name: 'a', bytes: 4, sha256 }] };
  const sent: Step = (response) => void response.writeHead(200).end('sent');
  const download = ['data', 'download', id, 'a', '--output'];
  await using able = await FlakyServer.start(sent, sent, answer(200, artifact), sent, answer(200, artifact), sent);
  const url = ['--url', able.baseUrl];
  mkdirSync(at('linked'));
  symlinkSync('linked/target', at('link'));
  for (const _ of ['a file that is not there yet', 'one that is']) {
    await output(...download, at('link'), ...url);
    expect([lstatSync(at('link')).isSymbolicLink(), filesIn(at('linked'))]).toEqual([
      true,
      { target: Buffer.from('sent') },
    ]);
    writeFileSync(at('linked', 'target'), 'before');
  }
  const shell = async (script: string) => {
    const args = ['-c', script, oldestNode(), command.file, ...url];
    return (await promisify(execFile)('bash', args, { env: command.env, cwd: command.folder })).stdout;
  };
  const get = `"$0" "$1" data get ${id} a "\${@:2}" -o`;
  expect(await shell(`mkfifo pipe; ${get} pipe > said & sleep 1; cat pipe; wait; cat said`)).toBe('sentpipe\n');
  expect(lstatSync(at('pipe')).isFIFO()).toBe(true);
  expect(await shell(`echo before > all; ${get} /dev/stdout >> all; cat all`)).toBe('before\nsent');
});

test('Ctrl-C ends the wait for the reader of a pipe', async () => {
  await using able = await FlakyServer.start((response) => void response.writeHead(200).end('sent'));
  await promisify(execFile)('mkfifo', [at('unread')]);
  const child = command.start(['data', 'download', 'a', 'a', '-o', at('unread'), '--url', able.baseUrl]);
  const exit = new Promise((resolve) => child.on('close', resolve));
  await expect.poll(() => able.seen, { timeout: 60_000 }).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 500)); // until it waits
  child.kill('SIGINT');
  expect(await exit).toBe(130);
});

test('names from the server cannot escape the output folder or hide files', async () => {
  const [id, sha256] = ['00000000-0000-4000-8000-000000000000', createHash('sha256').update('sent').digest('hex')];
  const model = { id, entity: 'local', project: 'p', name: 'agent' };
  const files = (name: string): Step => answer(200, { data: [{ name, bytes: 4 }] });
  const artifact = { ...model, url: 'u', files: [{ name: 'a', bytes: 4, sha256 }] };
  const sent: Step = (response) => void response.writeHead(200).end('sent');
  const escapes = async (steps: Step[], ...args: string[]) => {
    await using lying = await FlakyServer.start(...steps, sent);
    const { code, stdout, stderr } = await daybreak(...args, '--url', lying.baseUrl, '--yes');
    const refused = expect.stringMatching(/not a valid file name|would be a hidden file; give a path with --output/);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: refused });
    expect(lying.seen.filter(({ url }) => /merged|files\//.test(url))).toEqual([]);
  };
  await escapes([answer(200, model), files('../x')], 'export', `${id}:step1`, '--as', 'peft', '-o', at('escaped'));
  await escapes([answer(200, { ...model, name: '../x' })], 'export', `${id}:step1`, '--as', 'gguf-q8_0');
  await escapes([answer(200, { ...artifact, name: '..' })], 'data', 'get', id);
  await escapes([answer(200, { ...artifact, name: '.ssh' })], 'data', 'get', id);
  await escapes([answer(200, { ...artifact, files: [{ name: 'a/b' }] })], 'data', 'get', id, '-o', at('escaped'));
  expect(existsSync(at('escaped'))).toBe(false);
});

test('data put validates rows and uploads them as train.jsonl; data get returns the same bytes', async () => {
  const row = '{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}\n';
  const [good, bad] = [at('rows of mine.jsonl'), at('bad.jsonl')];
  writeFileSync(good, row);
  writeFileSync(bad, `${row}{"messages":[{"role":"bot","content":"a"}]}\n{"messages":\n`);
  const before = await artifactCount();
  const refused = await daybreak('data', 'put', bad);
  expect(refused).toMatchObject({ code: 6, stdout: '' });
  expect(refused.stderr).toMatch(/2 rows; --no-check.*\n.*bad\.jsonl:2:15: messages\.0\.role: .*\n.*bad\.jsonl:3:13: /);
  expect(await artifactCount()).toBe(before);
  expect(await output('data', 'put', bad, '--no-check', '--project', 'p')).toBe('daybreak-artifact:///local/p/bad:v0');
  const made = JSON.parse(await output('data', 'put', good, '--json'));
  expect(made).toMatchObject({
    url: 'daybreak-artifact:///local/uploads/rows of mine:v0',
    files: [{ name: 'train.jsonl' }],
  });
  const twice = [
    await output('data', 'put', good),
    await output('data', 'get', 'rows of mine', 'train.jsonl', '-o', '-'),
  ];
  expect(twice).toEqual(['daybreak-artifact:///local/uploads/rows of mine:v1', row.trimEnd()]);
  await output('data', 'get', made.url, '-o', at('down'));
  expect(readFileSync(at('down', 'train.jsonl'), 'utf8')).toBe(row);
  const faulty = await Promise.all([
    daybreak('data', 'get', made.url, '-o', at('down')),
    daybreak('data', 'get', 'rows of mine:v7'),
    daybreak('data', 'get', made.id, 'other.jsonl'),
  ]);
  expect(faulty.map(({ code }) => code)).toEqual([2, 5, 5]);
  expect(faulty[2]!.stderr).toContain('it has train.jsonl');
});

test('data put - reads rows from standard input, and leaves no temporary file', async () => {
  const row = '{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}\n';
  const env = { TMPDIR: at('temporary') };
  mkdirSync(env.TMPDIR);
  const put = (input: string, ...args: string[]) => command.run(['data', 'put', '-', ...args], { env, input });
  expect(await put(row.repeat(3))).toEqual({
    code: 0,
    stdout: 'daybreak-artifact:///local/uploads/data:v0\n',
    stderr: '',
  });
  expect(await put(row, '--name', 'piped', '--project', 'p')).toMatchObject({
    stdout: 'daybreak-artifact:///local/p/piped:v0\n',
  });
  expect(await output('data', 'get', 'daybreak-artifact:///local/uploads/data:v0', 'train.jsonl', '-o', '-')).toBe(
    row.repeat(3).trimEnd(),
  );
  const refused = await put(`${row}{"messages":\n`);
  expect(refused).toMatchObject({ code: 6, stdout: '', stderr: expect.stringMatching(/\n-:2:13: /) });
  expect(await put('')).toMatchObject({ code: 6, stderr: 'daybreak: - has no rows\n' });
  expect(readdirSync(env.TMPDIR)).toEqual([]);
});

test('trajectories grep prints one line a match, highlighted on a terminal', async () => {
  const { messages_and_choices: said } = (
    await server.call('GET', `/preview/models/${things.model}/trajectories/${things.trajectory}`)
  ).body.trajectory;
  const lines = (await output('trajectories', 'grep', 'HELLO', '--model', 'agent:step1', '--job', things.job)).split(
    '\n',
  );
  expect(said[0].content).toBe('hello');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^[0-9a-f-]{36} {2}step 1 {2}train {2}reward 1 {2}user: hello$/);
  const documents = (await output('trajectories', 'grep', 'hello', '--model', 'agent', '--json')).split('\n');
  expect(documents).toHaveLength(4);
  for (const document of documents) {
    expect(faultsOf(validatorAt('/components/schemas/TrajectorySummary'), JSON.parse(document))).toEqual([]);
  }
  expect(await output('trajectories', 'grep', 'nobody said this', '--model', 'agent')).toBe('');
  const line = `${oldestNode()} ${command.file} trajectories grep ell --model agent --step 1 --split train`;
  const { stdout } = await promisify(execFile)('script', ['-qec', line, '/dev/null'], {
    env: { ...command.env, TERM: 'xterm' },
  });
  expect(stdout).toContain('user: h\u001b[1;31mell\u001b[22;39mo');
});

test('bench counts every requested token and reports ordered percentiles', async () => {
  const args = ['bench', '--model', 'agent', '-n', '3', '-c', '2', '--prompt-tokens', '8', '--answer-tokens', '4'];
  const figures = JSON.parse(await output(...args, '--json'));
  expect(figures).toMatchObject({ requests: 3, concurrency: 2, prompt_tokens: 24, completion_tokens: 12 });
  for (const name of ['time_to_first_token_ms', 'inter_token_latency_ms', 'request_tokens_per_second']) {
    const { p50, p95, p99 } = figures[name];
    expect(p50 > 0 && p50 <= p95 && p95 <= p99, name).toBe(true);
  }
  expect(await output(...args)).toMatch(/^requests +3\n[\s\S]*\nFIGURE +P50 +P95 +P99\ntime_to_first_token_ms +\d/);
  expect((await daybreak('bench', '-n', '0')).code).toBe(2);
});

test('pull resumes an interrupted download, and reads the cache offline', async () => {
  const toy = at('toy');
  writeToyModel(toy);
  const hub = await hubServer(filesIn(toy));
  const weights = readFileSync(join(toy, 'model.safetensors'));
  const env = { HF_ENDPOINT: hub.endpoint, HF_HOME: at('hf'), DAYBREAK_HOME: at('data') };
  hub.mischief.cutAfter = { bytes: 20_000, times: 99 };
  const child = command.start(['pull', 'org/toy'], env);
  const exit = new Promise((resolve) => child.on('close', resolve));
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  await expect.poll(() => said, { timeout: 60_000 }).toContain('trying again');
  child.kill('SIGINT');
  expect(await exit).toBe(130);
  hub.mischief.cutAfter = undefined;
  hub.requests.length = 0;
  const { code, stdout, stderr } = await command.run(['pull', 'org/toy', '--json'], { env });
  expect(code, stderr).toBe(0);
  const { id, path } = JSON.parse(stdout);
  expect(id).toBe('org/toy');
  expect(readFileSync(join(path, 'model.safetensors'))).toEqual(weights);
  expect(hub.requests.filter((request) => request.startsWith('GET store')).join()).toMatch(/bytes=\d+-$/);
  expect(stderr).not.toContain('\u001b');
  const offline = await command.run(['pull', 'org/toy'], { env: { ...env, HF_HUB_OFFLINE: '1' } });
  expect(offline).toEqual({ code: 0, stdout: `${path}\n`, stderr: '' });
  const unknown = await command.run(['pull', 'org/none', '--json'], { env });
  expect(unknown).toMatchObject({ code: 5, stdout: '' });
  expect(JSON.parse(unknown.stderr.split('\n').find((line) => line.startsWith('{'))!).error.message).toContain(
    'org/none',
  );
});
