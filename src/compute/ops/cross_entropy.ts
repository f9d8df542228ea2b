import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import { rowKnobs } from './row-knobs.ts';

/** Replaces the old log-probability of a token that the trained policy itself sampled. */
export const BY_THIS_POLICY = 3e38;

interface ScoredRows {
  /** [M] x (token u32, old log-probability f32 or BY_THIS_POLICY, advantage f32, share of the loss f32) */
  targets: DeviceBuffer;
  /** Index of the chunk's first target. */
  first: number;
  /** Index of the chunk's first token in `statistics`. */
  firstToken: number;
  /** [M, V]; holds the gradient after `crossEntropy`. */
  logits: DeviceBuffer;
  /** [..] x (log-probability, entropy) */
  statistics: DeviceBuffer;
  M: number;
  V: number;
  /** If set, logits are softcap tanh(y / softcap), and the gradient is with respect to y. */
  softcap?: number;
}

/** Parameters of a token's loss slope as a function of its log-ratio. The kernel's header has the formulas. */
export interface TokenSlope {
  ppo: boolean;
  /** Lower and upper clipping bounds of the ratio. */
  low: number;
  high: number;
  /** Upper limit of the ratio before clipping; Infinity for none. */
  cap: number;
  mask: boolean;
  tau: number;
}

/** Slope that equals the advantage, whatever the ratio. */
export const ADVANTAGE_ALONE: TokenSlope = { ppo: false, low: 1, high: 1, cap: Infinity, mask: false, tau: 0 };

/** Computes log-probability, entropy and loss gradient of M supervised tokens, for one chunk of logits. */
export function crossEntropy(recorder: Recorder, rows: ScoredRows, slope: TokenSlope): void {
  const { low, high, cap, tau, ppo, mask } = slope;
  score(recorder, rows, 1, { low, high, cap: atMost(cap), tau, ppo: Number(ppo), mask: Number(mask) });
}

/** Computes log-probability and entropy alone. Advantage and share are not read, and the logits stay. */
export function targetLogprobs(recorder: Recorder, rows: ScoredRows): void {
  score(recorder, rows, 0, { low: 0, high: 0, cap: 0, tau: 0, ppo: 0, mask: 0 });
}

type SlopeSizes = Record<'low' | 'high' | 'cap' | 'tau' | 'ppo' | 'mask', number>;

function score(recorder: Recorder, a: ScoredRows, GRADIENT: 0 | 1, slope: SlopeSizes): void {
  recorder.dispatch('cross_entropy', {
    knobs: { ...rowKnobs(recorder), GRADIENT, SOFTCAP: GRADIENT === 1 && a.softcap !== undefined ? 1 : 0 },
    buffers: { targets: a.targets, z: a.logits, scores: a.statistics },
    sizes: { V: a.V, first: a.first, firstScore: a.firstToken, softcap: a.softcap ?? 0, ...slope },
    grid: [a.M, 1, 1],
    cut: 'x',
    cost: { flops: (GRADIENT ? 12 : 8) * a.M * a.V, bytes: (GRADIENT ? 16 : 8) * a.M * a.V },
  });
}

/** Returns a finite limit, because WGSL does not guarantee infinities. */
function atMost(value: number): number {
  return Math.min(value, 3e38);
}
