import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RandomModel, writeRandomModel } from '../../scripts/oracle/random-models.ts';
import { allocate } from '../../src/compute/buffer.ts';
import { Device } from '../../src/compute/device.ts';
import type { CacheType } from '../../src/compute/ops/layer-cache.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { Decoder } from '../../src/model/decoder.ts';
import { uploadWeights } from '../../src/model/device-weights.ts';
import { loraLayout } from '../../src/model/lora-layout.ts';
import type { Precision } from '../../src/model/model-files.ts';

let home: string;
const devices = {} as Record<'cpu' | 'gpu-plain', Device>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-dispatches-'));
  for (const deviceClass of ['cpu', 'gpu-plain'] as const) {
    devices[deviceClass] = await Device.open({ deviceClass });
    // Kernels that are only counted are not compiled.
    vi.spyOn(devices[deviceClass].gpu, 'createComputePipeline').mockReturnValue({} as GPUComputePipeline);
  }
});
afterAll(async () => {
  vi.restoreAllMocks();
  for (const device of Object.values(devices)) await device.destroy();
  await rm(home, { recursive: true, force: true });
});

interface Step {
  family: RandomModel;
  precision: Precision;
  T: number;
  /** Keys that the longest row attends to. */
  longest: number;
  cacheType?: CacheType;
}

/** Returns dispatches from the first layer's attention to the second's in a decode step, without and with adapters. */
async function dispatchesOfLayer(device: Device, step: Step): Promise<number[]> {
  const { family, precision, T, longest, cacheType } = step;
  const checkpoint = openCheckpoint(writeRandomModel(join(home, family), family).model);
  const weights = await uploadWeights(device, checkpoint, precision);
  checkpoint.close();
  const { config, layers } = weights;
  const lora = loraLayout(config);
  const decoder = await Decoder.create(device, weights, lora, { maxTokens: T, maxLogits: T, context: 8192, cacheType });
  const buffer = await allocate(device, 4096, 'anything');
  return [undefined, { arena: buffer, stride: lora.elements }].map((adapters) => {
    const recorder = new Recorder(device);
    const inputs = { rows: buffer, tokens: buffer, tables: buffer, logitRows: buffer };
    const cache = layers.map(() => ({ k: buffer, v: buffer, tokens: 256 }));
    decoder.forward(recorder, {
      T,
      B: T,
      attendedKeys: T,
      longest,
      continuous: false,
      oneRowPerSequence: true,
      ...inputs,
      cache,
      adapters,
    });
    const names = recorder.recorded.flatMap(({ kernel }) => (kernel ? [kernel.name] : []));
    const [first, second] = names.flatMap((name, i) => (/^attention_paged(?!_merge)/.test(name) ? [i] : []));
    return second - first;
  });
}

describe('dispatches per layer of a decode step, without and with adapters', () => {
  const FAMILIES: RandomModel[] = ['llama', 'qwen2', 'qwen3'];

  it.each(FAMILIES)('on GPUs, %s: at most 6 for up to 16 rows, with adapters too', async (family) => {
    for (const precision of ['f32', 'f16'] as const) {
      for (const T of [1, 2, 8, 16]) {
        for (const longest of [1, 200, 8192]) {
          const counts = await dispatchesOfLayer(devices['gpu-plain'], { family, precision, T, longest });
          expect(Math.max(...counts), `${precision}, ${T} rows, ${longest} keys: ${counts}`).toBeLessThanOrEqual(6);
        }
      }
    }
  });

  it.each<Step & { counts: [number, number] }>([
    // With one chunk of keys there is nothing to sum.
    { family: 'qwen3', precision: 'f32', T: 1, longest: 1, counts: [5, 5] },
    // With adapters and several rows, the low-rank activations of o then take a separate dispatch.
    { family: 'llama', precision: 'f32', T: 2, longest: 1, counts: [5, 6] },
    // The product of o sums attention's chunks of keys. With adapters, a separate dispatch sums them, which leaves
    // parts of low-rank activations.
    { family: 'qwen2', precision: 'f16', T: 8, longest: 200, counts: [5, 6] },
    { family: 'qwen3', precision: 'f32', T: 16, longest: 8192, counts: [6, 6] },
    // With many rows, two dispatches norm the inputs of the blocks.
    { family: 'qwen3', precision: 'f32', T: 17, longest: 200, counts: [8, 12] },
    // Products in int8 norm any number of rows; their low-rank activations take separate dispatches.
    { family: 'qwen3', precision: 'int8', T: 1, longest: 200, counts: [6, 10] },
    { family: 'qwen3', precision: 'int8', T: 16, longest: 8192, counts: [6, 10] },
    // Keys and values are quantised to int8 in a dispatch before attention.
    { family: 'qwen3', precision: 'f32', cacheType: 'int8', T: 8, longest: 8192, counts: [7, 7] },
    // Two more dispatches norm the outputs of the blocks. The products of qkv and of gate and up read normed rows.
    { family: 'gemma2', precision: 'f32', T: 1, longest: 1, counts: [7, 7] },
    { family: 'gemma2', precision: 'f32', T: 4, longest: 200, counts: [8, 10] },
  ])('on GPUs, $family, $precision, $T rows, $longest keys: $counts', async ({ counts, ...step }) => {
    expect(await dispatchesOfLayer(devices['gpu-plain'], step)).toEqual(counts);
  });

  it.each<Step & { counts: [number, number] }>([
    { family: 'qwen3', precision: 'f32', T: 4, longest: 1, counts: [8, 12] },
    { family: 'llama', precision: 'f32', T: 4, longest: 1, counts: [8, 12] },
    // Products compute norms and SwiGLU; adapters read normed rows.
    { family: 'qwen3', precision: 'int8', T: 4, longest: 1, counts: [6, 12] },
  ])('on CPUs, $family, $precision: $counts', async ({ counts, ...step }) => {
    expect(await dispatchesOfLayer(devices.cpu, step)).toEqual(counts);
  });
});
