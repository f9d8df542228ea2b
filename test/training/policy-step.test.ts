import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import { adapterTensors } from '../../src/model/flat-adapter.ts';
import { freshAdapter } from '../../src/model/lora-layout.ts';
import { runAtOnce } from '../../src/training/cooperative.ts';
import { CISPO, lossReach, type PolicyLoss, PPO, stepLoss } from '../../src/training/policy-loss.ts';
import { groupAdvantages } from '../../src/training/rl/advantages.ts';
import { normaliseJob, weighSequences } from '../../src/training/rl/token-weights.ts';
import type { TrainSequence, TrainStepRequest } from '../../src/training/train-step.ts';
import { type MemoryPlan, unlimitedPlan } from '../../src/training/trainer/memory-plan.ts';
import { microBatches } from '../../src/training/trainer/micro-batch.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';
import { Scalar } from '../reference/autodiff.ts';
import { inner } from '../reference/central-differences.ts';
import { type DecoderShape, decoderScores, type TokenScores } from '../reference/decoder.ts';
import { policyRow, type Token } from '../reference/policy-loss.ts';
import { randomFloats, uniform } from '../reference/random.ts';
import { optionsOf } from './policy-jobs.ts';

let home: string;
let device: Device;
let model: LoadedModel;
let adapter: Float32Array;
let tensors: SafetensorsFile;
const turn = new DeviceLock();

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-policy-'));
  writeToyModel(join(home, 'toy'), { answers: [] });
  device = await Device.open();
  model = await loadModel(device, turn, { id: 'toy', path: join(home, 'toy') }, () => {});
  tensors = new SafetensorsFile(join(home, 'toy', 'model.safetensors'));
  adapter = freshAdapter(model.decoder.lora).map((value, i) => value || 0.05 * Math.sin(i * 12.9898));
});

afterAll(async () => {
  tensors.close();
  await device.destroy();
  await rm(home, { recursive: true, force: true });
});

async function step(sequences: TrainSequence[], loss: TrainStepRequest['loss'], learningRate = 0, plan?: MemoryPlan) {
  const trainer = await Trainer.begin(device, model.decoder, turn, adapter, null, model.decoder.lora, plan);
  const result = await trainer.step({ sequences, loss, learningRate, weightDecay: 0, maxGradNorm: 0.1 });
  const [gradients, weights] = [await trainer.gradients(), await trainer.weights()];
  trainer.end();
  return { ...result, gradients, weights };
}

function relative(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  const error = Array.from(expected as Float32Array, (value, i) => value - actual[i]);
  return Math.sqrt(inner(error, error) / inner(expected, expected));
}

/** Returns a sequence of random tokens, all trained except its beginning and each seventh token. */
function sequence(length: number, seed: number): TrainSequence {
  const draw = uniform(seed);
  const advantages = Float32Array.from({ length }, () => 2 * draw() - 1);
  return {
    ids: Uint32Array.from({ length }, () => Math.floor(490 * draw())),
    mask: Uint8Array.from({ length }, (_, t) => Number(t > 4 && t % 7 !== 0)),
    advantages,
    weight: 0.5 + draw(),
    oldLogprobs: new Float32Array(length).fill(Number.NaN),
  };
}

/** Returns log-probabilities with noise of about `by`. */
function near(logprobs: ArrayLike<number>, by: number, seed: number): Float32Array {
  const noise = randomFloats(seed, logprobs.length, by);
  return Float32Array.from(logprobs as Float32Array, (logprob, t) => logprob + noise[t]);
}

describe('a step of the toy model against a float64 decoder', () => {
  const DIRECTIONS = 6;
  const H = 1e-5;
  const sequences = [31, 12, 24].map(sequence);

  /** Returns the float64 scores of all sequences, with the adapter moved by `amount` along a direction. */
  function scores(direction?: Float32Array, amount = 0): TokenScores[] {
    const { lora, config } = model.decoder;
    const moved = Float64Array.from(adapter, (value, i) => value + (direction ? amount * direction[i] : 0));
    const places = new Map(lora.tensors.map((tensor) => [tensor.name, tensor]));
    const names = adapterTensors(adapter, lora).map(({ name }) => name);
    const flat = new Map(
      names.map((name) => {
        const { offset, rows, cols } = places.get(name) ?? expect.fail(name);
        return [name, moved.subarray(offset, offset + rows * cols)];
      }),
    );
    const read = new Map<string, Float32Array>();
    const weights = (name: string) => {
      if (!read.has(name)) read.set(name, tensors.readFloat32(name));
      return read.get(name) ?? [];
    };
    const decoder = {
      shape: { ...config, rope_theta: 10_000 } as unknown as DecoderShape,
      weights,
      adapter: (name: string) => flat.get(name) ?? expect.fail(name),
      rank: lora.settings.rank,
      scale: lora.settings.alpha / lora.settings.rank,
    };
    return sequences.map(({ ids }) => decoderScores(decoder, ids));
  }

  const directions = Array.from({ length: DIRECTIONS }, (_, k) => k);
  let now: Float64Array[];
  let entropies: Float64Array[];
  let along: Float32Array[];
  /** d logprob / d direction: [direction][sequence][T] */
  let rises: Float64Array[][];

  beforeAll(() => {
    const scored = scores();
    now = scored.map(({ logprobs }) => logprobs);
    entropies = scored.map((one) => one.entropies);
    along = directions.map((k) => randomFloats(k + 1, adapter.length));
    rises = along.map((direction) => {
      const [above, below] = [scores(direction, H), scores(direction, -H)];
      return above.map(({ logprobs }, s) => logprobs.map((value, t) => (value - below[s].logprobs[t]) / (2 * H)));
    });
  });

  const levels = ['token', 'sequence', 'average', 'geometric_average'] as const;
  const losses: PolicyLoss[] = [CISPO, PPO].flatMap((loss) =>
    levels.map((level) => ({ ...loss, level, epsilon: 0.2, epsilonHigh: 0.3 })),
  );
  losses.push(
    { ...CISPO, ratioCap: 1.2, maskProbRatio: true, tau: 0.3, kl: { coef: 0.2, source: 'current_learner' } },
    { ...PPO, level: 'geometric_average', truncation: 1.1, tau: 0.1, kl: { coef: 0.2, source: 'sample' } },
  );

  it.each(losses)('has its loss, entropy, log-probabilities and gradients: %j', async (loss) => {
    const drawn = sequences.map((one, s) => ({
      ...one,
      oldLogprobs: near(now[s], 0.6, s + 50).fill(Number.NaN, 8, 10),
      ...(loss.truncation && { sampledLogprobs: near(now[s], 0.6, s + 60) }),
      ...(loss.kl && { referenceLogprobs: near(now[s], 1, s + 70) }),
    }));
    const places = drawn.flatMap(({ mask }, s) => [...mask.keys()].filter((t) => mask[t]).map((t) => ({ s, t })));
    const tokens = places.map(
      ({ s, t }): Token => ({
        sequence: s,
        // A vocabulary of two tokens, of which the first has this log-probability.
        logits: [now[s][t], Math.log(-Math.expm1(now[s][t]))].map((value) => new Scalar(value)),
        id: 0,
        advantage: drawn[s].advantages[t],
        weight: drawn[s].weight,
        old: drawn[s].oldLogprobs[t],
        original: drawn[s].sampledLogprobs?.[t],
        reference: drawn[s].referenceLogprobs?.[t] ?? 0,
      }),
    );
    const row = policyRow(tokens, optionsOf({ loss }));
    row.loss.backward();
    const slopes = row.logprobs.map(({ gradient }) => gradient);
    const result = await step(drawn, loss);
    expect(Math.abs(result.loss - row.loss.value)).toBeLessThan(1e-4 * Math.abs(row.loss.value));
    expect(
      relative(
        places.map(({ s, t }) => result.logprobs[s][t]),
        places.map(({ s, t }) => now[s][t]),
      ),
    ).toBeLessThan(1e-5);
    const entropy = places.reduce((sum, { s, t }) => sum + entropies[s][t] * drawn[s].weight, 0) / places.length;
    expect(result.entropy / entropy).toBeCloseTo(1, 5);
    const expected = rises.map((rise) =>
      inner(
        slopes,
        places.map(({ s, t }) => rise[s][t]),
      ),
    );
    const actual = along.map((direction) => inner(result.gradients, direction));
    expect(relative(actual, expected)).toBeLessThan(1e-4);
    expect(slopes.filter((slope) => slope !== 0).length).toBeGreaterThan(places.length / 3);
  });
});

describe('a step of several micro-batches', () => {
  it.each<PolicyLoss>([
    { ...PPO, level: 'sequence' },
    { ...PPO, level: 'average', kl: { coef: 0.5, source: 'current_learner' } },
  ])('has the gradients of the whole row: %j', async (loss) => {
    const lengths = [40, 12, 70, 33];
    const plan = unlimitedPlan(model.decoder.config, 80);
    const plain = lengths.map(sequence);
    const { logprobs } = await step(plain, CISPO);
    const sequences = plain.map((one, s) => ({
      ...one,
      oldLogprobs: near(logprobs[s], 0.1, s + 50),
      referenceLogprobs: near(logprobs[s], 1, s + 70),
    }));
    expect(microBatches(sequences, plan.capacity).length).toBe(3);
    expect(lossReach(loss, sequences)).toBe(loss.kl ? 'step' : 'sequence');
    const result = await step(sequences, loss, 0, plan);
    const { slopes } = stepLoss(loss, sequences, logprobs);
    // A loss with the same slopes, which the kernel computes token by token.
    const same = plain.map((one, s) => ({
      ...one,
      weight: 1,
      advantages: slopes[s].map((slope) => -slope * result.maskedTokens),
    }));
    const { gradients } = await step(same, CISPO);
    expect(relative(result.gradients, gradients)).toBeLessThan(1e-5);
    expect(result.logprobs).toEqual(logprobs);
    const lean = await step(sequences, loss, 0, { ...plan, keep: ['input', 'attention'] });
    expect(lean).toEqual(result);
  });
});

describe('identities of the loss', () => {
  /** Returns a token sequence for each reward of each group, as a job builds them. */
  function job(rewards: number[][], scale: boolean): TrainSequence[] {
    const weighted = rewards.flatMap((group, g) =>
      groupAdvantages(group, scale).flatMap((advantage, i) => {
        const { ids, mask, oldLogprobs } = sequence(14 + 5 * (i % 3) + 3 * g, 100 * g + (i % 3));
        return advantage === 0 ? [] : weighSequences([{ ids, mask, oldLogprobs }], advantage);
      }),
    );
    return runAtOnce(normaliseJob(weighted, 0));
  }

  const rewards = [
    [1, 0.25, 0],
    [3, 0, 0.5],
  ];
  const update = ({ weights }: { weights: Float32Array }) => weights.map((value, i) => value - adapter[i]);

  it('the first on-policy steps of CISPO and PPO agree, and are the policy gradient', async () => {
    const fresh = job(rewards, true);
    const { logprobs } = await step(fresh, CISPO);
    const sampled = fresh.map((one, s) => ({ ...one, oldLogprobs: logprobs[s] }));
    const cispo = await step(sampled, CISPO, 1e-3);
    const ppo = await step(sampled, PPO, 1e-3);
    expect(relative(ppo.gradients, cispo.gradients)).toBeLessThan(1e-6);
    expect(relative(update(ppo), update(cispo))).toBeLessThan(1e-5);
    // -A l w: cross-entropy with the weight times A, sequence by sequence.
    const policyGradient = await step(
      fresh.map((one) => ({ ...one, weight: one.weight * one.advantages[one.mask.indexOf(1)] })),
      'cross_entropy',
    );
    expect(relative(cispo.gradients, policyGradient.gradients)).toBeLessThan(1e-6);
    expect(cispo.loss).toBeCloseTo(policyGradient.loss, 6);
    expect(inner(update(cispo), update(cispo))).toBeGreaterThan(0);
  });

  it.each([true, false])(
    'scaling all rewards, or adding a constant to one group, changes no gradient (scaled: %s)',
    async (scale) => {
      const first = await step(job(rewards, scale), CISPO, 1e-3);
      const larger = await step(
        job(
          rewards.map((group) => group.map((reward) => 100 * reward)),
          scale,
        ),
        CISPO,
        1e-3,
      );
      const moved = await step(job([rewards[0].map((reward) => reward + 10), rewards[1]], scale), CISPO, 1e-3);
      for (const other of [larger, moved]) {
        // Advantages are divided by the deviation plus 1e-6.
        expect(relative(other.gradients, first.gradients)).toBeLessThan(1e-5);
        expect(relative(update(other), update(first))).toBeLessThan(1e-3);
      }
      const relativeSize = await step(job([rewards[0].map((reward) => 100 * reward), rewards[1]], scale), CISPO, 1e-3);
      if (scale) expect(relative(relativeSize.gradients, first.gradients)).toBeLessThan(1e-5);
      else expect(relative(relativeSize.gradients, first.gradients)).toBeGreaterThan(0.1);
    },
  );

  it('repeating every trajectory of a group gives the same gradient', async () => {
    const [group] = rewards;
    expect(groupAdvantages([...group, ...group], true).slice(0, 3)).toEqual(groupAdvantages(group, true));
    const once = await step(job([group], true), PPO);
    const twice = await step(job([[...group, ...group]], true), PPO);
    expect(twice.maskedTokens).toBe(2 * once.maskedTokens);
    expect(relative(twice.gradients, once.gradients)).toBeLessThan(1e-5);
  });
});
