import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceTurn } from '../../src/compute/turn.ts';
import { freshAdapter } from '../../src/model/lora-layout.ts';
import type { TrainSequence, TrainStepRequest } from '../../src/training/train-step.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { type LoadedModel, loadModel } from '../../src/worker/loaded-model.ts';
import { TrainingSessions } from '../../src/worker/training-sessions.ts';

let home: string;
let device: Device;
let model: LoadedModel;
let adapter: Float32Array;
const turn = new DeviceTurn();

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
    oldLogprobs: new Float32Array(length).fill(Number.NaN),
  };
}

function request(sequences: TrainSequence[], learningRate = 0): TrainStepRequest {
  return { sequences, epsilon: 1, epsilonHigh: 4, learningRate, weightDecay: 0, maxGradNorm: 1 };
}

/** One step from the same adapter, with its gradients. */
async function step(sequences: TrainSequence[]) {
  const trainer = await Trainer.begin(device, model.decoder, turn, adapter, null);
  const result = await trainer.step(request(sequences));
  const gradients = await trainer.gradients();
  trainer.end();
  return { ...result, gradients };
}

it('gives the same scores and gradients whether a step fits one micro-batch or needs three', async () => {
  const sequences = [220, 240, 300, 90, 411].map(sequence);
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
});

it('changes nothing where nothing is supervised', async () => {
  const trainer = await Trainer.begin(device, model.decoder, turn, adapter, null);
  const { mask, ...rest } = sequence(20, 1);
  const result = await trainer.step(request([{ ...rest, mask: mask.fill(0) }], 1));
  expect(result).toMatchObject({ loss: 0, gradNorm: 0, maskedTokens: 0 });
  expect(await trainer.weights()).toEqual(adapter);
  trainer.end();
});

it('saves no weights that are not finite', async () => {
  const sessions = new TrainingSessions(device, turn);
  await sessions.begin({ session: 's', model: 'toy', adapter: null, optimizerFile: null }, model);
  await sessions.step('s', request([sequence(30, 2)], 3e38), new AbortController().signal);
  await sessions.step('s', request([sequence(30, 2)], 3e38), new AbortController().signal);
  const folder = await mkdtemp(join(home, 'saved-'));
  await expect(sessions.save({ session: 's', folder })).rejects.toThrow(/not finite/);
  expect(await readdir(folder)).toEqual([]);
  sessions.end('s');
});
