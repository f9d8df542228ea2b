import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DEVICE_CLASSES } from '../../src/compute/device-class.ts';
import { KernelCache } from '../../src/compute/kernel.ts';
import { matrixFault } from '../../src/compute/matrix-check.ts';
import type { MatrixShape } from '../../src/compute/subgroup-matrix.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { uploadWeights } from '../../src/model/device-weights.ts';
import type { Precision } from '../../src/model/model-files.ts';
import '../compute/attention-matrix.ts';
import '../compute/attention-prefixes.ts';
import '../compute/attention-projection.ts';
import '../compute/attention-rope.ts';
import '../compute/low-rank-parts.ts';
import '../compute/matmul-half.ts';
import '../compute/matmul-high.ts';
import '../compute/products-of-few-rows.ts';
import { TestDevice } from '../compute/test-device.ts';
import './own-devices.ts';
import '../inference/f16-engine.ts';
import '../inference/high-engine.ts';
import { storeAsBf16 } from '../model/as-bf16.ts';

// Kernels that only GPUs with subgroup matrices use; all other kernels are those of `gpu-plain`.
TestDevice.deviceClass = 'gpu-matrix';

it('a device of the class gpu-matrix has subgroup matrices', async () => {
  const test = await TestDevice.open();
  expect([8, 16]).toContain(test.device.matrix?.M);
  await test.close();
});

it.for<[string, Partial<MatrixShape>, RegExp | undefined]>([
  ['passes', {}, undefined],
  ['passes where the size of subgroups is not asked for', { SIZED: 0 }, undefined],
  ['finds wrong sums', { SIZED: 0, SIZE: 4 }, /^element 0 of a product is -?\d+ instead of -?\d+$/],
  ['finds a kernel that the driver refuses', { N: 16 }, /not supported by the device/],
])('the check of subgroup matrices %s', async ([_, changed, fault], { skip }) => {
  const device = await Device.open();
  skip(fault !== undefined && device.matrix?.M !== 8, 'the faults are planted for matrices of 8 x 8');
  const found = await matrixFault(device.gpu, { ...(device.matrix as MatrixShape), ...changed });
  if (fault) expect(found).toMatch(fault);
  else expect(found).toBeUndefined();
  expect(() => device.check()).not.toThrow();
  await device.destroy();
});

it('a device whose subgroup matrices fail the check opens as one without', async () => {
  const get = vi.spyOn(KernelCache.prototype, 'get').mockImplementation(() => {
    throw new Error('planted');
  });
  const device = await Device.open();
  get.mockRestore();
  expect(device.info.matrixFault).toBe('planted');
  expect(device.matrix).toBeUndefined();
  expect(device.class).toBe(DEVICE_CLASSES['gpu-plain']);
  expect(() => device.check()).not.toThrow();
  await device.destroy();
});

it('f16 models store all multiplied weights in matrix tiles, and count their bytes', async () => {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-matrices-'));
  await writeToyModel(join(home, 'toy'), { answers: [], config: { vocab_size: 512 } });
  const device = await Device.open();
  const upload = (precision: Precision) => {
    const checkpoint = openCheckpoint(join(home, 'toy'));
    return uploadWeights(device, checkpoint, precision).finally(() => checkpoint.close());
  };
  const [f32, f16] = [await upload('f32'), await upload('f16')];
  const { config, embedding, head, layers, parameters } = f16;
  expect(config.tie_word_embeddings).toBe(true);
  const matrices = layers.flatMap(({ qkv, o, gateUp, down }) => [qkv, o, gateUp, down]);
  for (const { shards } of [head, ...matrices]) for (const shard of shards) expect(shard.forMatrices).toBe(true);
  for (const { shards } of [embedding, f32.head]) for (const shard of shards) expect(shard.forMatrices).toBeUndefined();
  expect(parameters).toBe(f32.parameters);
  const bytesOf = (all: typeof matrices) =>
    all.flatMap(({ shards }) => shards).reduce((sum, { buffer }) => sum + buffer.bytes, 0);
  const norms = 4 * config.hidden_size * (2 * layers.length + 1);
  expect(f16.bytes).toBe(bytesOf([embedding, head, ...matrices]) + norms);
  device.check();
  await device.destroy();
  await rm(home, { recursive: true });
});

it('f32-high models store weights in matrix tiles if they are 16-bit with magnitudes below 64', async () => {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-matrices-'));
  const device = await Device.open();
  const isKept = async (folder: string) => {
    const checkpoint = openCheckpoint(join(home, folder));
    const { layers, head } = await uploadWeights(device, checkpoint, 'f32-high').finally(() => checkpoint.close());
    const [{ qkv, o, gateUp, down }] = layers;
    return [qkv, o, gateUp, down, head].map(
      ({ half, shards }) => !half && shards.every(({ forMatrices }) => forMatrices),
    );
  };
  for (const folder of ['f32', 'bf16', 'large']) {
    writeToyModel(join(home, folder), { answers: [], config: { vocab_size: 512, num_hidden_layers: 1 } });
  }
  storeAsBf16(join(home, 'bf16'));
  storeAsBf16(join(home, 'large'), { name: 'model.layers.0.mlp.up_proj.weight', value: -64 });
  expect(await isKept('f32')).toEqual([false, false, false, false, false]);
  expect(await isKept('bf16')).toEqual([true, true, true, true, true]);
  expect(await isKept('large')).toEqual([true, true, false, true, true]);
  device.check();
  await device.destroy();
  await rm(home, { recursive: true });
});
