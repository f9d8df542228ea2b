import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import { freshAdapter } from '../../src/model/lora-layout.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import { computeLogprobs } from '../../src/training/trainer/compute-logprobs.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';
import { isLong } from '../tier.ts';

let home: string;
let device: Device;
let f32: LoadedModel;
let f16: LoadedModel;
const turn = new DeviceLock();

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-f16-'));
  await writeToyModel(join(home, 'toy'), { answers: [] });
  device = await Device.open();
  f32 = await loadModel(device, turn, { id: 'toy', path: join(home, 'toy') }, () => {});
  f16 = await loadModel(device, turn, { id: 'toy', path: join(home, 'toy'), precision: 'f16' }, () => {});
});

afterAll(async () => {
  await device.destroy();
  await rm(home, { recursive: true, force: true });
});

const promptOf = (i: number) => Uint32Array.from({ length: 3 + 17 * i }, (_, at) => (at * 31 + i * 7) % 256);

async function tokensOf({ engine }: LoadedModel, i: number, seed = 5n): Promise<GeneratedToken[]> {
  const tokens: GeneratedToken[] = [];
  await engine.generate(
    {
      model: 'toy',
      adapter: null,
      promptIds: promptOf(i),
      maxTokens: 24,
      stopTokenIds: [],
      sampling: { temperature: 1, topK: 0, topP: 1, seed },
      topLogprobs: 0,
    },
    (token) => tokens.push(token),
  );
  return tokens;
}

/** Prompts: `npm test` runs the shortest and the longest, as each batch compiles its own kernels. */
const prompts = isLong ? [0, 1, 2, 3] : [0, 3];

test('f16 gives nearly the log-probabilities of f32, the same bits in any batch, and takes less memory', async () => {
  const together = await Promise.all(prompts.map((i) => tokensOf(f16, i)));
  for (const [at, tokens] of together.entries()) {
    const i = prompts[at];
    expect(await tokensOf(f16, i)).toEqual(tokens);
    const [exact] = await tokensOf(f32, i);
    // The same model in another arithmetic.
    expect(tokens[0].logprob).not.toBe(exact.logprob);
    expect(Math.abs(tokens[0].logprob - exact.logprob)).toBeLessThan(0.01);
  }
  expect(f16.report.precision).toBe('f16');
  expect(f16.report.weightBytes).toBeLessThan(f32.report.weightBytes * 0.6);
  const tokenBytes = ({ report }: LoadedModel) => report.cacheBytes / report.cacheTokens;
  expect(tokenBytes(f16)).toBe(tokenBytes(f32) / 2);
  expect([f16, f32].map(({ engine }) => engine.stats.cacheType)).toEqual(['float16', 'float32']);
});

test("the trainer's log-probabilities in f16 are within 2e-3 of the sampler's, 1e-4 on average", async () => {
  const differences: number[] = [];
  for (const i of isLong ? prompts : [0, 1, 3]) {
    const tokens = await tokensOf(f16, i);
    const prompt = promptOf(i);
    const ids = Uint32Array.from([...prompt, ...tokens.map(({ id }) => id)]);
    const mask = Uint8Array.from(ids, (_, at) => (at < prompt.length ? 0 : 1));
    const [logprobs] = await computeLogprobs(new Recorder(device), f16.decoder, turn, null, [{ ids, mask }]);
    for (const [at, token] of tokens.entries()) {
      differences.push(Math.abs(logprobs[prompt.length + at] - token.logprob));
    }
  }
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  console.log(`|dlogprob| of the trainer and the sampler in f16: mean ${mean}, most ${Math.max(...differences)}`);
  // Attention sums in another order. If that changes the last bit of an f32, rounding may give the next f16.
  expect(differences.length).toBeGreaterThan(50);
  expect(Math.max(...differences)).toBeLessThan(2e-3);
  expect(mean).toBeLessThan(1e-4);
});

/** The gradients of one step over sequences of few and of many rows. */
async function gradientsOf({ decoder }: LoadedModel): Promise<Float32Array> {
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
  return gradients;
}

test('the gradients of f16 are those of f32 up to rounding', async () => {
  const [exact, rounded] = [await gradientsOf(f32), await gradientsOf(f16)];
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const [exactNorm, roundedNorm] = [exact, rounded].map((gradients) => Math.sqrt(dot(gradients, gradients)));
  expect(exactNorm).toBeGreaterThan(0);
  expect(rounded).not.toEqual(exact);
  const cosine = dot(exact, rounded) / (exactNorm * roundedNorm);
  console.log(`gradients of f16 beside f32: cosine ${cosine}, norms ${roundedNorm / exactNorm}`);
  expect(cosine).toBeGreaterThan(0.9999);
  expect(Math.abs(roundedNorm / exactNorm - 1)).toBeLessThan(0.002);
});

test('a prompt cached in f16 gives the same bits as when computed, also from copied pages', async () => {
  const [first] = await Promise.all([tokensOf(f16, 3), tokensOf(f16, 3)]);
  const { prefixHits } = f16.engine.stats;
  expect(await tokensOf(f16, 3)).toEqual(first);
  expect(f16.engine.stats.prefixHits).toBeGreaterThan(prefixHits);
  expect(device.kernels.variants.map(({ name }) => name)).toContain('copy_pages');
});

test('choices that share the pages of their prompt have the same bits as alone', async () => {
  const seeds = Array.from({ length: 4 }, (_, seed) => BigInt(seed));
  const together = await Promise.all(seeds.map((seed) => tokensOf(f16, 8, seed)));
  for (const [i, seed] of seeds.entries()) expect(await tokensOf(f16, 8, seed)).toEqual(together[i]);
  expect(new Set(together.map((tokens) => tokens.map(({ id }) => id).join())).size).toBe(4);
  const shared = device.kernels.variants.filter(({ knobs }) => knobs.PREFIXES === 1);
  expect(shared.length > 0).toBe(device.class.staged);
});

test('f16 has its own kernels for products, forward and backward, and for keys and values', async () => {
  await tokensOf(f16, 3);
  await gradientsOf(f16);
  const half = device.kernels.variants.filter(({ name, knobs }) => {
    return knobs.HALF === 1 || knobs.WIDE === 2 || name.endsWith('_matrix');
  });
  const names = new Set(half.map(({ name }) => name.replace(/_(tiled|matrix|subgroup)$/, '')));
  const inTraining = ['attention_train', 'attention_backward_query', 'attention_backward_key_value'];
  const serving = ['matvec', 'matmul', 'matmul_transposed', 'rope', 'attention_paged'];
  expect(names).toEqual(new Set([...serving, ...(device.matrix ? inTraining : [])]));
  const ropes = half.filter(({ name }) => name === 'rope').map(({ knobs }) => knobs.CACHE);
  expect(new Set(ropes)).toEqual(new Set([0, 1]));
});

test('a weight beyond the range of f16 is clamped to its largest number', async () => {
  const path = join(home, 'large');
  writeToyModel(path, { answers: [] });
  const file = join(path, 'model.safetensors');
  const bytes = await readFile(file);
  const header = 8 + Number(bytes.readBigUInt64LE(0));
  const { data_offsets } = JSON.parse(bytes.toString('utf8', 8, header))['model.layers.0.self_attn.v_proj.weight'];
  const answers: GeneratedToken[][] = [];
  for (const weight of [70_000, 65_504]) {
    bytes.writeFloatLE(weight, header + data_offsets[0] + 20);
    await writeFile(file, bytes);
    const large = await loadModel(device, turn, { id: `large-${weight}`, path, precision: 'f16' }, () => {});
    answers.push(await tokensOf(large, 1));
  }
  expect(answers[0]).toHaveLength(24);
  expect(answers[0]).toEqual(answers[1]);
});
