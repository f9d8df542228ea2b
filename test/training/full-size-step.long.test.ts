import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { NORM_SCRATCH_WORDS } from '../../src/compute/ops/adamw.ts';
import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { loraLayout } from '../../src/model/lora-layout.ts';
import { keptBytes } from '../../src/model/weight-blocks.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import { leastBytes } from '../../src/training/trainer/memory-plan.ts';
import { loadModel } from '../../src/worker/process/loaded-model.ts';
import { TrainingSessions } from '../../src/worker/process/training-sessions.ts';
import { countAllocated } from '../compute/allocated-bytes.ts';
import { writeSynthetic } from '../inference/synthetic-checkpoint.ts';
import { longTest } from '../long-test.ts';

/** Two layers of meta-llama/Llama-3.1-8B. */
const LLAMA = {
  ...{ hidden_size: 4096, intermediate_size: 14_336, num_hidden_layers: 2, vocab_size: 128_256 },
  ...{ num_attention_heads: 32, num_key_value_heads: 8, head_dim: 128, tie_word_embeddings: false },
  ...{ rope_theta: 500_000, max_position_embeddings: 512 },
};
const ROW = 48;
const homes: string[] = [];
afterAll(() => Promise.all(homes.map((home) => rm(home, { recursive: true, force: true }))));

longTest(
  'two layers of Llama-3.1-8B over 4 bits chat and train in the memory of their plan',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'daybreak-full-size-'));
    homes.push(home);
    const path = writeSynthetic(home, 'q4_0', 2, LLAMA);
    const device = await Device.open();
    const allocated = countAllocated(device);
    const turn = new DeviceLock();
    const model = await loadModel(device, turn, { id: 'llama', path, kvCache: 'f16' }, () => {});
    const checkpoint = openCheckpoint(path);
    const planned = keptBytes(checkpoint, 'f32');
    expect(model.report.weightBytes).toBeLessThanOrEqual(planned);
    expect(model.report.weightBytes).toBeGreaterThan(0.99 * planned);
    checkpoint.close();
    // What steps hold, of which there is room for a tenth of a GPU's memory.
    expect(allocated.now - model.bytes).toBeLessThan(0.1 * 12 * 2 ** 30);
    const served = allocated.now;

    const ids = Uint32Array.from({ length: ROW }, (_, i) => (i * 7919 + 11) % LLAMA.vocab_size);
    const tokens: GeneratedToken[] = [];
    const sampling = { temperature: 1, topK: 0, topP: 1, seed: 5n };
    const request = { model: 'llama', adapter: null, promptIds: ids.subarray(0, 20), maxTokens: 4, stopTokenIds: [] };
    await model.engine.generate({ ...request, sampling, topLogprobs: 0 }, (token) => tokens.push(token));
    expect(tokens.map(({ logprob }) => Number.isFinite(logprob))).toEqual([true, true, true, true]);
    expect(allocated.now).toBe(served);

    const { config } = model.decoder;
    const lora = loraLayout(config, model.lora);
    const sessions = new TrainingSessions(device, turn, leastBytes({ config, lora }, 128));
    const { plan } = sessions.plan({ adapter: null, longest: ROW, begunCapacity: null, packedSizes: [] }, model);
    const begun = { session: 's', model: 'llama', adapter: null, optimizerFile: null, memory: plan };
    allocated.most = served;
    await sessions.begin(begun, model);
    const mask = Uint8Array.from(ids, (_, t) => Number(t >= ROW / 2));
    const [advantages, oldLogprobs] = [new Float32Array(ROW).fill(1), new Float32Array(ROW).fill(Number.NaN)];
    const sequences = [{ ids, mask, advantages, weight: 1, oldLogprobs }];
    const step = { sequences, loss: CISPO, learningRate: 1e-3, weightDecay: 0, maxGradNorm: 1 };
    const { gradNorm } = await sessions.step('s', step, new AbortController().signal);
    expect(gradNorm).toBeGreaterThan(0);
    const ofJob = plan.adapterBytes + plan.passBytes + 16 * ROW + 4 * (NORM_SCRATCH_WORDS + 4);
    console.log(`two layers of Llama-3.1-8B: ${allocated.most - served} bytes of ${ofJob} planned`);
    expect(allocated.most - served).toBeLessThanOrEqual(ofJob);
    await device.destroy();
  },
  600_000,
);
