import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollEvents, startTestServer, type TestServer } from '../api/test-server.ts';
import { newModel, type ToyModel, teach } from '../api/toy-lessons.ts';
import { bucketVariables, cachedFiles, describeS3, objectsOf, wipeCache } from './s3.ts';

// Runs all that a client does, with the real compute process, and empties the server's cache before each request.
// The answers then come from the bucket, and must have the same bytes as those of a server without a bucket.

interface Sampled {
  message: { content: string };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Clears the times and checksums in the headers of a tar archive. */
function withoutTimes(archive: Buffer): Buffer {
  for (let at = 0; archive[at] !== 0; ) {
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8);
    archive.fill(0, at + 136, at + 156);
    at += 512 * (1 + Math.ceil(size / 512));
  }
  return archive;
}

async function download(server: TestServer, path: string): Promise<Buffer> {
  const response = await fetch(`${server.baseUrl}/preview${path}`, {
    headers: { authorization: `Bearer ${server.key}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Downloads from a signed URL, which needs no key. Returns undefined if the server answers with the bytes itself. */
async function downloadByAddress(server: TestServer, path: string): Promise<Buffer | undefined> {
  const headers = { authorization: `Bearer ${server.key}` };
  const response = await fetch(`${server.baseUrl}/preview${path}?redirect=true`, { headers, redirect: 'manual' });
  if (response.status === 200) return undefined;
  expect(response.status).toBe(307);
  const { url, expires_in } = (await response.json()) as { url: string; expires_in: number };
  expect([response.headers.get('location'), expires_in]).toEqual([url, 900]);
  const altered = url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=90000');
  expect((await fetch(altered)).status).toBe(403);
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

async function upload(server: TestServer, files: Record<string, Uint8Array | string>): Promise<string> {
  const { body: artifact } = await server.call('POST', '/preview/artifacts', { name: 'files' });
  for (const [name, body] of Object.entries(files)) {
    const response = await fetch(`${server.baseUrl}/preview/artifacts/${artifact.id}/files/${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
      body: body as BodyInit,
    });
    expect(response.status).toBe(200);
  }
  return artifact.url;
}

async function get(server: TestServer, path: string) {
  const { status, body } = await server.call('GET', `/preview${path}`);
  expect(status, body.error?.message).toBe(200);
  return body;
}

async function post(server: TestServer, path: string, request: object) {
  const { status, body } = await server.call('POST', path, request);
  expect(status, body.error?.message).toBe(200);
  return body;
}

async function sample(server: TestServer, model: string): Promise<Sampled[]> {
  const messages = [{ role: 'user', content: 'red' }];
  const fields = { n: 4, seed: 5, max_tokens: 4, logprobs: true, return_token_ids: true };
  const body = await post(server, '/chat/completions', { model, messages, ...fields });
  return body.choices.map((choice: Sampled) => ({ ...choice, prompt_token_ids: body.prompt_token_ids }));
}

const contents = (choices: Sampled[]) => choices.map(({ message }) => message.content);

function groupsOf(choices: Sampled[]) {
  const trajectories = choices.map((choice, place) => ({
    messages_and_choices: [{ role: 'user', content: 'red' }, choice],
    reward: place,
  }));
  return [{ trajectories }];
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const withoutIds = (value: unknown) =>
  JSON.stringify(value)
    .replace(UUID, 'id')
    .replace(/"created":"[^"]*"/g, '');

/** Returns the answers to the requests of a client's day. Calls `before` ahead of each request. */
async function day(server: TestServer, before: () => Promise<void>) {
  const model = await newModel(server, 'taught');
  await before();
  await pollEvents(server, await teach(server, model, 'maybe', 6));
  await before();
  const taught = await sample(server, `${model.name}:step1`);
  await before();
  const experimental_config = { learning_rate: 1e-3, precalculate_logprobs: true, kl_penalty_coef: 0.1 };
  const rl = { model_id: model.id, trajectory_groups: groupsOf(taught), experimental_config };
  const job = await post(server, '/preview/training-jobs', rl);
  expect((await pollEvents(server, job.id)).at(-1)?.type).toBe('training_ended');
  await before();
  const { data } = await get(server, `/models/${model.id}/trajectories?sort=oldest`);
  await before();
  const trajectory = await get(server, `/models/${model.id}/trajectories/${data[0].id}`);
  await before();
  const tokens = await get(server, `/models/${model.id}/trajectories/${data[0].id}/tokens`);
  await before();
  await post(server, `/preview/models/${model.id}/log`, { split: 'val', trajectory_groups: groupsOf(taught) });
  const logs = await get(server, `/models/${model.id}/logs`);
  await before();
  const logged = await get(server, `/models/${model.id}/logs/${logs.data[0].id}/trajectory-groups`);
  await before();
  const listed = await get(server, `/models/${model.id}/checkpoints/2/files`);
  const config = await download(server, `/models/${model.id}/checkpoints/2/files/adapter_config.json`);
  await before();
  const weights = await download(server, `/models/${model.id}/checkpoints/2/files/adapter_model.safetensors`);
  await before();
  const addressed = await downloadByAddress(
    server,
    `/models/${model.id}/checkpoints/2/files/adapter_model.safetensors`,
  );
  const merged = await download(server, `/models/${model.id}/checkpoints/2/merged?dtype=f32`);
  const adapter = { 'adapter_config.json': config, 'adapter_model.safetensors': weights };
  const artifact_url = await upload(server, adapter);
  await before();
  const copy = await newModel(server, 'imported');
  await post(server, `/preview/models/${copy.id}/adapter`, { artifact_url });
  await before();
  const answers = [contents(taught), contents(await sample(server, model.name))];
  await before();
  answers.push(contents(await sample(server, copy.name)));
  return {
    models: [model, copy],
    addressed: addressed && sha256(addressed),
    answered: {
      tokens: withoutIds(tokens),
      trajectory: withoutIds(trajectory),
      logged: withoutIds(logged),
      listed,
      answers,
    },
    digests: { weights: sha256(weights), config: sha256(config), merged: sha256(withoutTimes(merged)) },
  };
}

await describeS3('a day of a client with a bucket', (s3) => {
  let server: TestServer;
  let plain: TestServer;
  let models: ToyModel[];
  beforeAll(async () => {
    plain = await startTestServer();
    server = await startTestServer({ env: bucketVariables(s3()) });
  });
  afterAll(async () => {
    await server.end();
    await plain.end();
  });

  test('answers bit-identically to a server without a bucket, with its cache emptied before each request', async () => {
    let wiped = 0;
    const here = await day(server, async () => {
      wiped += (await cachedFiles(server.home)).length;
      await wipeCache(server.home);
    });
    const there = await day(plain, async () => {});
    models = here.models;
    expect(wiped).toBeGreaterThan(25);
    expect(here.digests).toEqual(there.digests);
    expect(here.answered).toEqual(there.answered);
    expect([here.addressed, there.addressed]).toEqual([here.digests.weights, undefined]);
  });

  test('answers as before after a restart on an empty cache with the database kept', async () => {
    const before = contents(await sample(server, models[0].name));
    await server.close(0);
    await wipeCache(server.home);
    server = await startTestServer({ env: bucketVariables(s3()), home: server.home });
    expect(contents(await sample(server, models[0].name))).toEqual(before);
    const moments = (await objectsOf(s3())).filter((key) => key.endsWith('optimizer.safetensors'));
    expect(moments).toHaveLength(1);
  });

  test('leaves only database-id in the bucket after all models and artifacts are deleted', async () => {
    expect((await objectsOf(s3())).length).toBeGreaterThan(10);
    for (const { id } of models) await server.call('DELETE', `/preview/models/${id}`);
    const { data } = await get(server, '/artifacts');
    for (const { id } of data) await server.call('DELETE', `/preview/artifacts/${id}`);
    await expect.poll(() => objectsOf(s3())).toEqual(['database-id']);
  });
});
