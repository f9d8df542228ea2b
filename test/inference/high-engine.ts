import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import { freshAdapter } from '../../src/model/lora-layout.ts';
import type { Precision } from '../../src/model/model-files.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import { computeLogprobs } from '../../src/training/trainer/compute-logprobs.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';
import { storeAsBf16 } from '../model/as-bf16.ts';
import { isLong } from '../tier.ts';

// A model stored in 16 bits, whose products use subgroup matrices if the device has these.

// Software drivers take a minute to compile the kernels of three models.
describe.skipIf(!isLong)('a model in f32-high', () => {
  let home: string;
  let device: Device;
  const models = {} as Record<'f32' | 'f32-high' | 'f16', LoadedModel>;
  const turn = new DeviceLock();

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'daybreak-high-'));
    const path = join(home, 'toy');
    // Rows of all matrices are whole tiles.
    writeToyModel(path, { answers: [], config: { vocab_size: 512 } });
    storeAsBf16(path);
    device = await Device.open();
    const load = (precision: Precision) =>
      loadModel(device, turn, { id: 'toy', path, precision, kvCache: 'f32' }, () => {});
    models.f32 = await load('f32');
    models['f32-high'] = await load('f32-high');
    models.f16 = await load('f16');
  });

  afterAll(async () => {
    await device.destroy();
    await rm(home, { recursive: true, force: true });
  });

  const LENGTHS = [3, 72];
  const promptOf = (length: number) => Uint32Array.from({ length }, (_, at) => (at * 31 + length * 7) % 256);

  async function tokensOf({ engine }: LoadedModel, length: number): Promise<GeneratedToken[]> {
    const tokens: GeneratedToken[] = [];
    await engine.generate(
      {
        model: 'toy',
        adapter: null,
        promptIds: promptOf(length),
        maxTokens: 16,
        stopTokenIds: [],
        sampling: { temperature: 1, topK: 0, topP: 1, seed: 5n },
        topLogprobs: 0,
      },
      (token) => tokens.push(token),
    );
    return tokens;
  }

  /** Returns the log-probabilities of sampled tokens by a model's trainer. */
  async function trained({ decoder }: LoadedModel, length: number, tokens: GeneratedToken[]): Promise<number[]> {
    const ids = Uint32Array.from([...promptOf(length), ...tokens.map(({ id }) => id)]);
    const mask = Uint8Array.from(ids, (_, at) => (at < length ? 0 : 1));
    const [logprobs] = await computeLogprobs(new Recorder(device), decoder, turn, null, [{ ids, mask }]);
    return [...logprobs.subarray(length)];
  }

  const most = (numbers: number[]) => Math.max(...numbers.map(Math.abs));
  const less = (a: number[], b: number[]) => a.map((value, i) => value - b[i]);

  test('is reported, and caches keys and values in f32', () => {
    expect(models['f32-high'].report).toMatchObject({ precision: 'f32-high', cacheType: 'f32' });
    const names = (forms: readonly { kept: string }[]) => forms.map(({ kept }) => kept);
    expect(names(models['f32-high'].report.weights)).toEqual(names(models.f32.report.weights));
  });

  test.each(LENGTHS)('has log-probabilities after %i tokens within 5e-6 of f32, and f16 has not', async (length) => {
    const tokens = await tokensOf(models['f32-high'], length);
    const [exact, high, rounded] = [
      await trained(models.f32, length, tokens),
      await trained(models['f32-high'], length, tokens),
      await trained(models.f16, length, tokens),
    ];
    const found = { high: most(less(high, exact)), f16: most(less(rounded, exact)) };
    console.log(`|dlogprob| and f32, at most, after ${length} tokens: ${JSON.stringify(found)}`);
    expect(tokens).toHaveLength(16);
    expect(found.high).toBeLessThan(5e-6);
    expect(found.f16).toBeGreaterThan(1e-4);
    const own = most(
      less(
        high,
        tokens.map(({ logprob }) => logprob),
      ),
    );
    console.log(`|dlogprob| of trainer and sampler in f32-high, at most: ${own}`);
    expect(own).toBeLessThan(5e-6);
  });

  test('gives the same bits in any batch', async () => {
    const alone: GeneratedToken[][] = [];
    for (const length of LENGTHS) alone.push(await tokensOf(models['f32-high'], length));
    expect(await Promise.all(LENGTHS.map((length) => tokensOf(models['f32-high'], length)))).toEqual(alone);
  });

  /** The gradients of one step over sequences of few and of many rows. */
  async function gradientsOf({ decoder }: LoadedModel): Promise<number[]> {
    const adapter = freshAdapter(decoder.lora, 3).map((value, i) => value || 0.02 * Math.sin(i * 12.9898));
    const sequences = [9, 70].map((length) => ({
      ids: Uint32Array.from({ length }, (_, t) => (t * 37 + t * t) % 250),
      mask: Uint8Array.from({ length }, (_, t) => Number(t % 3 !== 1)),
      advantages: Float32Array.from({ length }, (_, t) => 1 - (t % 5) / 2),
      weight: 1,
      oldLogprobs: new Float32Array(length).fill(Number.NaN),
    }));
    const trainer = await Trainer.begin(device, decoder, turn, adapter, null);
    await trainer.step({ sequences, loss: CISPO, learningRate: 0, weightDecay: 0, maxGradNorm: 1 });
    const gradients = await trainer.gradients();
    trainer.end();
    return [...gradients];
  }

  test('has gradients within 1e-5 of f32, and f16 has not', async () => {
    const exact = await gradientsOf(models.f32);
    const size = Math.hypot(...exact);
    const off = async (model: LoadedModel) => Math.hypot(...less(await gradientsOf(model), exact)) / size;
    const found = { high: await off(models['f32-high']), f16: await off(models.f16) };
    console.log(`gradients less those of f32, relative: ${JSON.stringify(found)}`);
    expect(size).toBeGreaterThan(0);
    expect(found.high).toBeLessThan(1e-5);
    expect(found.f16).toBeGreaterThan(1e-4);
  });

  test('uses subgroup matrices in prefill, decode and training if the device has them', () => {
    const high = device.kernels.variants.filter(({ knobs }) => knobs.SUMMANDS === 2).map(({ name }) => name);
    const products = ['matvec_matrix_tiles', 'matmul_matrix', 'matmul_transposed_matrix', 'tile_rows', 'tile_weights'];
    expect(new Set(high)).toEqual(new Set(device.matrix ? products : []));
  });
});
