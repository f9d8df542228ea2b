import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matmulPeak, measureRoofline } from '../../bench/roofline.ts';
import { SHAPES, shapedModel } from '../../bench/shaped-model.ts';
import { mfuRow } from '../../bench/train-rows.ts';
import { benchShape } from '../../bench/train-shape.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';

let cache: string;
let device: Device;
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'daybreak-shapes-'));
  device = await Device.open();
});
afterAll(async () => {
  await device.destroy();
  await rm(cache, { recursive: true, force: true });
});

/** A small config of the same architecture, which uses the same kernels. */
const small = {
  ...SHAPES['qwen2.5-0.5b'],
  hidden_size: 128,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  intermediate_size: 192,
  vocab_size: 512,
  max_position_embeddings: 256,
};

it('the benchmark shape is that of Qwen2.5-0.5B', () => {
  expect(parseModelConfig('shape', SHAPES['qwen2.5-0.5b'])).toMatchObject({
    num_hidden_layers: 24,
    hidden_size: 896,
    num_attention_heads: 14,
    num_key_value_heads: 2,
    head_dim: 64,
    intermediate_size: 4864,
    vocab_size: 151936,
    tie_word_embeddings: true,
    attention_bias: true,
    qk_norm: false,
  });
});

it('a shaped model gets the same random weights each time, and is written once', async () => {
  const folder = await shapedModel(cache, 'small', small);
  const path = join(folder, 'model.safetensors');
  const bytes = await readFile(path);
  expect(await shapedModel(cache, 'small', small)).toBe(folder);
  const again = await shapedModel(cache, 'again', small);
  expect(bytes.equals(await readFile(join(again, 'model.safetensors')))).toBe(true);
  expect((await readdir(cache)).sort()).toEqual(['again-2-layers', 'small-2-layers']);
  const file = new SafetensorsFile(path);
  const up = file.readFloat32('model.layers.1.mlp.up_proj.weight');
  const deviation = Math.sqrt(up.reduce((sum, value) => sum + value * value, 0) / up.length);
  expect(deviation).toBeGreaterThan(0.0195);
  expect(deviation).toBeLessThan(0.0205);
  expect(file.entry('model.layers.0.self_attn.k_proj.bias')).toMatchObject({ dtype: 'BF16', shape: [64] });
  expect(new Set(file.readFloat32('model.norm.weight'))).toEqual(new Set([1]));
  file.close();
});

it('the training benchmark reports tokens per second, the share of each part, MFU and the memory plan', async () => {
  const roofline = {
    flops: 1e10,
    matrixFlops: null,
    readBytes: 1e9,
    dispatchSeconds: 1e-4,
    encodeSeconds: 1e-5,
    submitSeconds: 1e-4,
  };
  const trial = { name: 'small', config: small, size: { sequences: 2, tokens: 24 }, samples: 1, cache, python: null };
  const { title, rows } = await benchShape({ device, turn: new DeviceLock() }, roofline, trial);
  expect(title).toBe('Training, small, random weights, 2 layers, LoRA rank 8, 2 x 24 tokens');
  expect(rows.map(({ unit }) => unit)).toEqual(['tok/s', 'share of time', 'MFU', '', '']);
  expect(Number.parseFloat(rows[0].figure)).toBeGreaterThan(0);
  expect(rows[1].figure).toMatch(/forward \d+ %, head and loss \d+ %, backward \d+ %, optimizer \d+ %/);
  expect(rows[2].figure).toMatch(/% of the FMA peak \(10\.0 GFLOP\/s\), [\d.]+ % of our matmul/);
  expect(rows[3].figure).toBe('not run');
  expect(rows[4].figure).toContain('2 layers keep everything');
});

it('the roofline of a device has positive bounds', async () => {
  const { flops, readBytes, dispatchSeconds, encodeSeconds, submitSeconds } = await measureRoofline(device);
  for (const bound of [flops, readBytes, encodeSeconds, submitSeconds]) expect(bound).toBeGreaterThan(0);
  expect(dispatchSeconds).toBeLessThan(1);
});

it('the peak of our own matmul is above 1 MFLOP/s', async () => {
  expect(await matmulPeak(device)).toBeGreaterThan(1e6);
});

it('MFU is computed from the median time', () => {
  const kept = [0.5, 1, 4].map((value) => ({ value, foreignShare: 0 }));
  expect(mfuRow('MFU', { kept, thrownAway: 0 }, 2e9, { 'the FMA peak': 8e9, 'our matmul': 4e9 })).toEqual({
    what: 'MFU',
    figure: '25.0 % of the FMA peak (8.0 GFLOP/s), 50.0 % of our matmul (4.0 GFLOP/s)',
    unit: 'MFU',
    roofline: '2.0 GFLOP/s',
  });
});
