import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOY_EXPERTS, writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { AbortedError } from '../../src/compute/errors.ts';
import { Engine, type EngineLimits, QueueFullError } from '../../src/inference/engine/engine.ts';
import { NotFiniteError } from '../../src/inference/engine/step-results.ts';
import type { GeneratedToken, GenerateRequest } from '../../src/inference/generate-request.ts';
import { writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { adapterTensors } from '../../src/model/flat-adapter.ts';
import { freshAdapter } from '../../src/model/lora-layout.ts';
import type { AdapterFiles } from '../../src/model/model-files.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';

let home: string;
let device: Device;
let model: LoadedModel;
const turn = new DeviceLock();

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-engine-'));
  // A model that babbles on, so that answers have length.
  await writeToyModel(join(home, 'toy'), { answers: [] });
  device = await Device.open();
  model = await loadModel(device, turn, { id: 'toy', path: join(home, 'toy') }, () => {});
});

afterAll(async () => {
  await device.destroy();
  await rm(home, { recursive: true, force: true });
});

function request(seed: number, changes: Partial<GenerateRequest> = {}): GenerateRequest {
  const promptIds = Uint32Array.from({ length: 5 + (seed % 40) }, (_, i) => (i * 31 + seed * 7) % 256);
  const sampling = { temperature: 1, topK: 0, topP: 1, seed: BigInt(seed) };
  return {
    model: 'toy',
    adapter: null,
    promptIds,
    maxTokens: 24,
    stopTokenIds: [],
    sampling,
    topLogprobs: 2,
    ...changes,
  };
}

async function run(engine: Engine, asked: GenerateRequest, signal?: AbortSignal): Promise<GeneratedToken[]> {
  const tokens: GeneratedToken[] = [];
  await engine.generate(asked, (token) => tokens.push(token), signal);
  return tokens;
}

function engineWith(changes: Partial<EngineLimits>): Promise<Engine> {
  return Engine.create(device, model.decoder, turn, { ...model.engine.limits, ...changes });
}

async function adapterOf(
  seed: number,
  values = (value: number) => value,
  { lora } = model.decoder,
): Promise<AdapterFiles> {
  const flat = freshAdapter(lora, seed).map((value, i) => values(value || 0.05 * Math.sin(i * 12.9898 + seed)));
  const folder = await mkdtemp(join(home, 'adapter-'));
  writeAdapter(folder, { rank: lora.rank, alpha: lora.settings.alpha, baseModel: 'toy' }, adapterTensors(flat, lora));
  return { id: `adapter-${seed}`, folder };
}

describe('a request', () => {
  it('gives the same bits alone and among 12 others of other lengths and adapters', async () => {
    const adapters = [null, await adapterOf(1), await adapterOf(2)];
    const asked = Array.from({ length: 13 }, (_, i) => request(i, { adapter: adapters[i % 3] }));
    const together = await Promise.all(asked.map((one) => run(model.engine, one)));
    for (const [i, one] of asked.entries()) expect(await run(model.engine, one)).toEqual(together[i]);
    expect(new Set(together.map((tokens) => tokens.map(({ id }) => id).join())).size).toBe(13);
  });

  it('gives the same bits alone and beside others that share the pages of its prompt, of any owner', async () => {
    const asked = Array.from({ length: 12 }, (_, i) => {
      const promptIds = Uint32Array.from(
        { length: 140 },
        (_, at) => (at * 31 + Math.floor(at / 90) * (i % 3) * 7) % 256,
      );
      return request(i, { promptIds, owner: `owner ${i % 2}` });
    });
    const together = await Promise.all(asked.map((one) => run(model.engine, one)));
    for (const [i, one] of asked.entries()) expect(await run(model.engine, one)).toEqual(together[i]);
    expect(new Set(together.map((tokens) => tokens.map(({ id }) => id).join())).size).toBe(12);
    const shared = device.kernels.variants.filter(({ knobs }) => knobs.PREFIXES === 1);
    expect(shared.length > 0).toBe(device.class.staged);
  });

  it('is computed again, to the same bits, when the cache is too small for all', async () => {
    const asked = Array.from({ length: 6 }, (_, i) => request(i, { maxTokens: 40 }));
    const expected = await Promise.all(asked.map((one) => run(model.engine, one)));
    // 8 pages of 16 tokens: at 85 tokens a sequence at most, no two fit to their ends.
    const small = await engineWith({ cacheTokens: 128, contextLength: 128 });
    expect(await Promise.all(asked.map((one) => run(small, one)))).toEqual(expected);
  });

  it('gives the same bits if its prefill is cut into chunks', async () => {
    const asked = request(39);
    const chunked = await engineWith({ maxStepTokens: 7, maxRunning: 4 });
    expect(await run(chunked, asked)).toEqual(await run(model.engine, asked));
  });

  it('ends at a stop token, which it reports, and at maxTokens', async () => {
    const all = await run(model.engine, request(3));
    expect(all).toHaveLength(24);
    const stop = all[10].id;
    const first = all.findIndex(({ id }) => id === stop);
    const tokens: GeneratedToken[] = [];
    const cause = await model.engine.generate(request(3, { stopTokenIds: [stop] }), (token) => tokens.push(token));
    expect(cause).toBe('stop_token');
    expect(tokens).toEqual(all.slice(0, first + 1));
  });

  it('lists the best alternatives first, the sampled token with its own log-probability among them', async () => {
    for (const { id, logprob, topIds, topLogprobs } of await run(model.engine, request(4, { topLogprobs: 20 }))) {
      expect(topLogprobs).toEqual([...topLogprobs].sort((a, b) => b - a));
      const at = topIds.indexOf(id);
      if (at >= 0) expect(topLogprobs[at]).toBe(logprob);
      expect(logprob).toBeLessThanOrEqual(topLogprobs[0]);
    }
  });

  it('is refused if it exceeds the context, has an unknown token id, or finds the queue full', async () => {
    await expect(run(model.engine, request(1, { maxTokens: 508 }))).rejects.toThrow(
      /do not fit into the context of 512/,
    );
    await expect(run(model.engine, request(1, { promptIds: Uint32Array.of(9999) }))).rejects.toThrow(/9999/);
    const full = await engineWith({ maxWaiting: 2, maxRunning: 1 });
    const results = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => run(full, request(i))));
    const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(QueueFullError);
  });
});

describe('an aborted request', () => {
  it('ends at once, and does not change the answers of others', async () => {
    const small = await engineWith({ cacheTokens: 128, contextLength: 128 });
    const expected = await run(model.engine, request(2));
    for (let round = 0; round < 12; round++) {
      const controller = new AbortController();
      const doomed = run(small, request(9, { maxTokens: 100 - (request(9).promptIds.length % 50) }), controller.signal);
      const kept = run(small, request(2));
      setTimeout(() => controller.abort(), round * 3);
      await expect(doomed).rejects.toBeInstanceOf(AbortedError);
      expect(await kept).toEqual(expected);
    }
  });
});

describe('an adapter', () => {
  it('that is missing fails its own requests alone', async () => {
    const lost = { id: 'lost', folder: join(home, 'nowhere') };
    const [bad, good] = await Promise.allSettled([
      run(model.engine, request(1, { adapter: lost })),
      run(model.engine, request(1)),
    ]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(/adapter_config/) } });
    expect(good.status).toBe('fulfilled');
  });

  it('with non-finite logits fails its own requests alone: sampled, greedy or with a scored prompt', async () => {
    const expected = await run(model.engine, request(1));
    const adapter = await adapterOf(300, () => 1e30);
    const good = run(model.engine, request(1));
    for (const changes of [{}, { sampling: { temperature: 0, topK: 0, topP: 1, seed: 1n } }, { promptLogprobs: 1 }]) {
      await expect(run(model.engine, request(1, { adapter, ...changes }))).rejects.toBeInstanceOf(NotFiniteError);
    }
    expect(await good).toEqual(expected);
  });

  it('is loaded again after 17 others, more than there are slots', async () => {
    const asked = request(5, { adapter: await adapterOf(100), maxTokens: 4 });
    const before = await run(model.engine, asked);
    for (let i = 0; i < 17; i++)
      await run(model.engine, request(5, { adapter: await adapterOf(200 + i), maxTokens: 2 }));
    expect(await run(model.engine, asked)).toEqual(before);
  });
});

describe('the trainer', () => {
  it.each([
    ['a model', {}],
    ['a model with norms of queries and keys', { architectures: ['Qwen3ForCausalLM'], model_type: 'qwen3' }],
    ['a mixture of experts', TOY_EXPERTS],
  ])('of %s gives each sampled token the log-probability that the sampler gave it', async (name, config) => {
    const path = join(home, name);
    writeToyModel(path, { answers: [], config });
    const model = await loadModel(device, turn, { id: name, path }, () => {});
    const { lora } = model.decoder;
    const adapter = await adapterOf(7, (value) => value, model.decoder);
    const flat = freshAdapter(lora, 7).map((value, i) => value || 0.05 * Math.sin(i * 12.9898 + 7));
    const asked = Array.from({ length: 5 }, (_, i) => request(10 + i, { model: name, adapter, maxTokens: 30 }));
    const answers = await Promise.all(asked.map((one) => run(model.engine, one)));
    const sequences = asked.map(({ promptIds }, i) => {
      const ids = Uint32Array.from([...promptIds, ...answers[i].map(({ id }) => id)]);
      const mask = new Uint8Array(ids.length).fill(1, promptIds.length);
      const zeros = new Float32Array(ids.length);
      return { ids, mask, advantages: zeros, weight: 1, oldLogprobs: zeros };
    });
    const trainer = await Trainer.begin(device, model.decoder, turn, flat, null);
    const rates = { loss: CISPO, learningRate: 0, weightDecay: 0, maxGradNorm: 1 };
    const { logprobs } = await trainer.step({ sequences, ...rates });
    trainer.end();
    let worst = 0;
    asked.forEach(({ promptIds }, i) => {
      answers[i].forEach(({ logprob }, t) => {
        worst = Math.max(worst, Math.abs(logprob - logprobs[i][promptIds.length + t]));
      });
    });
    expect(worst).toBeLessThan(1e-4);
  });
});
