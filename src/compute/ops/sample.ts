import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import { rowKnobs } from './row-knobs.ts';

/**
 * Words of one row of `samplingParams`: temperature f32, topP f32, topK, position, seed low, seed high, minP f32, row
 * of logits.
 */
export const SAMPLING_WORDS = 8;
/** Words of one row of `sampled`: token, log-probability f32, log-sum-exp f32, rank where `scoreTokens` wrote it. */
export const SAMPLED_WORDS = 4;
/** What `sampleEdited` samples where every token is forbidden. */
export const NO_TOKEN = 0xffffffff;

/** Tokens that have room in workgroup memory when few are left to choose from. */
const CANDIDATES = 2048;

/** Samples one token for each of B rows of logits [B, V]. */
export function sample(
  recorder: Recorder,
  a: { samplingParams: DeviceBuffer; logits: DeviceBuffer; sampled: DeviceBuffer; B: number; V: number },
): void {
  recorder.dispatch('sample', {
    knobs: { ...rowKnobs(recorder), CANDIDATES },
    buffers: { params: a.samplingParams, z: a.logits, sampled: a.sampled, y: a.logits },
    sizes: { V: a.V, edited: 0 },
    grid: [a.B, 1, 1],
    cost: { flops: 4 * a.B * a.V, bytes: 12 * a.B * a.V },
  });
}

/**
 * Samples again for E rows, each named by its parameters, from the edited copies of their logits [E, V]; runs after
 * `sample`, whose log-sum-exp of the logits themselves stays. Gives NO_TOKEN where no token is allowed.
 */
export function sampleEdited(
  recorder: Recorder,
  a: {
    samplingParams: DeviceBuffer;
    logits: DeviceBuffer;
    edited: DeviceBuffer;
    sampled: DeviceBuffer;
    E: number;
    V: number;
  },
): void {
  recorder.dispatch('sample', {
    knobs: { ...rowKnobs(recorder), CANDIDATES },
    buffers: { params: a.samplingParams, z: a.logits, sampled: a.sampled, y: a.edited },
    sizes: { V: a.V, edited: 1 },
    grid: [a.E, 1, 1],
    cost: { flops: 4 * a.E * a.V, bytes: 12 * a.E * a.V },
  });
}

/** The `count` best (token, log-probability) of each row, [B, count]; runs after `sample`, whose lse it uses. */
export function topLogprobs(
  recorder: Recorder,
  a: { logits: DeviceBuffer; sampled: DeviceBuffer; alternatives: DeviceBuffer; B: number; V: number; count: number },
): void {
  recorder.dispatch('top_logprobs', {
    knobs: rowKnobs(recorder),
    buffers: { z: a.logits, sampled: a.sampled, alternatives: a.alternatives },
    sizes: { V: a.V, count: a.count },
    grid: [a.B, 1, 1],
    cost: { flops: 0, bytes: 4 * a.B * a.V * a.count },
  });
}

/** What `M` given tokens score at rows `first` .. of the logits; `sampled` has their ranks in its fourth word. */
export function scoreTokens(
  recorder: Recorder,
  a: { targets: DeviceBuffer; logits: DeviceBuffer; sampled: DeviceBuffer; first: number; M: number; V: number },
): void {
  recorder.dispatch('score_tokens', {
    knobs: rowKnobs(recorder),
    buffers: { targets: a.targets, z: a.logits, sampled: a.sampled },
    sizes: { V: a.V, first: a.first },
    grid: [a.M, 1, 1],
    cost: { flops: 4 * a.M * a.V, bytes: 8 * a.M * a.V },
  });
}
