import { CISPO, type PolicyLoss } from '../../src/training/policy-loss.ts';
import type { TrainSequence } from '../../src/training/train-step.ts';
import { Scalar } from '../reference/autodiff.ts';
import { type Options, policyRow, type Row, type Token } from '../reference/policy-loss.ts';
import { uniform } from '../reference/random.ts';

/** A random RL step: its options, its sequences, and the logits of each trained token. */
export interface PolicyJob {
  loss: PolicyLoss;
  sequences: TrainSequence[];
  /** The trained tokens in order, and [M, V] their logits. */
  places: { sequence: number; token: number }[];
  logits: Float32Array<ArrayBuffer>;
  V: number;
}

/** Relative distance from an edge of the loss within which rounding to f32 may choose the other side. */
const EDGE = 1e-3;

/** Returns the job of a seed; jobs on an edge are drawn again. */
export function policyJob(seed: number): PolicyJob {
  for (let again = 0; ; again++) {
    const job = drawJob(uniform(1000 * seed + again + 1));
    if (job.places.length > 0 && !onEdge(job)) return job;
  }
}

type Draw = () => number;

function drawJob(draw: Draw): PolicyJob {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(draw() * values.length)];
  const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
  const V = pick([3, 8, 13, 40]);
  const loss = drawLoss(draw, pick);
  const drift = pick([0, 0.1, 0.5, 2, 2, 25]);
  const unknown = pick([0, 0, 0.3, 1]);
  const recomputed = draw() < 0.6;
  const scale = pick([0.5, 2, 5]);
  const logits: number[] = [];
  const places: PolicyJob['places'] = [];
  const sequences = Array.from({ length: 1 + Math.floor(draw() * 4) }, (_, sequence): TrainSequence => {
    const T = 2 + Math.floor(draw() * 10);
    const ids = Uint32Array.from({ length: T }, () => Math.floor(draw() * V));
    const mask = Uint8Array.from({ length: T }, (_, t) => Number(t > 0 && draw() < 0.7));
    const logprobs = new Float32Array(T);
    for (let t = 0; t < T; t++) {
      if (!mask[t]) continue;
      places.push({ sequence, token: t });
      const z = Float32Array.from({ length: V }, () => scale * normal());
      logits.push(...z);
      logprobs[t] = logprobOf(z, ids[t]);
    }
    const near = (by: number) => logprobs.map((logprob) => logprob + by * normal());
    const oldLogprobs = near(drift).map((logprob) => (draw() < unknown ? pick([Number.NaN, -Infinity]) : logprob));
    const whole = draw() < 0.7;
    const advantage = normal();
    return {
      ids,
      mask,
      advantages: Float32Array.from({ length: T }, () => (whole ? advantage : normal())),
      weight: pick([0, 0.25, 1, 1, 3]),
      oldLogprobs,
      ...(recomputed && { sampledLogprobs: near(0.5).map((logprob) => (draw() < 0.1 ? Number.NaN : logprob)) }),
      ...(loss.kl && { referenceLogprobs: near(1) }),
    };
  });
  return { loss, sequences, places, logits: Float32Array.from(logits), V };
}

function drawLoss(draw: Draw, pick: <T>(values: readonly T[]) => T): PolicyLoss {
  return {
    ...CISPO,
    fn: pick(['cispo', 'ppo']),
    epsilon: pick([0.05, 0.2, 0.5, 1]),
    epsilonHigh: pick([0.1, 0.3, 1, 4]),
    level: pick(['token', 'sequence', 'average', 'geometric_average']),
    ratioCap: pick([null, null, 0.7, 1.5, 3]),
    maskProbRatio: draw() < 0.3,
    tau: pick([0, 0, 0.05, 0.4]),
    truncation: pick([null, null, 0.8, 2]),
    kl: draw() < 0.5 ? null : { coef: pick([0.05, 0.5]), source: pick(['sample', 'current_learner']) },
  };
}

function logprobOf(z: Float32Array, id: number): number {
  const top = Math.max(...z);
  return z[id] - top - Math.log(z.reduce((sum, value) => sum + Math.exp(value - top), 0));
}

export function optionsOf({ loss }: Pick<PolicyJob, 'loss'>): Options {
  return {
    loss_fn: loss.fn,
    epsilon: loss.epsilon,
    epsilon_high: loss.epsilonHigh,
    importance_sampling_level: loss.level,
    max_negative_advantage_importance_sampling_weight: loss.ratioCap,
    mask_prob_ratio: loss.maskProbRatio,
    kimi_k2_tau: loss.tau,
    truncated_importance_sampling: loss.truncation,
    kl_penalty_coef: loss.kl?.coef ?? 0,
    kl_penalty_source: loss.kl?.source ?? 'current_learner',
  };
}

export function tokensOf({ places, sequences, logits, V }: PolicyJob): Token[] {
  return places.map(({ sequence, token }, m) => {
    const { ids, advantages, weight, oldLogprobs, sampledLogprobs, referenceLogprobs } = sequences[sequence];
    return {
      sequence,
      logits: Array.from(logits.subarray(m * V, (m + 1) * V), (value) => new Scalar(value)),
      id: ids[token],
      advantage: advantages[token],
      weight,
      old: oldLogprobs[token],
      original: sampledLogprobs?.[token],
      reference: referenceLogprobs?.[token] ?? 0,
    };
  });
}

/** Returns whether a ratio is so near a limit that the gradient is discontinuous there. */
function onEdge(job: PolicyJob): boolean {
  const { epsilon, epsilonHigh, ratioCap } = job.loss;
  const row: Row = policyRow(tokensOf(job), optionsOf(job));
  const edges = [1 - epsilon, 1 + epsilonHigh, ratioCap ?? 0];
  const means = job.sequences.map((_, s) => mean(logRatios(job, row).filter((_, m) => job.places[m].sequence === s)));
  const cut = [...logRatios(job, row), ...means].some((d) => Math.abs(Math.abs(d) - 20) < 20 * EDGE);
  return cut || row.ratios.some(({ value }) => edges.some((edge) => Math.abs(value - edge) < EDGE * edge));
}

function logRatios({ places, sequences }: PolicyJob, { logprobs }: Row): number[] {
  return places.map(({ sequence, token }, m) => {
    const old = sequences[sequence].oldLogprobs[token];
    return Number.isFinite(old) ? logprobs[m].value - old : 0;
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
