import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { NORM_SCRATCH_WORDS } from '../../src/compute/ops/adamw.ts';
import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { loraLayout } from '../../src/model/lora-layout.ts';
import { keptBytes } from '../../src/model/weight-blocks.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import { minJobBytes } from '../../src/training/trainer/memory-plan.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';
import { TrainingSessions } from '../../src/worker/process/training-sessions.ts';
import { countAllocated } from '../compute/allocated-bytes.ts';
import { type SyntheticKind, writeSynthetic } from '../inference/synthetic-checkpoint.ts';
import { longTest } from '../long-test.ts';

interface Shape {
  name: string;
  kind: SyntheticKind;
  /** Memory of the card in the plan. */
  gib: number;
  config: { vocab_size: number } & Record<string, unknown>;
}

const COMMON = { num_hidden_layers: 2, tie_word_embeddings: false, max_position_embeddings: 512 };

/** Shapes of models on the hub, by their config.json, with two layers each. */
const SHAPES: Shape[] = [
  {
    name: 'meta-llama/Llama-3.1-8B',
    kind: 'q4_0',
    gib: 12,
    config: {
      ...COMMON,
      ...{ hidden_size: 4096, intermediate_size: 14_336, vocab_size: 128_256 },
      ...{ num_attention_heads: 32, num_key_value_heads: 8, head_dim: 128, rope_theta: 500_000 },
    },
  },
  {
    name: 'Qwen/Qwen3-30B-A3B',
    kind: 'q4_0',
    gib: 24,
    config: {
      ...COMMON,
      ...{ architectures: ['Qwen3MoeForCausalLM'], model_type: 'qwen3_moe' },
      ...{ hidden_size: 2048, intermediate_size: 6144, vocab_size: 151_936 },
      ...{ num_attention_heads: 32, num_key_value_heads: 4, head_dim: 128, rope_theta: 1_000_000 },
      ...{ num_experts: 128, num_experts_per_tok: 8, moe_intermediate_size: 768, norm_topk_prob: true },
    },
  },
  {
    name: 'openai/gpt-oss-20b',
    kind: 'mxfp4',
    gib: 16,
    config: {
      ...COMMON,
      ...{ architectures: ['GptOssForCausalLM'], model_type: 'gpt_oss', attention_bias: true },
      ...{ hidden_size: 2880, intermediate_size: 2880, vocab_size: 201_088, sliding_window: 128 },
      ...{ num_attention_heads: 64, num_key_value_heads: 8, head_dim: 64, rope_theta: 150_000 },
      ...{ num_local_experts: 32, num_experts_per_tok: 4 },
    },
  },
];
const ROW = 48;
let home: string | undefined;
afterEach(async () => {
  if (home) await rm(home, { recursive: true, force: true });
});

longTest.each(SHAPES)('two layers of $name in $kind serve chats and train within the planned memory', async (shape) => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-full-size-'));
  const path = writeSynthetic(home, shape.kind, 2, shape.config);
  const device = await Device.open();
  const allocated = countAllocated(device);
  const turn = new DeviceLock();
  const model = await loadModel(device, turn, { id: 'm', path, kvCache: 'f16' }, () => {});
  const checkpoint = openCheckpoint(path);
  const planned = keptBytes(checkpoint, 'f32');
  expect(model.report.weightBytes).toBeLessThanOrEqual(planned);
  expect(model.report.weightBytes).toBeGreaterThan(0.99 * planned);
  checkpoint.close();
  // Buffers of engine steps, for which a tenth of a GPU's memory is reserved.
  expect(allocated.now - model.bytes).toBeLessThan(0.1 * shape.gib * 2 ** 30);
  const served = allocated.now;

  const ids = Uint32Array.from({ length: ROW }, (_, i) => (i * 7919 + 11) % shape.config.vocab_size);
  await chat(model, ids.subarray(0, 20));
  expect(allocated.now).toBe(served);

  allocated.most = served;
  const ofJob = await train(device, turn, model, ids);
  console.log(`two layers of ${shape.name}: ${allocated.most - served} bytes of ${ofJob} planned`);
  expect(allocated.most - served).toBeLessThanOrEqual(ofJob);
  await device.destroy();
});

async function chat({ engine }: LoadedModel, promptIds: Uint32Array<ArrayBuffer>): Promise<void> {
  const tokens: GeneratedToken[] = [];
  const sampling = { temperature: 1, topK: 0, topP: 1, seed: 5n };
  const request = { model: 'm', adapter: null, promptIds, maxTokens: 4, stopTokenIds: [], topLogprobs: 0 };
  await engine.generate({ ...request, sampling }, (token) => tokens.push(token));
  expect(tokens.map(({ logprob }) => Number.isFinite(logprob))).toEqual([true, true, true, true]);
  // The weights have an effect: not all tokens are equally likely.
  expect(new Set(tokens.map(({ logprob }) => logprob.toFixed(3))).size).toBeGreaterThan(1);
}

/** Runs a training step, and returns its planned bytes. */
async function train(device: Device, turn: DeviceLock, model: LoadedModel, ids: Uint32Array): Promise<number> {
  const { config } = model.decoder;
  const lora = loraLayout(config, model.lora);
  const sessions = new TrainingSessions(device, turn, minJobBytes({ config, lora }, 128));
  const { plan } = sessions.plan({ adapter: null, longest: ROW, begunCapacity: null, packedSizes: [] }, model);
  await sessions.begin({ session: 's', model: 'm', adapter: null, optimizerFile: null, memory: plan }, model);
  const mask = Uint8Array.from(ids, (_, t) => Number(t >= ROW / 2));
  const [advantages, oldLogprobs] = [new Float32Array(ROW).fill(1), new Float32Array(ROW).fill(Number.NaN)];
  const sequences = [{ ids, mask, advantages, weight: 1, oldLogprobs }];
  const step = { sequences, loss: CISPO, learningRate: 1e-3, weightDecay: 0, maxGradNorm: 1 };
  const { gradNorm } = await sessions.step('s', step, new AbortController().signal);
  expect(gradNorm).toBeGreaterThan(0);
  return plan.adapterBytes + plan.passBytes + 16 * ROW + 4 * (NORM_SCRATCH_WORDS + 4);
}
