import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { MergedExports } from '../../src/api/checkpoints/merged-exports.ts';
import { splitLikeLlama3 } from '../model/llama3-toy.ts';
import { peerEntry, startTestServer } from './test-server.ts';

const home = mkdtempSync(join(tmpdir(), 'daybreak-exports-'));
const path = join(home, 'toy');
const model = { path, adapter: null, type: 'f32', name: 'x' } as const;
beforeAll(() => writeToyModel(path));
afterAll(() => rmSync(home, { recursive: true }));

test('two merged exports of different owners run at a time, and ended ones free their slot', async () => {
  const exports = new MergedExports(10);
  const calm = new AbortController().signal;
  const begin = (owner: string, signal = calm) => exports.begin(owner, model, signal);
  const none = { ...model, path: join(home, 'none') };
  await expect(exports.begin('ann', none, calm)).rejects.toThrow(/no such file/);
  const refused = { code: 'queue_full', headers: { 'retry-after': '30' } };
  const first = await begin('ann');
  // The last slot is reserved for another owner.
  await expect(begin('ann')).rejects.toMatchObject(refused);
  const second = await begin('bob');
  await expect(begin('eve')).rejects.toMatchObject(refused);
  await expect(begin('eve', AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  first.stream.destroy();
  second.stream.resume();
  for (const { stream } of [first, second]) {
    if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve));
  }
  const more = [await begin('ann'), await begin('bob')];
  for (const { stream } of more) stream.destroy();
});

test('a merged export of a model without weights fails with compute_unavailable', async () => {
  const bare = join(home, 'bare');
  mkdirSync(bare);
  writeFileSync(join(bare, 'config.json'), '{}');
  const begun = new MergedExports().begin('ann', { ...model, path: bare }, new AbortController().signal);
  await expect(begun).rejects.toMatchObject({ code: 'compute_unavailable' });
});

test('a GGUF export of a model that GGUF cannot represent is refused and frees its slot', async () => {
  const exports = new MergedExports(10);
  const calm = new AbortController().signal;
  for (let i = 0; i < 3; i++) {
    await expect(exports.begin('ann', { ...model, gguf: 'q8_0' }, calm)).rejects.toMatchObject({
      code: 'validation_failed',
      param: 'format',
      message: expect.stringMatching(/^format: the tokenizer splits text like .*; use format=safetensors$/),
      issues: [{ loc: ['query', 'format'], input: 'gguf-q8_0' }],
    });
  }
});

test('an owner without a running export is served before one who has one', async () => {
  const exports = new MergedExports();
  const calm = new AbortController().signal;
  const begin = (owner: string) => exports.begin(owner, model, calm);
  const [first, second] = [await begin('ann'), await begin('bob')];
  let more = false;
  const [next, last, other] = [begin('ann'), begin('ann').finally(() => (more = true)), begin('eve')];
  first.stream.destroy();
  const held = await next;
  second.stream.destroy();
  const { stream } = await other;
  expect(more).toBe(false);
  held.stream.destroy();
  for (const merged of [stream, (await last).stream]) merged.destroy();
});

test('a model without an adapter is downloaded as an archive or a GGUF file of its base', async () => {
  const prepareModel = async (toy: string) => splitLikeLlama3(toy);
  const server = await startTestServer({ workerEntry: peerEntry, prepareModel });
  const { body: made } = await server.call('POST', '/preview/models', {
    project: 'p',
    name: 'été 1',
    base_model: 'toy',
  });
  const get = (step: string, query = '') =>
    fetch(`${server.baseUrl}/preview/models/${made.id}/checkpoints/${step}/merged${query}`, {
      headers: { authorization: `Bearer ${server.key}` },
    });
  const sizes: number[] = [];
  for (const query of ['', '?dtype=bf16', '?dtype=f32']) {
    const response = await get('0', query);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="_t_1-step0.tar"');
    const archive = Buffer.from(await response.arrayBuffer());
    expect(String(archive.length)).toBe(response.headers.get('content-length'));
    expect(archive.toString('latin1', 0, 25)).toBe('_t_1-step0/config.json\0\0\0');
    sizes.push(archive.length);
  }
  expect(sizes[0]).toBe(sizes[1]);
  expect(sizes[2]).toBeGreaterThan(1.8 * sizes[1]);
  for (const [format, type] of [
    ['gguf-f16', 'F16'],
    ['gguf-q4_0', 'Q4_0'],
  ]) {
    const response = await get('0', `?format=${format}`);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="_t_1-step0-${type}.gguf"`);
    const file = Buffer.from(await response.arrayBuffer());
    expect(String(file.length)).toBe(response.headers.get('content-length'));
    expect(file.toString('latin1', 0, 4)).toBe('GGUF');
  }
  const unknown = await get('0', '?format=gguf-q3_k');
  expect(unknown.status).toBe(422);
  const allowed = /^format: .*safetensors.*gguf-f32.*gguf-bf16.*gguf-f16.*gguf-q8_0.*gguf-q4_1.*gguf-q4_0/;
  expect(((await unknown.json()) as { error: { message: string } }).error.message).toMatch(allowed);
  expect((await get('0', '?dtype=f16')).status).toBe(422);
  expect((await get('1')).status).toBe(404);
  await server.end();
});
