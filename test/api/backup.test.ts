import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Outcome, outcomeOf } from '../../scripts/chaos/outcome.ts';
import { openStore } from '../../src/store/store.ts';
import { filesBelow } from '../artifacts/data-folder.ts';
import { backUp, hashes, restore, useFolders } from './backups.ts';
import { pollEvents, startTestServer, type TestServer } from './test-server.ts';
import { newModel, type ToyModel, teach } from './toy-lessons.ts';

const folders = useFolders();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

async function answered({ call }: TestServer, method: string, path: string, body?: unknown) {
  const { status, body: answer } = await call(method, path, body);
  expect(status, answer?.error?.message).toBe(200);
  return answer;
}

async function chat(server: TestServer, model: ToyModel): Promise<object> {
  const messages = [{ role: 'user', content: 'red' }];
  const asked = { model: model.name, messages, seed: 7, n: 4, max_tokens: 6, logprobs: true, top_logprobs: 5 };
  return (await answered(server, 'POST', '/chat/completions', asked)).choices;
}

/** Returns the outcome of a model's job after it has succeeded. */
async function outcome(server: TestServer, { id }: ToyModel, job: string): Promise<Outcome> {
  expect((await pollEvents(server, job)).at(-1)?.type).toBe('training_ended');
  const asked = {
    call: (method: string, path: string, body?: unknown) => answered(server, method, path, body),
    ask: () => expect.fail('only calls are made'),
  };
  return outcomeOf(asked, server.home, { plan: 'sft', id, jobs: [job] });
}

const program = (name: string) => fileURLToPath(new URL(`../../src/app/${name}.ts`, import.meta.url));

function run(name: 'backup' | 'restore', home: string, ...args: string[]) {
  const env = { ...process.env, DAYBREAK_HOME: home };
  return promisify(execFile)(process.execPath, [program(name), ...args], { env });
}

test('a backup has every file that its database references, despite concurrent deletions and uploads', async () => {
  const upload = async (name: string): Promise<string> => {
    const { id } = await answered(server, 'POST', '/preview/artifacts', { name });
    const path = `/preview/artifacts/${id}/files/train.jsonl`;
    await fetch(server.baseUrl + path, {
      method: 'PUT',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
      body: `${name}\n`.repeat(1_000),
    });
    return id;
  };
  const models: ToyModel[] = [];
  const artifacts: string[] = [];
  for (let i = 0; i < 3; i++) {
    const model = await newModel(server, `model-${i}`);
    models.push(model);
    const job = await teach(server, model, 'yes', 6, 1);
    expect((await pollEvents(server, job)).at(-1)?.type).toBe('training_ended');
  }
  for (let i = 0; i < 60; i++) artifacts.push(await upload(`artifact-${i}`));

  const file = join(await folders(), 'copy.tar');
  let isDone = false;
  const working = run('backup', server.home, file).finally(() => {
    isDone = true;
  });
  // Spreads the changes over the whole backup, most of which is the start of its process.
  for (let i = 0; !isDone; i++) {
    const [artifact, model] = [artifacts.pop(), i % 20 === 19 ? models.pop() : undefined];
    if (artifact !== undefined) await answered(server, 'DELETE', `/preview/artifacts/${artifact}`);
    if (model !== undefined) await answered(server, 'DELETE', `/preview/models/${model.id}`);
    await upload(`during-${i}`);
  }
  const { stderr } = await working;
  expect(stderr).toMatch(/^backup: \d+ files \([\d.]+ [KM]iB\) as of \S+ in \S+copy\.tar\n$/);
  for (const { id } of models) await answered(server, 'DELETE', `/preview/models/${id}`);
  expect(await filesBelow(join(server.home, 'checkpoints'))).toEqual([]);
  await expect(run('backup', server.home, file)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/already exists/),
  });

  const home = join(await folders(), 'home');
  const restored = await run('restore', home, file);
  expect(restored.stderr).toMatch(/^restore: \d+ files .* by Daybreak \S+, in /);
  const store = await openStore({ sqliteFile: join(home, 'daybreak.sqlite') });
  const referenced = await store.referencedPaths();
  await store.close();
  expect(referenced.size).toBeGreaterThan(0);
  expect([...referenced].filter((path) => !existsSync(join(home, path)))).toEqual([]);
});

test('the backup and restore commands report wrong arguments and file system errors in one line', async () => {
  const home = await folders();
  const fails = (code: number, stderr: RegExp) => ({ code, stderr: expect.stringMatching(stderr) });
  await expect(run('backup', home)).rejects.toMatchObject(fails(2, /takes one argument/));
  await expect(run('restore', home, 'a', 'b')).rejects.toMatchObject(fails(2, /takes one argument/));
  const none = run('restore', home, join(home, 'none.tar'));
  await expect(none).rejects.toMatchObject(fails(1, /^restore: \/.*none\.tar: no such file or directory\n$/));
  const folder = run('restore', join(home, 'new'), home);
  await expect(folder).rejects.toMatchObject(fails(1, /^restore: \/.*: illegal operation on a directory\n$/));
  const nowhere = run('backup', server.home, join(home, 'none', 'copy.tar'));
  await expect(nowhere).rejects.toMatchObject(fails(1, /^backup: \/.*none: no such file or directory\n$/));
  expect((await run('restore', home, '--help')).stdout).toMatch(/^npm run restore -- FILE\n/);
});

/** Returns whether a line is a warning of a start, except about file modes, which come from the tests' umask. */
function isOfFiles(line: string): boolean {
  return line.startsWith('warning') && !line.includes('others had access');
}

test('a backup made during training restores files and answers, and its job ends with the same bytes', async () => {
  const first = server;
  const taught = await newModel(first, 'taught');
  await outcome(first, taught, await teach(first, taught, 'no'));
  const said = await chat(first, taught);
  const training = await newModel(first, 'training');
  const job = await teach(first, training, 'yes', 1, 5);
  const stepsDone = async (server: TestServer): Promise<number> =>
    (await answered(server, 'GET', `/preview/training-jobs/${job}`)).steps_done;
  await expect.poll(() => stepsDone(first), { timeout: 600_000 }).toBeGreaterThan(2);

  const { bytes, manifest, missing } = await backUp(first.home);
  expect((await answered(first, 'GET', `/preview/training-jobs/${job}`)).status).toBe('running');
  expect(missing).toEqual([]);
  const went = await outcome(first, training, job);
  const kept = await hashes(first.home);
  await first.end();

  const home = await folders();
  await restore(bytes, home);
  const files = Object.fromEntries(manifest.files.map(({ path, sha256 }) => [path, sha256]));
  const { 'lock.sqlite': _, ...restored } = await hashes(home);
  expect(restored).toEqual(files);
  // Files that training has not replaced since are unchanged.
  const still = Object.entries(kept).filter(([path]) => path in files && path !== 'daybreak.sqlite');
  expect(Object.fromEntries(still)).toEqual(Object.fromEntries(still.map(([path]) => [path, files[path]])));
  expect(still.filter(([path]) => path.startsWith('checkpoints/'))).toHaveLength(3);

  const warned: string[] = [];
  const second = await startTestServer({ home, say: (line) => warned.push(line) });
  server = second;
  expect(warned.filter(isOfFiles)).toEqual([]);
  expect(second.key).toBe(first.key);
  expect(await chat(second, taught)).toEqual(said);
  const [begun] = (await answered(second, 'GET', `/preview/training-jobs/${job}/events?limit=1`)).data;
  expect(begun.type).toBe('training_started');
  const again = await outcome(second, training, job);
  expect(again.files).toEqual(went.files);
  expect(again).toEqual(went);
});
