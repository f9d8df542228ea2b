import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import { writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { adapterTensors } from '../../src/model/flat-adapter.ts';
import { freshAdapter } from '../../src/model/lora-layout.ts';
import type { AdapterFiles, Precision, ServedModelFiles } from '../../src/model/model-files.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';

let home: string;
let device: Device;
const turn = new DeviceLock();
const models = {} as Record<Precision, LoadedModel>;
const load = (files: Partial<ServedModelFiles>) =>
  loadModel(device, turn, { id: 'toy', path: join(home, 'toy'), ...files }, () => {});

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-int8-'));
  await writeToyModel(join(home, 'toy'), { answers: [] });
  device = await Device.open();
  for (const precision of ['f32', 'int8'] as const) models[precision] = await load({ precision });
});

afterAll(async () => {
  await device.destroy();
  await rm(home, { recursive: true, force: true });
});

async function tokensOf(
  precision: Precision,
  i: number,
  adapter: AdapterFiles | null,
  model = models[precision],
): Promise<GeneratedToken[]> {
  const tokens: GeneratedToken[] = [];
  await model.engine.generate(
    {
      model: 'toy',
      adapter,
      promptIds: Uint32Array.from({ length: 3 + 7 * i }, (_, at) => (at * 31 + i * 7) % 256),
      maxTokens: 12,
      stopTokenIds: [],
      sampling: { temperature: 0, topK: 0, topP: 1, seed: 0n },
      topLogprobs: 0,
    },
    (token) => tokens.push(token),
  );
  return tokens;
}

async function adapterOf(seed: number): Promise<AdapterFiles> {
  const { lora } = models.f32.decoder;
  const flat = freshAdapter(lora, seed).map((value, i) => value || 0.05 * Math.sin(i * 12.9898 + seed));
  const folder = await mkdtemp(join(home, 'adapter-'));
  writeAdapter(folder, { rank: lora.rank, alpha: lora.settings.alpha, baseModel: 'toy' }, adapterTensors(flat, lora));
  return { id: `adapter-${seed}`, folder };
}

test('int8 gives nearly the log-probabilities of f32, the same bits in any batch, and takes less memory', async () => {
  const adapters = [null, await adapterOf(1), null, await adapterOf(2)];
  const together = await Promise.all(adapters.map((adapter, i) => tokensOf('int8', i, adapter)));
  for (const [i, adapter] of adapters.entries()) expect(await tokensOf('int8', i, adapter)).toEqual(together[i]);
  const exact = await Promise.all(adapters.map((adapter, i) => tokensOf('f32', i, adapter)));
  for (const [i, tokens] of exact.entries()) {
    const [own] = together[i];
    // The same model in another arithmetic: the first token's log-probability moves, but not far.
    expect(own.logprob).not.toBe(tokens[0].logprob);
    expect(Math.abs(own.logprob - tokens[0].logprob)).toBeLessThan(0.1);
  }
  expect(models.int8.report.precision).toBe('int8');
  expect(models.int8.report.weightBytes).toBeLessThan(models.f32.report.weightBytes / 2);
});

test.each(['f16', 'int8'] as const)(
  'int8 with a KV cache in %s gives nearly the log-probabilities of a cache in f32',
  async (kvCache) => {
    const model = await load({ precision: 'int8', kvCache });
    expect(model.report).toMatchObject({ precision: 'int8', cacheType: kvCache });
    const [tokens, beside] = await Promise.all([1, 3].map((i) => tokensOf('int8', i, null, model)));
    expect(await tokensOf('int8', 1, null, model)).toEqual(tokens);
    const exact = await tokensOf('int8', 1, null);
    expect(tokens[0].logprob).not.toBe(exact[0].logprob);
    expect(Math.abs(tokens[0].logprob - exact[0].logprob)).toBeLessThan(0.05);
    expect(beside).toHaveLength(12);
  },
);
