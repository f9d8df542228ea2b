import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../cli/generated/operations.ts';
import type { Operation } from '../../cli/operations/operation.ts';
import { positional } from '../../cli/operations/options.ts';
import { document } from '../../src/generated/document.ts';
import { createRecords, type OwnerRecords } from '../abuse/owner-records.ts';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { answer, FlakyServer, fault } from '../clients/flaky-server.ts';
import { faultsOf, validatorAt } from '../contract/schemas.ts';
import { isLong } from '../tier.ts';
import { BuiltCommand, type Outcome, oldestNode } from './daybreak.ts';

let server: TestServer;
let things: OwnerRecords;
let command: BuiltCommand;
/** URL of a closed port. */
let nowhere: string;

beforeAll(async () => {
  await using gone = await FlakyServer.start();
  nowhere = gone.baseUrl;
  server = await startTestServer();
  things = await createRecords(server, server.key);
  command = await BuiltCommand.build({
    DAYBREAK_BASE_URL: server.baseUrl,
    DAYBREAK_API_KEY: server.key,
    DAYBREAK_HOME: server.home,
  });
});
afterAll(async () => {
  await command?.[Symbol.asyncDispose]();
  await server?.end();
});

const daybreak = (...args: string[]): Promise<Outcome> => command.run(args);

/** Runs a command that must succeed, and returns its standard output. */
async function output(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await daybreak(...args);
  expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** Returns a validator for an operation's answer, whose schema the contract has inline or by reference. */
function answerValidator({ path, method }: Operation): ValidateFunction {
  const verb = method.toLowerCase();
  const paths = document.paths as unknown as Record<string, Record<string, { responses: Record<string, unknown> }>>;
  const { $ref } = paths[path]![verb]!.responses['200'] as { $ref?: string };
  const place = $ref?.slice(1) ?? `/paths/${path.replaceAll('/', '~1')}/${verb}/responses/200`;
  return validatorAt(`${place}/content/application~1json/schema`);
}

describe('commands that list or show', () => {
  /** Values of positional arguments; a model is given by its name. */
  const values = (): Record<string, string> => ({
    artifact_id: things.artifact,
    log_id: things.log,
    metrics: 'train/reward',
    model: 'toy',
    model_id: 'agent',
    run_id: 'team/p/agent',
    step: '1',
    training_job_id: things.job,
    trajectory_id: things.trajectory,
  });
  const reading = operations.filter(
    ({ command: words, method, answer: kind }) =>
      words !== undefined && words !== 'version' && method === 'GET' && kind === 'json',
  );
  const wordsOf = (operation: Operation): string[] => [
    ...operation.command!.split(' '),
    ...positional(operation.fields).map(({ name }) => values()[name]!),
  ];

  test('are more than thirty', () => {
    expect(reading.length).toBeGreaterThan(30);
  });

  // One command of each group: the others share their code, and each runs two processes.
  const groupOf = ({ command }: Operation) => command!.split(' ')[0];
  const tried = isLong ? reading : [...new Map(reading.map((one) => [groupOf(one), one])).values()];
  test.concurrent.each(tried)(
    'daybreak $command prints JSON of the contract’s schema with --json, and lists as tables',
    async (one) => {
      const [json, text] = await Promise.all([output(...wordsOf(one), '--json'), output(...wordsOf(one))]);
      const found = JSON.parse(json);
      expect(faultsOf(answerValidator(one), found)).toEqual([]);
      expect(text).not.toBe('');
      if (!Array.isArray(found.data) || found.data.length === 0) return;
      const [head, ...rows] = text.trimEnd().split('\n');
      expect(head!.split(/ +/)).toEqual(one.columns.map((column) => column.toUpperCase()));
      expect(rows).toHaveLength(found.data.length);
    },
  );
});

describe('the exit code', () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  test.concurrent.each([
    ['an unknown command', 2, ['job', 'ls'], /Did you mean jobs\?/],
    ['an unknown flag', 2, ['jobs', 'ls', '--statsu', 'queued'], /Did you mean --status\?/],
    ['a word that is none of those allowed', 2, ['jobs', 'ls', '--status', 'done'], /Allowed are queued, running/],
    ['a number that is none', 2, ['checkpoints', 'files', 'agent', 'one'], /not a whole number/],
    ['a number out of bounds', 2, ['trajectories', 'ls', 'agent', '--group', '65536'], /It must be from 0 to 65535/],
    [
      'a number above all that are allowed',
      2,
      ['api', 'createChatCompletion', '--seed', `1${'0'.repeat(19)}`],
      /--seed.*It must be from/,
    ],
    [
      'a large number where a small one is due',
      2,
      ['api', 'listModels', '--limit', `${2 ** 53}`],
      /It must be from 1 to 100/,
    ],
    ['a weight that is no number', 2, ['runs', 'plot', 'agent', '--smoothing', 'much'], /It must be a number/],
    ['an axis that is none', 2, ['runs', 'plot', 'agent', '--x', 'loss'], /gradient_step, step, time/],
    ...['--all', '--limit=3'].map(
      (flag) => [`--follow with ${flag}`, 2, ['jobs', 'events', 'JOB', '-f', flag], /--follow shows all/] as const,
    ),
    ['--follow from the last on', 2, ['runs', 'history', 'agent', '--order', 'desc', '-f'], /--follow shows all/],
    ['a missing flag', 2, ['models', 'create', 'other'], /--project is missing/],
    ['a missing argument', 2, ['jobs', 'show'], /missing required argument 'job'/],
    ['a group without a command', 2, ['jobs'], /Usage: daybreak jobs/],
    ['an address that is none', 2, ['health', '--url', 'ftp://x'], /not a valid URL/],
    ['a server that is not there', 3, ['jobs', 'ls', '--url', 'NOWHERE'], /ECONNREFUSED/],
    ['a thing that is not there', 5, ['jobs', 'show', unknown], new RegExp(unknown)],
    ['a model that is not there', 5, ['models', 'show', 'nobody'], /no model "nobody"/],
    ['a profile that is not there', 5, ['jobs', 'ls', '--profile', 'nowhere'], /no profile "nowhere"/],
    ['a job that has ended', 6, ['jobs', 'cancel', 'JOB'], /succeeded/],
    ['a field that the server refuses', 6, ['api', 'getModel', '--model-id', 'x'], /^daybreak: model_id: .*\n$/],
  ] as const)('of %s is %i', async (_, expected, args, said) => {
    const meant: Record<string, string> = { JOB: things.job, NOWHERE: nowhere };
    const { code, stdout, stderr } = await daybreak(...args.map((word) => meant[word] ?? word));
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr).toMatch(said);
  });

  test('of a wrong key, and of a missing key, is 4', async () => {
    const wrong = await command.run(['whoami'], { env: { DAYBREAK_API_KEY: 'wrong' } });
    expect(wrong).toMatchObject({ code: 4, stdout: '' });
    const none = await command.run(['whoami'], { env: { DAYBREAK_API_KEY: '', DAYBREAK_HOME: command.folder } });
    expect(none).toMatchObject({ code: 4, stderr: expect.stringContaining('daybreak login') });
  });

  test('of an overloaded server is 8, and --json prints the error as JSON on standard error', async () => {
    await using busy = await FlakyServer.start(fault(503, 'overloaded', { 'retry-after': '300' }));
    const { code, stdout, stderr } = await daybreak('jobs', 'ls', '--json', '--url', busy.baseUrl);
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
    expect(JSON.parse(stderr).error.code).toBe('overloaded');
  });

  test('of Ctrl-C is 130', async () => {
    const child = command.start(['updates', '--follow']);
    const exit = new Promise((resolve) => child.on('close', (code, signal) => resolve([code, signal])));
    child.stderr.on('data', (text) => expect.fail(String(text)));
    await expect.poll(() => server.call('GET', '/load').then(({ status }) => status), { timeout: 60_000 }).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1500)); // until it waits for a change
    child.kill('SIGINT');
    expect(await exit).toEqual([130, null]);
  });
});

test('a reader that closes the pipe early ends the command with code 0 and no message', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a script of bash
  const script = 'set -o pipefail; "$0" "$1" contract --json | head -c 10; echo; echo "${PIPESTATUS[0]}"';
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script, oldestNode(), command.file], {
    env: command.env,
  });
  expect([stdout.trimEnd().split('\n').at(-1), stderr]).toEqual(['0', '']);
});

test('a terminal gets lines that fit its width and bold headings, and no escapes with NO_COLOR', async () => {
  const inTerminal = async (setting: string): Promise<string> => {
    const line = `stty cols 60; ${setting} ${oldestNode()} ${command.file} models ls`;
    const { stdout } = await promisify(execFile)('script', ['-qec', line, '/dev/null'], {
      env: { ...command.env, TERM: 'xterm' },
    });
    return stdout;
  };
  const [bold, plain] = await Promise.all([inTerminal('NO_COLOR='), inTerminal('NO_COLOR=1')]);
  expect(bold.startsWith('\u001b[1mID')).toBe(true);
  expect(plain).toMatch(/^ID/);
  expect(plain).not.toContain('\u001b');
  expect(
    plain
      .split(/\r?\n/)
      .map((line) => line.length)
      .filter((length) => length > 60),
  ).toEqual([]);
});

test('lists show one page of 100 by default, and all pages with --all', async () => {
  const page = (from: number, more: boolean) => {
    const data = Array.from({ length: 100 }, (_, index) => ({ id: `id${from + index}` }));
    return answer(200, { object: 'list', data, first_id: `id${from}`, last_id: `id${from + 99}`, has_more: more });
  };
  await using paged = await FlakyServer.start(page(0, true), page(100, true), page(200, false));
  const url = ['--url', paged.baseUrl];
  const first = await daybreak('models', 'ls', ...url);
  expect(first.stdout.split('\n')).toHaveLength(102);
  expect(first.stderr).toContain('--all');
  const all = JSON.parse((await daybreak('models', 'ls', '--all', '--json', ...url)).stdout);
  expect([all.data.length, all.first_id, all.last_id, all.has_more]).toEqual([200, 'id100', 'id299', false]);
  expect(paged.seen.map((request) => request.url)).toEqual([
    '/v1/preview/models?limit=100',
    '/v1/preview/models?limit=100',
    '/v1/preview/models?limit=100&after=id199',
  ]);
});

test('jobs events --follow --json prints one JSON event a line, up to training_ended', async () => {
  const lines = (await output('jobs', 'events', things.job, '--follow', '--json')).trimEnd().split('\n');
  const types = lines.map((line) => JSON.parse(line).type);
  expect([types[0], types.at(-1)]).toEqual(['training_started', 'training_ended']);
});

test('deleting a model without a terminal is refused unless --yes is given', async () => {
  const created = JSON.parse(
    await output('models', 'create', 'short-lived', '--project', 'p', '--base-model', 'toy', '--json'),
  );
  const refused = await daybreak('models', 'rm', 'short-lived');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  expect(await output('models', 'show', 'short-lived')).toContain(created.id);
  await output('models', 'rm', 'short-lived', '--yes');
  expect((await daybreak('models', 'show', created.id)).code).toBe(5);
});

test('an uploaded file downloads with the same bytes, and a missing file leaves no output file', async () => {
  const file = join(command.folder, 'bytes');
  await writeFile(file, Buffer.from([0, 255, 10, 13, 128]));
  const { id } = JSON.parse(await output('data', 'create', 'bytes', '--project', 'p', '--json'));
  await output('data', 'upload', id, 'a.bin', '--body', `@${file}`);
  await output('data', 'download', id, 'a.bin', '--output', `${file}.back`);
  expect(await readFile(`${file}.back`)).toEqual(await readFile(file));
  const missing = await daybreak('data', 'download', id, 'b.bin', '--output', `${file}.none`);
  expect(missing.code).toBe(5);
  await expect(stat(`${file}.none`)).rejects.toThrow('ENOENT');
});

test('daybreak api calls operations by id, takes a body from standard input, and streams', async () => {
  const model = JSON.parse(await output('api', 'getModel', '--model-id', things.model));
  expect(model).toEqual((await server.call('GET', `/preview/models/${things.model}`)).body);
  const body = { model: 'toy', messages: [{ role: 'user', content: 'a' }], max_tokens: 2, stream: true };
  const args = ['api', 'createChatCompletion', '--seed', '7', '--body', '-'];
  const { code, stdout } = await command.run(args, { input: JSON.stringify(body) });
  const chunks = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(chunks.at(-1).choices[0].finish_reason).toMatch(/^(stop|length)$/);
  expect(await output('api', 'getMetricsAtRoot')).toContain('vllm:num_requests_running');
});

test('an integer beyond 2^53 is sent with all its digits', async () => {
  await using server = await FlakyServer.start(answer(200, {}), answer(200, {}));
  const args = ['api', 'createChatCompletion', '--url', server.baseUrl, '--model', 'toy', '--messages', '[]', '--seed'];
  for (const seed of ['9007199254740993', '-9223372036854775807']) await output(...args, seed);
  expect(server.seen.map(({ body }) => /"seed":([^,}]*)/.exec(body)![1])).toEqual([
    '9007199254740993',
    '-9223372036854775807',
  ]);
});

test('status, ps, version, dashboard and whoami describe the server', async () => {
  const [status, ps, version, dashboard, who] = await Promise.all([
    output('status', '--json').then(JSON.parse),
    output('ps'),
    output('version', '--json').then(JSON.parse),
    output('dashboard'),
    output('whoami'),
  ]);
  const url = server.baseUrl.replace(/\/v1$/, '');
  expect(status.server).toMatchObject({ url, from: 'DAYBREAK_BASE_URL', version: '0.0.0-test' });
  expect(ps).toMatch(/^MODEL.*\ntoy/);
  expect(version).toEqual({ command: document.info.version, server: '0.0.0-test' });
  expect(dashboard).toBe(`${url}/app\n`);
  expect(who).toContain('first key');
});

test('keys are created, listed and revoked, and a new key works at once', async () => {
  const made = await command.run(['keys', 'create', '--owner', 'bob', '--scopes', 'chat']);
  expect(made.code, made.stderr).toBe(0);
  const who = await command.run(['whoami', '--json'], { env: { DAYBREAK_API_KEY: made.stdout.trim() } });
  const { id, owner } = JSON.parse(who.stdout);
  expect(owner).toBe('bob');
  expect((await daybreak('keys', 'ls')).stdout).toContain(id);
  expect((await daybreak('keys', 'revoke', id)).code).toBe(0);
});

test('serve passes its options to the server', async () => {
  const { code, stderr, stdout } = await daybreak('serve', '--port', 'http', '--home', command.folder);
  expect(code).toBe(1);
  expect(stdout + stderr).toMatch(/DAYBREAK_PORT: "http" is not a port/);
});

describe('commands that write', () => {
  const writing = operations.filter(
    ({ command: words, method, answer: kind }) => words !== undefined && method !== 'GET' && kind === 'json',
  );
  const seen = new Set<string>();

  /** Validates a command's --json output against the contract, and returns it parsed. */
  function heldToContract(words: string, json: string) {
    const found = JSON.parse(json);
    expect(faultsOf(answerValidator(writing.find((one) => one.command === words)!), found), words).toEqual([]);
    seen.add(words);
    return found;
  }

  const written = async (words: string, ...args: string[]) =>
    heldToContract(words, await output(...words.split(' '), ...args, '--json'));

  const at = (name: string): string => join(command.folder, name);
  const turns = [
    { role: 'user', content: 'red' },
    { role: 'assistant', content: 'yes' },
  ];
  const groups = JSON.stringify([{ trajectories: [0, 1].map((reward) => ({ messages_and_choices: turns, reward })) }]);

  test.concurrent('print JSON of the contract’s schemas: tokens and texts', async () => {
    const completion = ['red', '--model', 'toy', '--max-tokens', '2', '--temperature', '0'];
    const [tokens, continued, text, said] = await Promise.all([
      written('tokenize', 'red', '--model', 'toy'),
      written('complete', ...completion),
      output('complete', ...completion),
      written('chat', 'toy', '-m', 'red', '--max-tokens', '2'),
    ]);
    expect([tokens.count, continued.usage.completion_tokens, said.choices.length]).toEqual([
      tokens.tokens.length,
      2,
      1,
    ]);
    expect(text).toBe(`${continued.choices[0].text}\n`);
    expect((await written('detokenize', ...tokens.tokens.map(String), '--model', 'toy')).prompt).toContain('red');
  });

  test.concurrent('print JSON of the contract’s schemas: artifacts, and the import of an adapter', async () => {
    const [model, data] = await Promise.all([
      written('models create', 'short', '--project', 'p', '--base-model', 'toy'),
      written('data create', 'adapter', '--project', 'p'),
      output('export', 'agent', '--as', 'peft', '-o', at('peft')),
    ]);
    await Promise.all(
      ['adapter_config.json', 'adapter_model.safetensors'].map((name) =>
        written('data upload', data.id, name, '--body', `@${join(at('peft'), name)}`),
      ),
    );
    await written('checkpoints import', model.id, data.url);
    await written('data rm', data.id, '--yes');
    expect((await daybreak('data', 'show', data.id)).code).toBe(5);
    await written('models rm', model.id, '--yes');
  });

  test.concurrent('print JSON of the contract’s schemas: jobs, retried ones too, and deleted checkpoints', async () => {
    await Promise.all([
      writeFile(at('rows.jsonl'), `${JSON.stringify({ messages: turns })}\n`),
      writeFile(at('groups.json'), groups),
      writeFile(at('config.json'), '{"allow_training_without_logprobs": true}'),
      written('models create', 'writer', '--project', 'p', '--base-model', 'toy'),
    ]);
    const rl = await written('train rl', at('groups.json'), '--model', 'writer', '--config', at('config.json'));
    expect((await daybreak('jobs', 'watch', rl.id)).code).toBe(0);
    await written('logs create', 'writer', '--split', 'val', '--trajectory-groups', groups);
    expect(await written('checkpoints rm', 'writer', '1', '9', '--yes')).toEqual({
      deleted_count: 1,
      not_found_steps: [9],
    });
    const sft = await written('train sft', at('rows.jsonl'), '--model', 'writer', '--epochs', '2000', '--batch', '1');
    expect((await written('jobs cancel', sft.id)).status).toBe('cancelled');
    const again = await written('jobs retry', sft.id);
    expect([again.retry_of, again.id]).toEqual([sft.id, expect.not.stringMatching(sft.id)]);
    await written('jobs cancel', again.id);
  });

  test.concurrent('print JSON of the contract’s schemas: sessions, created and ended', async () => {
    const { token } = await written('sessions create');
    const asSession = (...args: string[]) => command.run(args, { env: { DAYBREAK_API_KEY: token } });
    const ended = await asSession('sessions', 'end', '--yes', '--json');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    heldToContract('sessions end', ended.stdout);
    expect((await asSession('whoami')).code).toBe(4);
  });

  test('are all tested above', () => {
    expect([...seen].sort()).toEqual(writing.map((one) => one.command).sort());
  });
});

test('a rotated key keeps its id, owner and scopes, and with --keep 0m the old key stops working at once', async () => {
  const keys = async (...args: string[]) => {
    const { code, stdout, stderr } = await daybreak('--json', 'keys', ...args);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
  const who = (key: string) => command.run(['whoami', '--json'], { env: { DAYBREAK_API_KEY: key } });
  const { key: old, ...made } = await keys('create', '--owner', 'carol', '--name', 'laptop');
  const { key: successor, ...rotated } = await keys('rotate', made.id, '--keep', '0m');
  const { id, owner, name, scopes } = JSON.parse((await who(successor)).stdout);
  expect(rotated).toMatchObject({ id, owner, name, scopes });
  expect([made.id === id, owner, name]).toEqual([false, 'carol', 'laptop']);
  expect(await who(old)).toMatchObject({ code: 4, stdout: '' });
  const { data } = await keys('ls');
  const { last_used: _used, ...unused } = rotated;
  expect(data).toContainEqual(expect.objectContaining(unused));
  expect(data).toContainEqual({ ...made, expires: expect.any(String) });
});

/** Returns the files below a folder, by their paths. */
async function contentsOf(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(files.map(async (file) => [relative(folder, file), await readFile(file)] as const)));
}

test('a backup of a running server restores all its keys and files, once', async () => {
  const [file, home] = [join(command.folder, 'all.backup'), join(command.folder, 'restored')];
  expect((await daybreak('backup', file)).code).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await daybreak('restore', file, '--home', home)).code).toBe(0);
  const keysOf = async (DAYBREAK_HOME: string) =>
    (await command.run(['keys', 'ls'], { env: { DAYBREAK_HOME } })).stdout;
  const [keys, restored] = await Promise.all([keysOf(server.home), keysOf(home)]);
  expect(keys).toContain('name "first key"');
  expect(restored).toBe(keys);
  for (const folder of ['artifacts', 'checkpoints', 'logs']) {
    const files = await contentsOf(join(server.home, folder));
    expect(files.size, folder).toBeGreaterThan(0);
    expect(await contentsOf(join(home, folder)), folder).toEqual(files);
  }
  const again = await daybreak('restore', file, '--home', home);
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toMatch(/^restore: .*\n$/);
});

test('doctor prints its findings as text and as JSON, and exits with 1 if it finds errors', async () => {
  const [text, json] = await Promise.all([daybreak('doctor'), daybreak('doctor', '--json')]);
  const { errors, findings } = JSON.parse(json.stdout) as {
    errors: number;
    findings: { check: string; level: string }[];
  };
  expect([text.code, json.code]).toEqual(Array(2).fill(errors > 0 ? 1 : 0));
  expect(findings.filter(({ level }) => level === 'error')).toHaveLength(errors);
  expect(findings.filter(({ check }) => check === 'database')).toMatchObject([{ level: 'ok' }]);
  expect(
    text.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ +/).slice(0, 2)),
  ).toEqual(findings.map(({ level, check }) => [level, check]));
});
