import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TOY_EXPERTS, TOY_GPT_OSS, writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { type LoraSettings, loraLayout } from '../../src/model/lora-layout.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import { computeLogprobs } from '../../src/training/trainer/compute-logprobs.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { loadModel } from '../../src/worker/process/loaded-model.ts';
import { compileTrainingKernels, TrainingKernels } from '../../src/worker/process/training-kernels.ts';
import { withMore } from '../tier.ts';

let home: string;
let device: Device;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-kernels-'));
  device = await Device.open();
});
afterAll(async () => {
  await device.destroy();
  await rm(home, { recursive: true, force: true });
});

const FAMILIES = withMore<{ name: string; config: Record<string, unknown>; lora: LoraSettings | undefined }>(
  [
    { name: 'llama', config: {}, lora: { rank: 8, alpha: 16, targets: ['q_proj', 'down_proj'] } },
    { name: 'qwen3', config: { architectures: ['Qwen3ForCausalLM'], model_type: 'qwen3' }, lora: undefined },
    { name: 'qwen3_moe', config: TOY_EXPERTS, lora: undefined },
  ],
  [{ name: 'gpt_oss', config: TOY_GPT_OSS, lora: undefined }],
);

function isLlvmpipe(): boolean {
  return device.info.name.startsWith('llvmpipe');
}

it.each(FAMILIES)('training $name compiles no kernel that was not compiled ahead', async ({ name, config, lora }) => {
  const path = join(home, name);
  writeToyModel(path, { config });
  const turn = new DeviceLock();
  const model = await loadModel(device, turn, { id: name, path, lora }, () => {});
  await compileTrainingKernels(device, model);
  const compiled = vi.spyOn(device.gpu, 'createComputePipeline');
  const sequences = [70, 9, 6, 5, 4, 3, 2].map((length, seed) => ({
    ids: Uint32Array.from({ length }, (_, t) => (t * 37 + seed * 101) % 490),
    mask: Uint8Array.from({ length }, (_, t) => Number(t % 3 !== 1 || t === length - 1)),
    advantages: new Float32Array(length).fill(1),
    weight: 1,
    oldLogprobs: new Float32Array(length).fill(-6),
  }));
  const trainer = await Trainer.begin(device, model.decoder, turn, null, null);
  const settings = { learningRate: 1e-3, weightDecay: 0.1, maxGradNorm: 1 };
  for (const one of sequences) {
    await trainer.step({ sequences: [one], loss: CISPO, ...settings });
    await computeLogprobs(new Recorder(device), model.decoder, turn, null, [one]);
  }
  await trainer.step({ sequences, loss: { ...CISPO, level: 'geometric_average' }, ...settings });
  await trainer.step({ sequences, loss: 'cross_entropy', ...settings });
  trainer.end();
  await computeLogprobs(new Recorder(device), model.decoder, turn, null, sequences);
  expect(compiled.mock.calls.map(([{ label }]) => label)).toEqual([]);
  compiled.mockRestore();
});

it('kernels are also compiled on a second llvmpipe device, which is then destroyed', async ({ skip }) => {
  if (!isLlvmpipe()) skip();
  const path = join(home, 'second');
  writeToyModel(path);
  const model = await loadModel(device, new DeviceLock(), { id: 'second', path }, () => {});
  const another = vi.spyOn(device, 'openAnother');
  // CPU time advances by a second at each reading.
  let seconds = 0;
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: ++seconds * 1e6, system: 0 }));
  await compileTrainingKernels(device, model);
  expect(another).toHaveBeenCalledTimes(1);
  const second: Device = await another.mock.results[0].value;
  expect(second.class).toBe(device.class);
  expect(second.kernels.variants.length).toBeGreaterThan(0);
  expect(device.kernels.variants).toEqual(expect.arrayContaining(second.kernels.variants));
  expect((await second.gpu.lost).reason).toBe('destroyed');
  vi.restoreAllMocks();
});

it('kernels of another rank are compiled once, when first needed', async () => {
  const path = join(home, 'ranks');
  writeToyModel(path);
  const turn = new DeviceLock();
  const model = await loadModel(device, turn, { id: 'ranks', path }, () => {});
  const kernels = new TrainingKernels(device);
  await kernels.compile(model, model.lora, { servesChats: false });
  const another = vi.spyOn(device, 'openAnother');
  const compiled = vi.spyOn(device.gpu, 'createComputePipeline');
  const lora = { ...model.lora, rank: 11 };
  await kernels.compile(model, lora, { servesChats: true });
  expect(compiled.mock.calls.length).toBeGreaterThan(0);
  // Chats are being served, and llvmpipe would compile in the queue of their device.
  expect(another).toHaveBeenCalledTimes(isLlvmpipe() ? 1 : 0);
  if (isLlvmpipe()) expect(another.mock.invocationCallOrder[0]).toBeLessThan(compiled.mock.invocationCallOrder[0]);
  compiled.mockClear();
  const encoded = vi.spyOn(device.gpu, 'createCommandEncoder');
  await kernels.compile(model, { ...lora, rank: 12, alpha: 3 }, { servesChats: true });
  expect(encoded).not.toHaveBeenCalled();
  const layout = loraLayout(model.decoder.config, lora);
  const trainer = await Trainer.begin(device, model.decoder, turn, null, null, layout);
  const ids = Uint32Array.from({ length: 20 }, (_, t) => t);
  const numbers = (value: number) => new Float32Array(20).fill(value);
  const one = { ids, mask: new Uint8Array(20).fill(1), advantages: numbers(1), weight: 1, oldLogprobs: numbers(-6) };
  await trainer.step({ sequences: [one], loss: CISPO, learningRate: 1e-3, weightDecay: 0.1, maxGradNorm: 1 });
  trainer.end();
  expect(compiled.mock.calls.map(([{ label }]) => label)).toEqual([]);
  vi.restoreAllMocks();
});
