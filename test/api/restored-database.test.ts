import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { filesBelow } from '../artifacts/data-folder.ts';
import { peerEntry, pollEvents, startTestServer, type TestServer } from './test-server.ts';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const choice = {
  message: { role: 'assistant', content: 'x' },
  finish_reason: 'stop',
  index: 0,
  logprobs: { content: [{ token: 't', logprob: -1, bytes: [116], top_logprobs: [] }] },
  prompt_token_ids: [1],
  token_ids: [5],
};
const trajectory_groups = [
  {
    trajectories: [1, 0].map((reward) => ({ reward, messages_and_choices: [{ role: 'user', content: 'a' }, choice] })),
  },
];

/** Creates what a user would miss: a checkpoint, a log and an uploaded file. */
async function work(server: TestServer, model: string): Promise<void> {
  const job = await server.call('POST', '/preview/training-jobs', { model_id: model, trajectory_groups });
  expect((await pollEvents(server, job.body.id)).at(-1)?.type).toBe('training_ended');
  const logged = await server.call('POST', `/preview/models/${model}/log`, { split: 'val', trajectory_groups });
  expect(logged.status).toBe(200);
  const artifact = await server.call('POST', '/preview/artifacts', { name: 'data' });
  const upload = await fetch(`${server.baseUrl}/preview/artifacts/${artifact.body.id}/files/notes.txt`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
    body: 'notes',
  });
  expect(upload.status).toBe(200);
}

/** Returns the contents of all files that rows reference, by path. */
async function stored(home: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const path of await filesBelow(home)) {
    if (/^(artifacts|checkpoints|jobs|logs|trajectories|orphaned)\//.test(path)) {
      files.set(path, await readFile(join(home, path), 'base64'));
    }
  }
  return files;
}

test('after a restore of an older database, files unknown to it are moved aside and can be put back', async () => {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-restored-'));
  ending.push(() => rm(home, { recursive: true }));
  const said: string[] = [];
  const start = () => startTestServer({ workerEntry: peerEntry, home, say: (line) => said.push(line) });
  const database = join(home, 'daybreak.sqlite');

  const first = await start();
  const model = (await first.call('POST', '/preview/models', { project: 'p', name: 'm', base_model: 'toy' })).body.id;
  await work(first, model);
  await first.close(0);
  await cp(database, `${database}.older`);

  const second = await start();
  await work(second, model);
  await work(second, model);
  await second.close(0);
  const before = await stored(home);
  await rename(database, `${database}.newer`);
  await cp(`${database}.older`, database);

  said.length = 0;
  const third = await start();
  expect((await third.call('GET', `/preview/models/${model}/checkpoints`)).body.data).toHaveLength(2);
  await third.close(0);
  const after = await stored(home);
  const place = /were moved to (\S+)\. If an older copy/.exec(said.join('\n'))?.[1] ?? '';
  const orphaned = relative(home, place);
  expect(orphaned).toMatch(/^orphaned\//);
  const found = [...after].map(([path, content]) => [
    path.startsWith(orphaned) ? path.slice(orphaned.length + 1) : path,
    content,
  ]);
  expect(new Map(found as [string, string][])).toEqual(before);
  const moved = [...after.keys()].filter((path) => path.startsWith(orphaned));
  expect(moved.length).toBeGreaterThan(0);
  expect(said.join('\n')).toMatch(
    /warning: 10 files or folders \(2 in artifacts, 2 in checkpoints, 2 in logs, 4 in trajectories\) that/,
  );

  // As the warning says, puts the newer database and the files back.
  await rename(`${database}.newer`, database);
  for (const folder of ['artifacts', 'checkpoints', 'logs', 'trajectories'])
    await cp(join(place, folder), join(home, folder), { recursive: true });
  said.length = 0;
  const fourth = await start();
  expect((await fourth.call('GET', `/preview/models/${model}/checkpoints`)).body.data).toHaveLength(4);
  expect(said.join('\n')).not.toContain('warning');
  await fourth.close(0);
});
