import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { TOY_EXPERTS, writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { PIECE_MS } from '../../src/compute/pieces.ts';
import { freshAdapter } from '../../src/model/lora-layout.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import type { TrainSequence } from '../../src/training/train-step.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';

let home: string;
let device: Device;
const turn = new DeviceLock();

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-cut-step-'));
  device = await Device.open();
});
afterEach(() => vi.restoreAllMocks());
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

/** Runs a step from the same adapter. Returns its result and state, and the number of device locks it took. */
async function step(model: LoadedModel) {
  const adapter = freshAdapter(model.decoder.lora).map((value, i) => value || 0.02 * Math.sin(i * 12.9898));
  const turns = vi.spyOn(turn, 'run');
  const trainer = await Trainer.begin(device, model.decoder, turn, adapter, null);
  const sequences = [sequence(37, 1), sequence(70, 2)];
  const request = { sequences, loss: CISPO, learningRate: 1e-3, weightDecay: 0.1, maxGradNorm: 1 };
  const result = await trainer.step(request);
  const count = turns.mock.calls.length;
  turns.mockRestore();
  const state = {
    result,
    gradients: digest(await trainer.gradients()),
    weights: digest(await trainer.weights()),
  };
  trainer.end();
  return { state, count };
}

it.each([
  { name: 'a model', config: {} },
  { name: 'a mixture of experts', config: TOY_EXPERTS },
])(
  '$name gives the same bits if every divisible dispatch is cut into three or more parts',
  async ({ name, config }) => {
    const path = join(home, name);
    writeToyModel(path, { config });
    const model = await loadModel(device, turn, { id: name, path }, () => {});
    const whole = await step(model);
    // No wait is longer than the work.
    vi.spyOn(device.times, 'estimate').mockReturnValue(0);
    vi.spyOn(device.times, 'estimateOf').mockImplementation((command) => {
      if (!command.kernel) return 0;
      // A single workgroup cannot be cut further.
      const { grid } = command as unknown as { grid: number[] };
      return grid[0] * grid[1] === 1 ? PIECE_MS : 3.4 * PIECE_MS;
    });
    const cut = await step(model);
    expect(cut.count).toBeGreaterThan(3 * whole.count);
    expect(cut.state).toEqual(whole.state);
  },
);

function digest(values: Float32Array): string {
  return createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex');
}
