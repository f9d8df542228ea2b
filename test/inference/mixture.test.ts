import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { TOY_EXPERTS, writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import { writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { adapterTensors, readOwnAdapter } from '../../src/model/flat-adapter.ts';
import { freshAdapter, type LoraSettings, loraLayout } from '../../src/model/lora-layout.ts';
import type { AdapterFiles, ServedModelFiles } from '../../src/model/model-files.ts';
import { computeLogprobs } from '../../src/training/trainer/compute-logprobs.ts';
import { type LoadedModel, loadModel, serveModel, uploadModel } from '../../src/worker/process/loaded-model.ts';

let home: string;
let device: Device;
const turn = new DeviceLock();

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-mixture-'));
  writeToyModel(join(home, 'toy'), { answers: [], config: TOY_EXPERTS });
  device = await Device.open();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await device.destroy();
  await rm(home, { recursive: true, force: true });
});

function load(files: Partial<ServedModelFiles> = {}): Promise<LoadedModel> {
  return loadModel(device, turn, { id: 'toy', path: join(home, 'toy'), ...files }, () => {});
}

const promptOf = (i: number) => Uint32Array.from({ length: 3 + 11 * i }, (_, at) => (at * 31 + i * 7) % 256);

async function tokensOf(
  { engine }: LoadedModel,
  i: number,
  adapter: AdapterFiles | null = null,
): Promise<GeneratedToken[]> {
  const tokens: GeneratedToken[] = [];
  const request = {
    model: 'toy',
    adapter,
    promptIds: promptOf(i),
    maxTokens: 16,
    stopTokenIds: [],
    topLogprobs: 2,
  };
  await engine.generate({ ...request, sampling: { temperature: 1, topK: 0, topP: 1, seed: BigInt(i) } }, (token) =>
    tokens.push(token),
  );
  return tokens;
}

it('a mixture of experts gives the same bits alone, among others, and with weights split over bindings', async () => {
  const model = await load();
  const requests = [0, 1, 2, 3, 4, 5];
  const together = await Promise.all(requests.map((i) => tokensOf(model, i)));
  expect(new Set(together.map((tokens) => tokens.map(({ id }) => id).join())).size).toBe(requests.length);
  for (const i of requests) expect(await tokensOf(model, i)).toEqual(together[i]);
  vi.spyOn(device, 'maxBindingBytes', 'get').mockReturnValue(3 * 64 * 64 * 4);
  const uploaded = await uploadModel(device, { id: 'toy', path: join(home, 'toy') }, () => {});
  vi.restoreAllMocks();
  const cut = await serveModel(device, turn, uploaded, 2 ** 22);
  const [{ gateUp, down }] = cut.decoder.weights.layers;
  expect([gateUp, down].map(({ shards }) => shards.map(({ rows }) => rows))).toEqual([
    [192, 192, 192, 192, 192, 64],
    [192, 192, 128],
  ]);
  expect(await tokensOf(cut, 5)).toEqual(together[5]);
});

it("a mixture in f16 is close to f32, and its trainer's log-probabilities are the sampler's", async () => {
  const [f32, f16] = [await load(), await load({ precision: 'f16' })];
  const tokens = await tokensOf(f16, 1);
  const [exact] = await tokensOf(f32, 1);
  expect(tokens[0].logprob).not.toBe(exact.logprob);
  expect(Math.abs(tokens[0].logprob - exact.logprob)).toBeLessThan(0.01);
  const ids = Uint32Array.from([...promptOf(1), ...tokens.map(({ id }) => id)]);
  const mask = new Uint8Array(ids.length).fill(1, promptOf(1).length);
  const [logprobs] = await computeLogprobs(new Recorder(device), f16.decoder, turn, null, [{ ids, mask }]);
  const worst = tokens.map(({ logprob }, i) => Math.abs(logprob - logprobs[promptOf(1).length + i]));
  expect(Math.max(...worst)).toBeLessThan(1e-5);
  // The choice of experts depends on it.
  expect(f16.decoder.weights.layers[0].router?.shards[0].type).toBe('f32');
});

it('a mixture with an adapter on experts gives the same bits in any batch, and agrees with its trainer', async () => {
  const lora: LoraSettings = { rank: 6, alpha: 24, targets: ['q_proj', 'experts'] };
  const model = await load({ lora });
  const folder = await mkdtemp(join(home, 'adapter-'));
  const layout = loraLayout(model.decoder.config, lora);
  const flat = freshAdapter(layout).map((value, i) => value || 0.3 * Math.sin(i * 12.9898));
  writeAdapter(folder, { ...lora, baseModel: 'toy' }, adapterTensors(flat, layout));
  const adapter = { id: 'on-experts', folder };
  const [alone, base] = [await tokensOf(model, 3, adapter), await tokensOf(model, 3)];
  expect(alone.map(({ id }) => id)).not.toEqual(base.map(({ id }) => id));
  const together = await Promise.all([0, 1, 2, 3, 4].map((i) => tokensOf(model, i, i % 2 === 1 ? adapter : null)));
  expect(together[3]).toEqual(alone);
  const ids = Uint32Array.from([...promptOf(3), ...alone.map(({ id }) => id)]);
  const mask = new Uint8Array(ids.length).fill(1, promptOf(3).length);
  const own = readOwnAdapter(folder, model.decoder.config);
  const [logprobs] = await computeLogprobs(new Recorder(device), model.decoder, turn, own, [{ ids, mask }]);
  const worst = alone.map(({ logprob }, i) => Math.abs(logprob - logprobs[promptOf(3).length + i]));
  expect(Math.max(...worst)).toBeLessThan(1e-5);
});

it('a mixture in int8 is close to f32, with the same bits alone and among others', async () => {
  const [f32, int8] = [await load(), await load({ precision: 'int8' })];
  const together = await Promise.all([0, 1, 2, 3].map((i) => tokensOf(int8, i)));
  for (const i of [0, 1, 2, 3]) expect(await tokensOf(int8, i)).toEqual(together[i]);
  const [exact] = await tokensOf(f32, 1);
  expect(together[1][0].logprob).not.toBe(exact.logprob);
  expect(Math.abs(together[1][0].logprob - exact.logprob)).toBeLessThan(0.1);
  expect(int8.report.weightBytes).toBeLessThan(f32.report.weightBytes / 2);
});

it('a mixture is refused with LoRA targets that only other models have', async () => {
  await expect(load({ lora: { rank: 8, alpha: 16, targets: ['gate_proj', 'down_proj'] } })).rejects.toThrow(
    'toy: LoRA targets gate_proj, down_proj: a model of type qwen3_moe can have adapters on q_proj, k_proj, v_proj, o_proj, experts only',
  );
});
