import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { allocate } from '../../src/compute/buffer.ts';
import { Device } from '../../src/compute/device.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { Decoder } from '../../src/model/decoder.ts';
import { uploadWeights } from '../../src/model/device-weights.ts';
import { loraLayout } from '../../src/model/lora-layout.ts';
import type { Precision } from '../../src/model/model-files.ts';

let home: string;
let device: Device;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-dispatches-'));
  await writeToyModel(join(home, 'toy'), { answers: [] });
  device = await Device.open();
});
afterAll(async () => {
  await device.destroy();
  await rm(home, { recursive: true, force: true });
});

/**
 * Dispatches that one decode step records for each layer: all but embedding, gathering, last norm, head, and in int8
 * the first norm.
 */
async function dispatchesOfLayer(precision: Precision, withAdapters: boolean): Promise<number> {
  const checkpoint = openCheckpoint(join(home, 'toy'));
  const weights = await uploadWeights(device, checkpoint, precision);
  checkpoint.close();
  const lora = loraLayout(weights.config);
  const decoder = await Decoder.create(device, weights, lora, { maxTokens: 4, maxLogits: 4, context: 16 });
  const buffer = await allocate(device, 4096, 'anything');
  const recorder = new Recorder(device);
  decoder.forward(recorder, {
    T: 4,
    B: 4,
    attendedKeys: 4,
    longest: 1,
    continuous: false,
    rows: buffer,
    tokens: buffer,
    tables: buffer,
    logitRows: buffer,
    cache: weights.layers.map(() => ({ k: buffer, v: buffer, tokens: 16 })),
    adapters: withAdapters ? { arena: buffer, stride: lora.elements } : undefined,
  });
  const others = precision === 'int8' ? 5 : 4;
  return (recorder.pending.dispatches - others) / weights.config.num_hidden_layers;
}

test('a layer takes 8 dispatches to decode, and 12 with adapters', async () => {
  expect(await dispatchesOfLayer('f32', false)).toBe(8);
  expect(await dispatchesOfLayer('f32', true)).toBe(12);
});

test('a layer in int8 makes norms and SwiGLU in its products: 6, and 12 with adapters, which read normed rows', async () => {
  expect(await dispatchesOfLayer('int8', false)).toBe(6);
  expect(await dispatchesOfLayer('int8', true)).toBe(12);
});
