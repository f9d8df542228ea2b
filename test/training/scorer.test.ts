import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { AbortedError } from '../../src/compute/errors.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { adapterTensors } from '../../src/model/flat-adapter.ts';
import { freshAdapter } from '../../src/model/lora-layout.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import type { MaskedTokens } from '../../src/training/train-step.ts';
import { TrainingTooLargeError } from '../../src/training/trainer/memory-plan.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';
import { TrainingSessions } from '../../src/worker/process/training-sessions.ts';

let home: string;
let device: Device;
let model: LoadedModel;
const turn = new DeviceLock();
const never = new AbortController().signal;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-scorer-'));
  writeToyModel(join(home, 'toy'), { answers: [] });
  device = await Device.open();
  model = await loadModel(device, turn, { id: 'toy', path: join(home, 'toy') }, () => {});
});

afterAll(async () => {
  await device.destroy();
  await rm(home, { recursive: true, force: true });
});

function sequence(length: number, seed: number): MaskedTokens {
  return {
    ids: Uint32Array.from({ length }, (_, t) => (t * 37 + seed * 101 + t * t) % 490),
    mask: Uint8Array.from({ length }, (_, t) => Number(t % 3 !== 1)),
  };
}

/** Sequences longer and shorter than a batch, one without masked tokens. */
const sequences = [sequence(40, 1), sequence(500, 2), { ...sequence(9, 3), mask: new Uint8Array(9) }, sequence(70, 4)];

async function trainerLogprobs(adapter: Float32Array): Promise<Float32Array[]> {
  const trainer = await Trainer.begin(device, model.decoder, turn, adapter, null);
  const { logprobs } = await trainer.step({
    sequences: sequences.map(({ ids, mask }) => {
      const advantages = new Float32Array(ids.length).fill(1);
      return { ids, mask, advantages, weight: 1, oldLogprobs: new Float32Array(ids.length).fill(Number.NaN) };
    }),
    loss: CISPO,
    learningRate: 0,
    weightDecay: 0,
    maxGradNorm: 1,
  });
  trainer.end();
  return logprobs;
}

it('log-probabilities have the bits of a training step with the same weights, adapter or base model', async () => {
  const { lora } = model.decoder;
  const fresh = freshAdapter(lora);
  const trained = fresh.map((value, i) => value || 0.05 * Math.sin(i * 12.9898));
  const folder = join(home, 'adapter');
  mkdirSync(folder);
  writeAdapter(folder, { ...lora.settings, baseModel: 'toy' }, adapterTensors(trained, lora));
  const scored = async (sessions: TrainingSessions, adapter: string | null) =>
    sessions.logprobs(
      { model: 'toy', adapter: adapter ? { id: 'a', folder: adapter } : null, sequences },
      model,
      never,
    );
  const scores = (adapter: string | null) => scored(new TrainingSessions(device, turn), adapter);
  const adapted = await scores(folder);
  expect(adapted).toEqual(await trainerLogprobs(trained));
  const base = await scores(null);
  // B is zero in a fresh adapter, which makes it equal to the base model.
  expect(base).toEqual(await trainerLogprobs(fresh));
  expect(base[0].every((value, t) => (sequences[0].mask[t] && t > 0 ? value < 0 : value === 0))).toBe(true);
  expect(base[0]).not.toEqual(adapted[0]);
  // The batch size that the memory allows makes no difference.
  const tight = new TrainingSessions(device, turn, 3 * 2 ** 20);
  const batches = vi.spyOn(Recorder.prototype, 'submitInPieces');
  expect(await scored(tight, folder)).toEqual(adapted);
  const many = batches.mock.calls.length;
  expect(await scores(folder)).toEqual(adapted);
  expect(batches.mock.calls.length - many).toBeLessThan(many);
  batches.mockRestore();
  await expect(scored(new TrainingSessions(device, turn, 2 ** 20), folder)).rejects.toThrow(TrainingTooLargeError);
});

it('computing log-probabilities stops when aborted, and refuses tokens outside the vocabulary', async () => {
  const sessions = new TrainingSessions(device, turn);
  const aborted = AbortSignal.abort();
  await expect(sessions.logprobs({ model: 'toy', adapter: null, sequences }, model, aborted)).rejects.toThrow(
    AbortedError,
  );
  const wrong = [{ ids: Uint32Array.of(1, 70_000), mask: Uint8Array.of(0, 1) }];
  await expect(sessions.logprobs({ model: 'toy', adapter: null, sequences: wrong }, model, never)).rejects.toThrow(
    /70000 is not below/,
  );
});
