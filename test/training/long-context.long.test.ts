import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { NORM_SCRATCH_WORDS } from '../../src/compute/ops/adamw.ts';
import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import { loraLayout } from '../../src/model/lora-layout.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import { minJobBytes } from '../../src/training/trainer/memory-plan.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';
import { TrainingSessions } from '../../src/worker/process/training-sessions.ts';
import { type AllocatedBytes, countAllocated } from '../compute/allocated-bytes.ts';
import { longTest } from '../long-test.ts';

const CONTEXT = 32_768;
const ROW = 16_384;
/** As small as kernels allow, so that a CPU attends to this many keys in a minute. */
const TINY = {
  ...{ hidden_size: 32, intermediate_size: 64, num_hidden_layers: 2 },
  ...{ num_attention_heads: 2, num_key_value_heads: 1, head_dim: 16, max_position_embeddings: CONTEXT },
  rope_scaling: { rope_type: 'yarn', factor: 8, original_max_position_embeddings: 4096 },
};
const turn = new DeviceLock();
let home: string;
let device: Device;
let allocated: AllocatedBytes;
let model: LoadedModel;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-long-'));
  writeToyModel(join(home, 'toy'), { answers: [], config: TINY });
  device = await Device.open();
  allocated = countAllocated(device);
  model = await loadModel(device, turn, { id: 'toy', path: join(home, 'toy'), kvCache: 'f16' }, () => {});
});
afterAll(async () => {
  await device.destroy();
  await rm(home, { recursive: true, force: true });
});

const idsOf = (length: number) => Uint32Array.from({ length }, (_, i) => (i * 37 + (i >> 7)) % 250);

longTest('a chat of 32,768 tokens allocates no memory beyond its plan', { timeout: 900_000 }, async () => {
  expect(model.report).toMatchObject({ contextLength: CONTEXT, maxPositionEmbeddings: CONTEXT });
  const beside = allocated.now - model.bytes;
  expect(beside).toBeGreaterThan(0);
  // Buffers of engine steps, for which a tenth of a GPU's memory is reserved.
  expect(beside).toBeLessThan(64 * 2 ** 20);
  const loaded = allocated.now;
  const tokens: GeneratedToken[] = [];
  const sampling = { temperature: 1, topK: 0, topP: 1, seed: 5n };
  const request = { model: 'toy', adapter: null, promptIds: idsOf(CONTEXT - 8), maxTokens: 8, stopTokenIds: [] };
  await model.engine.generate({ ...request, sampling, topLogprobs: 0 }, (token) => tokens.push(token));
  expect(tokens).toHaveLength(8);
  expect(tokens.every(({ logprob }) => Number.isFinite(logprob))).toBe(true);
  expect(allocated.now).toBe(loaded);
});

longTest('a row of 16,384 tokens trains within the planned memory', { timeout: 900_000 }, async () => {
  const { config } = model.decoder;
  const lora = loraLayout(config, model.lora);
  const sessions = new TrainingSessions(device, turn, Math.ceil(1.1 * minJobBytes({ config, lora }, ROW)));
  const asked = { adapter: null, longest: ROW, begunCapacity: null, packedSizes: [] };
  const { plan } = sessions.plan(asked, model);
  expect(plan.keep).toContain('input');
  const before = allocated.now;
  allocated.most = before;
  await sessions.begin({ session: 's', model: 'toy', adapter: null, optimizerFile: null, memory: plan }, model);
  const [ids, trained] = [idsOf(ROW), 512];
  const sequence = {
    ids,
    mask: Uint8Array.from(ids, (_, t) => Number(t >= ROW - trained)),
    advantages: new Float32Array(ROW).fill(1),
    weight: 1,
    oldLogprobs: new Float32Array(ROW).fill(Number.NaN),
  };
  const step = { sequences: [sequence], loss: CISPO, learningRate: 1e-3, weightDecay: 0, maxGradNorm: 1 };
  const { gradNorm } = await sessions.step('s', step, new AbortController().signal);
  expect(gradNorm).toBeGreaterThan(0);
  // Beyond the plan: two words per trained token on the device and for the host to read, and scratch of norms.
  const planned = plan.adapterBytes + plan.passBytes + 16 * trained + 4 * (NORM_SCRATCH_WORDS + 4);
  console.log(`a row of ${ROW} tokens: ${allocated.most - before} bytes of ${planned} planned`);
  expect(allocated.most - before).toBeGreaterThan(0.9 * planned);
  expect(allocated.most - before).toBeLessThanOrEqual(planned);
  sessions.end('s');
  expect(allocated.now).toBe(before);
});
