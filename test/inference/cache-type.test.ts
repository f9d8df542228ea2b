import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RANDOM_MODELS, writeRandomModel } from '../../scripts/oracle/random-models.ts';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { measureClass } from '../../src/cluster/model-class.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import type { CacheType } from '../../src/compute/ops/layer-cache.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import type { GeneratedToken, GenerateRequest } from '../../src/inference/generate-request.ts';
import type { ServedModelFiles } from '../../src/model/model-files.ts';
import { computeLogprobs } from '../../src/training/trainer/compute-logprobs.ts';
import type { ChatCompute } from '../../src/worker/client/chat-compute.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';
import { longTest } from '../long-test.ts';

let home: string;
let device: Device;
let exact: LoadedModel;
const turn = new DeviceLock();
const load = (files: Partial<ServedModelFiles>) =>
  loadModel(device, turn, { id: 'toy', path: join(home, 'toy'), ...files }, () => {});

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-cache-'));
  await writeToyModel(join(home, 'toy'), { answers: [] });
  device = await Device.open();
  exact = await load({ kvCache: 'f32' });
});

afterAll(async () => {
  await device.destroy();
  await rm(home, { recursive: true, force: true });
});

const prompt = Uint32Array.from({ length: 54 }, (_, at) => (at * 31 + 7) % 256);

async function tokensOf({ engine }: LoadedModel): Promise<GeneratedToken[]> {
  const tokens: GeneratedToken[] = [];
  const sampling = { temperature: 1, topK: 0, topP: 1, seed: 5n };
  const request = { model: 'toy', adapter: null, promptIds: prompt, maxTokens: 48, stopTokenIds: [], sampling };
  await engine.generate({ ...request, topLogprobs: 0 }, (token) => tokens.push(token));
  return tokens;
}

/** Returns the log-probabilities of sampled tokens by a model's trainer. */
async function logprobsOf(tokens: GeneratedToken[], { decoder }: LoadedModel): Promise<number[]> {
  const ids = Uint32Array.from([...prompt, ...tokens.map(({ id }) => id)]);
  const mask = Uint8Array.from(ids, (_, at) => (at < prompt.length ? 0 : 1));
  const [all] = await computeLogprobs(new Recorder(device), decoder, turn, null, [{ ids, mask }]);
  return [...all.subarray(prompt.length)];
}

/** Returns |dlogprob| of sampled tokens between `trainer` and the sampler, or `model`'s trainer if given. */
async function differences(tokens: GeneratedToken[], trainer: LoadedModel, model?: LoadedModel): Promise<number[]> {
  const trained = await logprobsOf(tokens, trainer);
  const own = model ? await logprobsOf(tokens, model) : tokens.map(({ logprob }) => logprob);
  return trained.map((logprob, at) => Math.abs(logprob - own[at]));
}

const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Returns the perplexity of the sampled tokens by the model's trainer. */
async function perplexityOf(tokens: GeneratedToken[], model: LoadedModel): Promise<number> {
  return Math.exp(-mean(await logprobsOf(tokens, model)));
}

describe.each<{ cache: CacheType; bytes: number; most: number }>([
  { cache: 'f16', bytes: 1 / 2, most: 0.01 },
  // The toy's heads have 16 elements only, so a scale takes much: 20 bytes instead of 64.
  { cache: 'int8', bytes: 20 / 64, most: 0.1 },
])('a KV cache in $cache with products in f32', ({ cache, bytes, most }) => {
  let model: LoadedModel;
  beforeAll(async () => {
    model = await load({ kvCache: cache });
  });

  test('takes fewer bytes per token, and is reported', () => {
    const tokenBytes = ({ report }: LoadedModel) => report.cacheBytes / report.cacheTokens;
    expect(tokenBytes(model)).toBe(tokenBytes(exact) * bytes);
    expect([model.report.cacheType, model.report.precision]).toEqual([cache, 'f32']);
  });

  test('gives nearly the log-probabilities of f32, and the same bits from cached and copied pages', async () => {
    const [first, second] = await Promise.all([tokensOf(model), tokensOf(model)]);
    expect(second).toEqual(first);
    const { prefixHits } = model.engine.stats;
    expect(await tokensOf(model)).toEqual(first);
    expect(model.engine.stats.prefixHits).toBeGreaterThan(prefixHits);
    expect(device.kernels.variants.map(({ name }) => name)).toContain('copy_pages');
    const found = await differences(first, exact, model);
    console.log(`|dlogprob| of a cache in ${cache} and of f32: mean ${mean(found)}, most ${Math.max(...found)}`);
    expect(Math.max(...found)).toBeGreaterThan(0);
    expect(Math.max(...found)).toBeLessThan(most);
    const [perplexity, exactly] = [await perplexityOf(first, model), await perplexityOf(first, exact)];
    console.log(`perplexity with a cache in ${cache}: ${perplexity}, ${perplexity / exactly - 1} more than in f32`);
    expect(Math.abs(perplexity / exactly - 1)).toBeLessThan(0.005);
  });

  test("rounds keys and values as in training: the trainer's log-probabilities are the sampler's", async () => {
    const found = await differences(await tokensOf(model), model);
    console.log(`|dlogprob| of trainer and sampler, ${cache}: mean ${mean(found)}, most ${Math.max(...found)}`);
    expect(found).toHaveLength(48);
    expect(Math.max(...found)).toBeLessThan(1e-4);
  });

  test('belongs to another class of workers in a cluster than f32', async () => {
    const compute = ({ engine }: LoadedModel) =>
      ({
        async *generate(request: GenerateRequest) {
          const tokens: GeneratedToken[] = [];
          await engine.generate(request, (token) => tokens.push(token));
          yield* tokens;
        },
      }) as unknown as ChatCompute;
    const classOf = (of: LoadedModel) => measureClass(compute(of), 'toy', '1.0.0');
    expect(await classOf(model)).toBe(await classOf(model));
    expect(await classOf(model)).not.toBe(await classOf(exact));
  });
});

longTest("a KV cache in f32 with products in f16 gives the sampler the trainer's log-probabilities", async () => {
  const model = await load({ precision: 'f16', kvCache: 'f32' });
  expect(model.report).toMatchObject({ cacheType: 'f32', precision: 'f16' });
  const found = await differences(await tokensOf(model), model);
  expect(Math.max(...found)).toBeLessThan(1e-4);
});

// Windows, capped scores, norms of heads, partial RoPE and layers without, mixtures, sinks; heads of 16 and 32.
longTest.each(RANDOM_MODELS)(
  '%s with a KV cache in int8 is close to f32, and its sampler agrees with its trainer',
  { timeout: 300_000 },
  async (kind) => {
    const { model: path } = writeRandomModel(join(home, kind), kind);
    const [model, f32] = [await load({ id: kind, path, kvCache: 'int8' }), await load({ id: kind, path })];
    const tokens = await tokensOf(model);
    expect(await tokensOf(model)).toEqual(tokens);
    const [own, found] = [await differences(tokens, model), await differences(tokens, f32, model)];
    const [perplexity, exactly] = [await perplexityOf(tokens, model), await perplexityOf(tokens, f32)];
    const told = (differences: number[]) => `mean ${mean(differences)}, most ${Math.max(...differences)}`;
    console.log(`${kind}: trainer and sampler ${told(own)}; int8 and f32 ${told(found)}, ${perplexity / exactly - 1}`);
    expect(Math.max(...own)).toBeLessThan(1e-4);
    expect(Math.max(...found)).toBeGreaterThan(0);
    expect(mean(found)).toBeLessThan(0.1);
    expect(Math.abs(perplexity / exactly - 1)).toBeLessThan(0.02);
  },
);
