import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TOY_EXPERTS, writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { DeviceOutOfMemoryError } from '../../src/compute/errors.ts';
import type { LayerKeep } from '../../src/model/decoder-layer.ts';
import { defaultLora, freshAdapter, LORA_TARGETS, type LoraSettings } from '../../src/model/lora-layout.ts';
import { PPO } from '../../src/training/policy-loss.ts';
import { allocateInferenceBuffers } from '../../src/training/trainer/compute-logprobs.ts';
import { bytesOfLogprobs, bytesOfPass, unlimitedPlan } from '../../src/training/trainer/memory-plan.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { allocateTrainingBuffers, MIN_LOGIT_BYTES } from '../../src/training/trainer/training-buffers.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';
import { TrainingSessions } from '../../src/worker/process/training-sessions.ts';
import { isLong } from '../tier.ts';

const LENGTHS = [37, 70, 20];
const turn = new DeviceLock();
const MATRIX = { M: 16, N: 16, K: 16, SIZE: 32, SIZED: 1 } as const;

let device: Device;
beforeAll(async () => {
  device = await Device.open();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => device.destroy());

const ON_EXPERTS: LoraSettings = { ...defaultLora, targets: [...LORA_TARGETS, 'experts'] };
const GEMMA = { architectures: ['Gemma2ForCausalLM'], model_type: 'gemma2', head_dim: 16, sliding_window: 16 };

describe.each<{ name: string; config: Record<string, unknown>; lora?: LoraSettings }>([
  ...(isLong ? [{ name: 'a model with windows and four norms', config: GEMMA }] : []),
  { name: 'a model', config: {} },
  {
    name: 'a model with norms of queries and keys',
    config: { architectures: ['Qwen3ForCausalLM'], model_type: 'qwen3' },
  },
  {
    name: 'a model with norms of what blocks add',
    config: { architectures: ['Olmo2ForCausalLM'], model_type: 'olmo2' },
  },
  { name: 'a mixture of experts', config: TOY_EXPERTS },
  { name: 'a mixture with adapters on experts', config: TOY_EXPERTS, lora: ON_EXPERTS },
])('$name', ({ config, lora }) => {
  let home: string;
  let model: LoadedModel;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'daybreak-kept-'));
    writeToyModel(join(home, 'toy'), { config });
    model = await loadModel(device, turn, { id: 'toy', path: join(home, 'toy'), lora }, () => {});
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  /** Runs two steps over two micro-batches; PPO with sequence ratios computes these in a separate pass. */
  async function twoSteps(keep: LayerKeep[]) {
    const { decoder } = model;
    const adapter = freshAdapter(decoder.lora).map((value, i) => value || 0.02 * Math.sin(i * 12.9898));
    const plan = { ...unlimitedPlan(decoder.config, 80), keep };
    const trainer = await Trainer.begin(device, decoder, turn, adapter, null, decoder.lora, plan);
    const sequences = LENGTHS.map((length, seed) => ({
      ids: Uint32Array.from({ length }, (_, t) => (t * 37 + seed * 101 + t * t) % 490),
      mask: Uint8Array.from({ length }, (_, t) => Number(t % 3 !== 1)),
      advantages: Float32Array.from({ length }, (_, t) => 1 - (t % 5) / 2),
      weight: 1,
      oldLogprobs: new Float32Array(length).fill(-6),
    }));
    const settings = { learningRate: 1e-3, weightDecay: 0.1, maxGradNorm: 1 };
    const first = await trainer.step({ sequences, loss: { ...PPO, level: 'sequence' }, ...settings });
    const second = await trainer.step({ sequences, loss: 'cross_entropy', ...settings });
    const gradients = await trainer.gradients();
    const weights = await trainer.weights();
    trainer.end();
    return { first, second, gradients: digest(gradients), weights: digest(weights) };
  }

  it('gives the same bits for every choice of kept activations', async () => {
    const all = await twoSteps(['all', 'all']);
    expect(all.first.gradNorm).toBeGreaterThan(0);
    const policies: LayerKeep[][] = [
      ['attention', 'attention'],
      ['input', 'input'],
      ['input', 'all'],
      ['attention', 'input'],
    ];
    for (const keep of policies) expect(await twoSteps(keep), keep.join()).toEqual(all);
  });

  it.each<LayerKeep[]>([
    ['all', 'all'],
    ['attention', 'input'],
    ['input', 'input'],
    ['all', 'attention'],
  ])('takes the planned memory if its layers keep %s and %s', async (...keep) => {
    const { decoder } = model;
    for (const [T, matrix] of [
      [16, undefined],
      [100, undefined],
      [100, MATRIX],
    ] as const) {
      const buffers = await allocateTrainingBuffers(device, decoder.config, decoder.lora.rank, T, {
        keep,
        logitBytes: MIN_LOGIT_BYTES,
        matrix,
      });
      const bytes = buffers.all.reduce((sum, buffer) => sum + buffer.bytes, 0);
      for (const { gpu } of buffers.all) gpu.destroy();
      expect(bytes).toBe(bytesOfPass(decoder.config, decoder.lora.rank, T, keep, MIN_LOGIT_BYTES, matrix));
    }
  });

  it.each([0, 8])(
    'plans the bytes that computing log-probabilities takes, with an adapter of rank %i',
    async (rank) => {
      const { config } = model.decoder;
      for (const T of [16, 100]) {
        const buffers = await allocateInferenceBuffers(device, config, rank, T);
        const bytes = buffers.all.reduce((sum, buffer) => sum + buffer.bytes, 0);
        for (const { gpu } of buffers.all) gpu.destroy();
        // A buffer has at least 16 bytes, even if there is no adapter to hold.
        expect(bytes - (rank === 0 ? 4 * 16 : 0)).toBe(bytesOfLogprobs(config, rank, T));
      }
    },
  );

  // Adapters on experts are larger than the memory in these tests.
  if (lora) return;

  it('refuses to plan a session that does not fit', () => {
    const sessions = new TrainingSessions(device, turn, 2 ** 20);
    const request = { adapter: null, begunCapacity: null, packedSizes: [] };
    const tooLong = /longest sequence of this job has 500 tokens.* up to \d+ tokens would fit/;
    expect(() => sessions.plan({ ...request, longest: 500 }, model)).toThrow(tooLong);
    const { plan } = sessions.plan({ ...request, longest: 20 }, model);
    expect(plan).toMatchObject({ capacity: 64, allowedBytes: 2 ** 20 });
  });

  it('repeats a step with fewer kept activations if the device is full, and fails if that does not help', async () => {
    const all = await twoSteps(['all', 'all']);
    const { decoder } = model;
    const need = (keep: LayerKeep[]) => bytesOfPass(decoder.config, decoder.lora.rank, Math.max(...LENGTHS), keep);
    const room = limitMemory(need(['attention', 'attention']) + 16 * decoder.lora.elements);
    expect(await twoSteps(['all', 'all'])).toEqual(all);
    expect(room.refused).toBeGreaterThan(0);
    room.bytes = 100_000;
    await expect(twoSteps(['all', 'all'])).rejects.toThrow(DeviceOutOfMemoryError);
  });
});

/** Makes allocations fail that exceed `bytes` together. */
function limitMemory(bytes: number) {
  const room = { bytes, refused: 0 };
  let held = 0;
  let last = 0;
  const create = device.gpu.createBuffer.bind(device.gpu);
  vi.spyOn(device.gpu, 'createBuffer').mockImplementation((descriptor) => {
    const buffer = create(descriptor);
    const destroy = buffer.destroy.bind(buffer);
    last = descriptor.size;
    held += descriptor.size;
    buffer.destroy = () => {
      held -= descriptor.size;
      return destroy();
    };
    return buffer;
  });
  const pop = device.gpu.popErrorScope.bind(device.gpu);
  vi.spyOn(device.gpu, 'popErrorScope').mockImplementation(async () => {
    const error = await pop();
    if (held <= room.bytes) return error;
    room.refused++;
    return { message: `${last} bytes too many` } as GPUError;
  });
  return room;
}

function digest(values: Float32Array): string {
  return createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex');
}
