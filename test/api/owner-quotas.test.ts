import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toyAdapter } from '../../scripts/toy-adapter.ts';
import { DiskReserve } from '../../src/artifacts/disk-reserve.ts';
import { peerEntry, startTestServer, type TestAnswer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  const env = {
    DAYBREAK_MAX_MODELS: '1',
    DAYBREAK_MAX_CHECKPOINTS: '1',
    DAYBREAK_MAX_ARTIFACT_BYTES: '1MiB',
    DAYBREAK_MAX_LOG_BYTES: '1MiB',
    DAYBREAK_KEEP_CHECKPOINTS: 'last=3',
  };
  server = await startTestServer({ workerEntry: peerEntry, env });
});
afterAll(() => server.end());

const asked = { project: 'p', name: 'm', base_model: 'toy' };
const retention = { keep_last: 2, keep_every: 10, keep_best: { metric: 'val/reward' } };

test('creating a model above the quota is a 409 that says how to make room', async () => {
  const made = await server.call('POST', '/preview/models', { ...asked, retention });
  const whole = { ...retention, keep_best: { metric: 'val/reward', mode: 'max', count: 1 } };
  expect([made.status, made.body.retention]).toEqual([200, whole]);
  const { status, body } = await server.call('POST', '/preview/models', { ...asked, name: 'other' });
  expect([status, body.error.type, body.error.code]).toEqual([409, 'conflict_error', 'quota_exceeded']);
  expect(body.detail).toBe(
    'You have 1 model; DAYBREAK_MAX_MODELS allows 1. ' +
      'Delete one (DELETE /v1/preview/models/{model_id}), or ask the operator for more.',
  );
  const again = { ...asked, return_existing: true };
  expect((await server.call('POST', '/preview/models', again)).body).toEqual(made.body);
  const usual = await server.call('POST', '/preview/models', { ...again, retention: null });
  expect(usual.body).toEqual({ ...made.body, retention: null });
});

test.each([
  [{}, 'retention.keep_last'],
  [{ keep_last: 0 }, 'retention.keep_last'],
  [{ keep_last: 1, keep_evry: 5 }, 'keep_evry'],
  [{ keep_last: 1, keep_best: { mode: 'max' } }, 'retention.keep_best'],
  [{ keep_last: 1, keep_best: { metric: 'a', mode: 'most' } }, 'retention.keep_best.mode'],
])('an invalid retention is refused: %j', async (wrong, named) => {
  const { status, body } = await server.call('POST', '/preview/models', { ...asked, retention: wrong });
  expect([status, body.error.code]).toEqual([422, 'validation_failed']);
  expect(body.error.message).toContain(named);
});

test('a job whose checkpoint would exceed the quota is refused before its data is read', async () => {
  const { id } = (await server.call('POST', '/preview/models', { ...asked, return_existing: true })).body;
  const artifact = (await server.call('POST', '/preview/artifacts', { name: 'adapter' })).body;
  const { config, weights } = toyAdapter();
  expect((await put(artifact.id, 'adapter_config.json', Buffer.from(config))).status).toBe(200);
  expect((await put(artifact.id, 'adapter_model.safetensors', weights)).status).toBe(200);
  const adapter = { artifact_url: artifact.url };
  // Replacing the only allowed checkpoint stays within the quota.
  for (let times = 0; times < 2; times++) {
    expect((await server.call('POST', `/preview/models/${id}/adapter`, adapter)).status).toBe(200);
  }
  for (const [path, job] of [
    ['training-jobs', { trajectory_groups: [{ trajectories: [] }] }],
    ['sft-training-jobs', { training_data_url: 'http://127.0.0.1:1/nowhere/train.jsonl' }],
  ] as const) {
    const { status, body } = await server.call('POST', `/preview/${path}`, { model_id: id, ...job });
    expect([status, body.error.code]).toEqual([409, 'quota_exceeded']);
    expect(body.detail).toMatch(
      /^With this you would have 2 checkpoints, .* DAYBREAK_MAX_CHECKPOINTS allows 1\. Delete/,
    );
  }
  await server.call('DELETE', `/preview/artifacts/${artifact.id}`);
});

async function put(artifact: string, name: string, body: Buffer): Promise<Pick<TestAnswer, 'status' | 'body'>> {
  const response = await fetch(`${server.baseUrl}/preview/artifacts/${artifact}/files/${name}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
    body: body as BodyInit,
  });
  return { status: response.status, body: await response.json() };
}

test('an upload that exceeds the quota of bytes is refused with 409 and not stored', async () => {
  const { id } = (await server.call('POST', '/preview/artifacts', { name: 'data' })).body;
  expect((await put(id, 'a', Buffer.alloc(600_000))).status).toBe(200);
  const refused = await put(id, 'b', Buffer.alloc(600_000));
  expect([refused.status, refused.body.error.code]).toEqual([409, 'quota_exceeded']);
  expect(refused.body.error.message).toContain('Your other files take 600,000 bytes');
  const { files } = (await server.call('GET', `/preview/artifacts/${id}`)).body;
  expect(files.map(({ name }: { name: string }) => name)).toEqual(['a']);
  expect(await readdir(join(server.home, 'artifacts', id))).toHaveLength(1);
  expect((await put(id, 'a', Buffer.alloc(1_000_000))).status).toBe(200);
});

test('a log above the quota is a 409 in the preview and W&B APIs, and a deletion frees the quota', async () => {
  const { id, run_id } = (await server.call('POST', '/preview/models', { ...asked, return_existing: true })).body;
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`${i}`.padStart(250, 'm'), i]));
  const log = (split: string, content = 'a', metrics: Record<string, number> = many) => {
    const messages_and_choices = [{ role: 'user', content }];
    const trajectory_groups = [{ trajectories: [{ messages_and_choices, reward: 1, metrics }] }];
    return server.call('POST', `/preview/models/${id}/log`, { split, trajectory_groups });
  };
  expect((await log('val')).status).toBe(200);
  const origin = new URL(server.baseUrl).origin;
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
  const post = async (path: string, sent: object) => {
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(sent) });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return { status: response.status, body: (await response.json()) as any };
  };
  const query =
    'mutation { upsertBucket(input: { name: "r", modelName: "p", entityName: "local" }) { bucket { id } } }';
  const run = (await post('/graphql', { query })).body.data.upsertBucket.bucket.id;
  const line = JSON.stringify({ _step: 0, ...many });
  const lines = (offset: number, ...content: string[]) =>
    post('/files/local/p/r/file_stream', { files: { 'wandb-history.jsonl': { offset, content } } });
  expect((await lines(0, line)).status).toBe(200);
  // The quota is checked before anything is written.
  const written = vi.spyOn(DiskReserve.prototype, 'guard');
  const refusals = [await log('val'), await lines(1, line, line)];
  expect(written).not.toHaveBeenCalled();
  written.mockRestore();
  for (const { status, body } of refusals) {
    expect([status, body.error.code]).toEqual([409, 'quota_exceeded']);
    expect(body.detail).toMatch(
      /^With this your logged metrics would take 1,\d{3},\d{3} bytes; DAYBREAK_MAX_LOG_BYTES/,
    );
  }
  const files = () => readdir(join(server.home, 'logs', id));
  expect(await files()).toHaveLength(1);
  const before = await files();
  // Trajectories use what the metrics leave of the quota, and the oldest are deleted.
  expect((await log('train', 'x'.repeat(250_000), {})).status).toBe(200);
  expect([await files(), (await server.call('GET', `/preview/models/${id}/logs`)).body.data]).toEqual([
    [expect.not.stringMatching(before[0])],
    [expect.objectContaining({ split: 'val' }), expect.objectContaining({ split: 'train' })],
  ]);
  const remove = (input: string) =>
    post('/graphql', { query: `mutation { deleteRun(input: { ${input} }) { clientMutationId } }` });
  const [refused] = (await remove(`id: "${run}", deleteArtifacts: true`)).body.errors;
  expect(refused.message).toContain('deleteArtifacts');
  expect((await remove(`id: "${run}"`)).body).toEqual({ data: { deleteRun: { clientMutationId: null } } });
  expect((await remove(`id: "${run}"`)).body.errors[0].message).toContain(`no run '${run}'`);
  expect((await lines(1, line)).status).toBe(404);
  const { data } = (await server.call('GET', '/preview/runs')).body;
  expect(data.map((each: { id: string }) => each.id)).toEqual([run_id]);
  expect((await server.call('DELETE', `/preview/models/${id}`)).status).toBe(200);
  expect((await server.call('POST', '/preview/models', asked)).status).toBe(200);
});

test('the system check reports the disk’s total, free and reserved bytes', async () => {
  const { disk } = (await server.call('GET', '/system-check')).body;
  expect(disk.reserve_bytes).toBe(256 * 2 ** 20);
  expect(disk.free_bytes).toBeLessThanOrEqual(disk.total_bytes);
});
