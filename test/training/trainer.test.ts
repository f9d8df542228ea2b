import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import { readOwnAdapter } from '../../src/model/flat-adapter.ts';
import { freshAdapter, type LoraSettings, loraLayout } from '../../src/model/lora-layout.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import type { TrainSequence, TrainStepRequest } from '../../src/training/train-step.ts';
import {
  minJobBytes,
  TrainingNoRoomError,
  TrainingTooLargeError,
  unlimitedPlan,
} from '../../src/training/trainer/memory-plan.ts';
import { microBatches } from '../../src/training/trainer/micro-batch.ts';
import type { ShardGradient } from '../../src/training/trainer/shards.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';
import { TrainingSessions } from '../../src/worker/process/training-sessions.ts';

let home: string;
let device: Device;
let model: LoadedModel;
let adapter: Float32Array;
const turn = new DeviceLock();

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-trainer-'));
  await writeToyModel(join(home, 'toy'));
  device = await Device.open();
  model = await loadModel(device, turn, { id: 'toy', path: join(home, 'toy') }, () => {});
  adapter = freshAdapter(model.decoder.lora).map((value, i) => value || 0.02 * Math.sin(i * 12.9898));
});

afterAll(async () => {
  await device.destroy();
  await rm(home, { recursive: true, force: true });
});

function sequence(length: number, seed: number): TrainSequence {
  return {
    ids: Uint32Array.from({ length }, (_, t) => (t * 37 + seed * 101 + t * t) % 490),
    mask: Uint8Array.from({ length }, (_, t) => Number(t % 3 !== 1)),
    advantages: Float32Array.from({ length }, (_, t) => 1 - (t % 5) / 2),
    weight: 1,
    oldLogprobs: new Float32Array(length).fill(Number.NaN),
  };
}

function request(sequences: TrainSequence[], learningRate = 0): TrainStepRequest {
  return { sequences, loss: CISPO, learningRate, weightDecay: 0, maxGradNorm: 1 };
}

/** Runs one step from the same adapter, and returns its result and gradients. */
async function step(sequences: TrainSequence[]) {
  const trainer = await Trainer.begin(device, model.decoder, turn, adapter, null);
  const result = await trainer.step(request(sequences));
  const gradients = await trainer.gradients();
  trainer.end();
  return { ...result, gradients };
}

/**
 * Asserts that a step has the result and gradients of its sequences one by one, averaged over supervised tokens.
 */
async function expectAsOneByOne(sequences: TrainSequence[]): Promise<void> {
  const whole = await step(sequences);
  const alone = await Promise.all(sequences.map((one) => step([one])));
  expect(whole.maskedTokens).toBe(alone.reduce((sum, { maskedTokens }) => sum + maskedTokens, 0));
  for (const [i, { logprobs }] of alone.entries()) expect(whole.logprobs[i]).toEqual(logprobs[0]);
  const share = alone.map(({ maskedTokens }) => maskedTokens / whole.maskedTokens);
  const mean = (of: (result: (typeof alone)[0]) => number) =>
    alone.reduce((sum, one, i) => sum + share[i] * of(one), 0);
  expect(whole.loss).toBeCloseTo(
    mean(({ loss }) => loss),
    6,
  );
  expect(whole.entropy).toBeCloseTo(
    mean(({ entropy }) => entropy),
    5,
  );
  let error = 0;
  let norm = 0;
  whole.gradients.forEach((value, p) => {
    const expected = mean(({ gradients }) => gradients[p]);
    error += (value - expected) ** 2;
    norm += expected ** 2;
  });
  expect(norm).toBeGreaterThan(0);
  expect(Math.sqrt(error / norm)).toBeLessThan(1e-5);
}

it('a step of three micro-batches has the log-probabilities and gradients of its sequences one by one', async () => {
  await expectAsOneByOne([220, 240, 300, 90, 411].map(sequence));
});

it('a step with shared prefixes has the log-probabilities and gradients of its sequences one by one', async () => {
  const [prompt, longer, other] = [sequence(60, 1), sequence(140, 2), sequence(50, 3)];
  /** Returns a sequence that continues the first `shared` tokens of another, and is supervised on new tokens. */
  const goOn = (from: TrainSequence, shared: number, length: number, seed: number): TrainSequence => {
    const own = sequence(length, seed);
    own.ids.set(from.ids.subarray(0, shared));
    own.mask.fill(0, 0, shared);
    return own;
  };
  const deeper = goOn(prompt, 60, 140, 2);
  const sequences = [
    goOn(prompt, 60, 75, 4),
    goOn(deeper, 130, 150, 5),
    goOn(longer, 140, 160, 6),
    goOn(prompt, 60, 90, 7),
    goOn(deeper, 130, 135, 8),
    other,
    goOn(prompt, 40, 61, 9),
    goOn(longer, 140, 141, 10),
  ];
  const tokens = sequences.reduce((sum, { ids }) => sum + ids.length, 0);
  const computed = microBatches(sequences, 512).reduce((sum, { T }) => sum + T, 0);
  expect(computed).toBeLessThan(0.7 * tokens);
  await expectAsOneByOne(sequences);
});

it('a step without supervised tokens changes no weight', async () => {
  const trainer = await Trainer.begin(device, model.decoder, turn, adapter, null);
  const { mask, ...rest } = sequence(20, 1);
  const result = await trainer.step(request([{ ...rest, mask: mask.fill(0) }], 1));
  expect(result).toMatchObject({ loss: 0, gradNorm: 0, maskedTokens: 0 });
  expect(await trainer.weights()).toEqual(adapter);
  trainer.end();
});

it('non-finite weights are not saved', async () => {
  const sessions = new TrainingSessions(device, turn);
  const memory = unlimitedPlan(model.decoder.config, 512);
  const begin = { session: 's', model: 'toy', adapter: null, optimizerFile: null, memory };
  await sessions.begin(begin, model);
  await sessions.step('s', request([sequence(30, 2)], 3e38), new AbortController().signal);
  await sessions.step('s', request([sequence(30, 2)], 3e38), new AbortController().signal);
  const folder = await mkdtemp(join(home, 'saved-'));
  await expect(sessions.save({ session: 's', folder, optimizer: true })).rejects.toThrow(/not finite/);
  expect(await readdir(folder)).toEqual([]);
  sessions.end('s');
});

it('adapters of the training API fill at most half of the memory', async () => {
  const lora: LoraSettings = { rank: 4, alpha: 32, targets: ['q_proj', 'down_proj'] };
  const { elements } = loraLayout(model.decoder.config, lora);
  const sessions = new TrainingSessions(device, turn, 3 * 20 * elements);
  const open = (session: string, seed: number) =>
    sessions.open({ session, model: 'toy', start: { lora, seed }, optimizerFile: null }, model);
  expect(await open('a', 1)).toMatchObject({ lora: { rank: 4 }, adapterBytes: 20 * elements });
  await expect(open('b', 2)).rejects.toThrow(TrainingNoRoomError);
  await expect(open('b', 2)).rejects.toThrow(/the open adapters take/);
  const wide = { session: 'c', model: 'toy', start: { lora: { ...lora, rank: 16 }, seed: 1 }, optimizerFile: null };
  await expect(sessions.open(wide, model)).rejects.toThrow(TrainingTooLargeError);
  // A session that replaces another takes over its memory.
  await open('a', 2);
  sessions.end('a');
  await open('b', 2);
  sessions.end('b');
});

it('a call that does not fit beside other adapters has another error than a call that never fits', async () => {
  const { config } = model.decoder;
  const settings: LoraSettings = { rank: 4, alpha: 32, targets: ['q_proj', 'down_proj'] };
  const lora = loraLayout(config, settings);
  const sessions = new TrainingSessions(device, turn, minJobBytes({ config, lora }, 100));
  const open = (session: string) =>
    sessions.open({ session, model: 'toy', start: { lora: settings, seed: 1 }, optimizerFile: null }, model);
  for (const session of ['a', 'b']) await open(session);
  const add = (T: number) => {
    const { ids, oldLogprobs } = sequence(T, 1);
    const [mask, weights] = [new Uint8Array(T).fill(1).fill(0, 0, 1), new Float32Array(T).fill(1)];
    const one = { ids, targets: ids, mask, weights, oldLogprobs, ratioMask: null };
    const loss = { fn: 'cross_entropy' } as const;
    return sessions.accumulate({ session: 'a', request: { sequences: [one], loss, forwardOnly: true } });
  };
  await expect(add(100)).rejects.toThrow(TrainingNoRoomError);
  await expect(add(400)).rejects.toThrow(TrainingTooLargeError);
  sessions.end('b');
  expect((await add(100)).loss).toBeGreaterThan(0);
  sessions.end('a');
});

it.each<LoraSettings>([
  { rank: 6, alpha: 24, targets: ['q_proj', 'v_proj', 'down_proj'] },
  { rank: 64, alpha: 8, targets: ['gate_proj'] },
])('a session trains, saves and resumes an adapter with other settings than the default: %j', async (settings) => {
  const sessions = new TrainingSessions(device, turn);
  const folder = await mkdtemp(join(home, 'own-'));
  const memory = unlimitedPlan(model.decoder.config, 512);
  const begin = { session: 's', model: 'toy', optimizerFile: null, memory };
  await sessions.begin({ ...begin, adapter: null }, { ...model, lora: settings });
  const run = () => sessions.step('s', request([sequence(30, 2)], 1e-3), new AbortController().signal);
  const before = await run();
  await sessions.save({ session: 's', folder, optimizer: true });
  const after = await run();
  expect(after.loss).toBeLessThan(before.loss);
  // The session now has the server's default settings; the adapter keeps its own settings and weights.
  const optimizerFile = join(folder, 'optimizer.safetensors');
  await sessions.begin({ ...begin, adapter: { id: 'a', folder }, optimizerFile }, model);
  expect(await run()).toEqual(after);
  const again = await mkdtemp(join(home, 'again-'));
  await sessions.save({ session: 's', folder: again, optimizer: true });
  sessions.end('s');
  const { lora, flat } = readOwnAdapter(again, model.decoder.config);
  expect(lora.settings).toEqual(settings);
  const inTensors = lora.tensors.reduce((sum, { rows, cols }) => sum + rows * cols, 0);
  expect(flat.filter((value) => value !== 0).length).toBeGreaterThan(0.95 * inTensors);
  const optimizer = new SafetensorsFile(optimizerFile);
  // Elements outside the adapter's tensors never have a gradient.
  expect(optimizer.readFloat32('exp_avg_sq').filter((value) => value !== 0).length).toBeLessThanOrEqual(inTensors);
  optimizer.close();
});

describe('a step whose shards other trainers compute', () => {
  // Each sequence has its own micro-batch.
  const capacity = 64;
  const long = Array.from({ length: 20 }, (_, seed) => sequence(40 + (seed % 7), seed));
  const kl = { coef: 0.1, source: 'current_learner' } as const;
  const withReference = long.slice(0, 6).map((one) => ({ ...one, referenceLogprobs: one.oldLogprobs.map(() => -2) }));
  const rates = { learningRate: 1e-3, weightDecay: 0.1, maxGradNorm: 1 };
  const requests: Record<string, TrainStepRequest> = {
    'of more micro-batches than shards': { sequences: long, loss: 'cross_entropy', ...rates },
    'of a loss of whole sequences': { sequences: long.slice(0, 6), loss: { ...CISPO, level: 'sequence' }, ...rates },
    'of a loss of the whole step': { sequences: withReference, loss: { ...CISPO, kl }, ...rates },
  };

  it.each(Object.keys(requests))('has the bits of a step of one trainer: %s', async (name) => {
    const request = requests[name];
    const alone = await trainer();
    const expected = await alone.step(request);
    const leader = await trainer();
    const { shards, slopes } = await leader.beginStep(request, null);
    expect(shards).toBe(Math.min(16, microBatches(request.sequences, capacity).length));
    expect(shards).toBeGreaterThan(2);
    expect(slopes === null).toBe(name !== 'of a loss of the whole step');
    const helper = await trainer();
    await helper.beginStep(request, slopes);
    const found: ShardGradient[] = [];
    for (let shard = shards - 1; shard >= 1; shard--) found[shard] = await helper.shardGradient(shard);
    await leader.addShard(0);
    for (let shard = 1; shard < shards; shard++) {
      if (shard === 2) await leader.addShard(shard);
      else await leader.addGradient(shard, found[shard]);
    }
    expect(await leader.lastGradient(shards - 1)).toEqual(found[shards - 1]);
    expect(await leader.finishStep()).toEqual(expected);
    expect(await leader.weights()).toEqual(await alone.weights());
    expect(await leader.optimizer()).toEqual(await alone.optimizer());
    for (const one of [alone, leader, helper]) one.end();
  });

  it('refuses a gradient that is not of its next shard, and continues', async () => {
    const request = requests['of a loss of whole sequences'];
    const one = await trainer();
    const { shards } = await one.beginStep(request, null);
    const found = await one.shardGradient(1);
    await expect(one.addShard(1)).rejects.toThrow(/shard 1 of 6 cannot be the next after 0/);
    await one.addShard(0);
    await expect(one.addGradient(1, { ...found, gradient: found.gradient.subarray(1) })).rejects.toThrow(RangeError);
    await expect(one.addGradient(1, { ...found, statistics: new Float32Array(2) })).rejects.toThrow(RangeError);
    await expect(one.finishStep()).rejects.toThrow(/1 of 6 shards/);
    for (let shard = 1; shard < shards; shard++) await one.addShard(shard);
    const alone = await trainer();
    expect(await one.finishStep()).toEqual(await alone.step(request));
    for (const trained of [one, alone]) trained.end();
  });

  function trainer(): Promise<Trainer> {
    const { decoder } = model;
    return Trainer.begin(device, decoder, turn, adapter, null, decoder.lora, unlimitedPlan(decoder.config, capacity));
  }
});
