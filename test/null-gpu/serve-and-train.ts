import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stepRequest } from '../../bench/step-work.ts';
import type { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import type { GenerateRequest } from '../../src/inference/generate-request.ts';
import type { LogitRules } from '../../src/inference/logit-rules.ts';
import { writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { adapterTensors } from '../../src/model/flat-adapter.ts';
import { freshAdapter } from '../../src/model/lora-layout.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import { computeLogprobs } from '../../src/training/trainer/compute-logprobs.ts';
import { unlimitedPlan } from '../../src/training/trainer/memory-plan.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import type { LoadedModel } from '../../src/worker/process/loaded-model.ts';
import { compileTrainingKernels } from '../../src/worker/process/training-kernels.ts';

/** Lengths of prompts and of batches: products of few rows have separate kernels. */
const PROMPTS = [1, 2, 3, 5, 9, 17, 65, 600];
const BATCHES = [2, 4, 6, 8, 16, 32, 64];
const RULES: LogitRules = {
  repetitionPenalty: 1.1,
  frequencyPenalty: 0.1,
  presencePenalty: 0.1,
  bias: [[3, 1]],
  allowedIds: null,
  minTokens: 0,
  stopIds: [],
  badWords: [],
  processors: [],
  extraArgs: {},
};

/** Serves a model with every kind of engine step. Writes an adapter into `folder`. */
export async function serve({ engine, decoder }: LoadedModel, folder: string): Promise<void> {
  const ask = (length: number, more: Partial<GenerateRequest> = {}) =>
    engine.generate(
      {
        model: '',
        adapter: null,
        promptIds: Uint32Array.from({ length: Math.min(length, engine.limits.contextLength - 8) }, (_, i) => i % 100),
        maxTokens: 3,
        stopTokenIds: [],
        sampling: { temperature: 0, topK: 0, topP: 1, seed: 0n },
        topLogprobs: 0,
        cacheRoot: randomUUID(),
        ...more,
      },
      () => {},
    );
  const several = (count: number, more: Partial<GenerateRequest> = {}) =>
    Promise.all(Array.from({ length: count }, () => ask(4, more)));
  for (const length of PROMPTS) await ask(length);
  for (const count of BATCHES) await several(count);
  await ask(9, { topLogprobs: 5, sampling: { temperature: 0.8, topK: 20, topP: 0.9, seed: 1n } });
  await ask(9, { temperedLogprobs: true, sampling: { temperature: 0.8, topK: 0, topP: 1, seed: 1n } });
  await ask(9, { rules: RULES });
  await ask(9, { promptLogprobs: 2 });
  const cacheRoot = randomUUID();
  await Promise.all([40, 41, 42].map((length) => ask(length, { cacheRoot })));
  // Streams that share a prefix, few and many.
  for (const count of [3, 16]) {
    const root = randomUUID();
    await Promise.all(Array.from({ length: count }, () => ask(140, { cacheRoot: root })));
  }
  const adapter = freshAdapterFolder(decoder, folder);
  for (const length of [1, 9, 65]) await ask(length, { adapter });
  for (const count of [4, 8, 16]) await several(count, { adapter });
}

function freshAdapterFolder({ lora }: LoadedModel['decoder'], parent: string): GenerateRequest['adapter'] {
  const folder = join(parent, randomUUID());
  mkdirSync(folder);
  writeAdapter(folder, { ...lora.settings, baseModel: 'x' }, adapterTensors(freshAdapter(lora), lora));
  return { id: randomUUID(), folder };
}

/** Trains a model with every kind of training step. */
export async function train(device: Device, model: LoadedModel): Promise<void> {
  const { decoder } = model;
  const lock = new DeviceLock();
  await compileTrainingKernels(device, model);
  const plan = unlimitedPlan(decoder.config, 512);
  const fresh = freshAdapter(decoder.lora);
  const trainer = await Trainer.begin(device, decoder, lock, fresh, null, decoder.lora, plan);
  const request = (sequences: number, tokens: number) => stepRequest(decoder.config.vocab_size, { sequences, tokens });
  await trainer.step(request(1, 9));
  await trainer.step(request(4, 128));
  const policy = request(2, 32);
  for (const sequence of policy.sequences) sequence.oldLogprobs.fill(-1);
  await trainer.step({ ...policy, loss: CISPO });
  trainer.end();
  await computeLogprobs(new Recorder(device), decoder, lock, null, policy.sequences);
}
