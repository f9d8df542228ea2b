import type { DeviceBuffer } from '../buffer.ts';
import type { Device } from '../device.ts';
import type { Recorder } from '../recorder.ts';
import { rowKnobs } from './row-knobs.ts';

/**
 * Words of one row of `samplingParams`: temperature f32, topP f32, topK, position, seed low, seed high, minP f32, row
 * of logits.
 */
export const SAMPLING_WORDS = 8;
/**
 * Words of one row of `sampled`: token, log-probability f32, log-sum-exp f32, and the rank that `scoreTokens` wrote or
 * the `temper` f32 of `temperLogprobs`.
 */
export const SAMPLED_WORDS = 4;
/** Token that `sampleEdited` writes if every token is forbidden. */
export const NO_TOKEN = 0xffffffff;

/** Candidate tokens that fit in workgroup memory when few are left to choose from. */
const CANDIDATES = 2048;

/** Shortest row that is split: one workgroup samples a shorter row sooner than two dispatches do. */
const MIN_SPLIT = 4096;
/** Logits per part of a row, doubled until a row has at most MOST_PARTS, for which the kernel has room. */
const PART = 512;
const MOST_PARTS = 640;
/** Words of the result of one part. */
const PART_WORDS = 5;

/** Returns the words of the scratch `parts`, with which GPUs split up to B rows of V logits. */
export function samplePartsWords(device: Device, { B, V }: { B: number; V: number }): number {
  return B * partsOf(device, V).count * PART_WORDS;
}

/** Returns the number of parts of a row and the logits per part; 0 if the row is not split. */
function partsOf({ class: { staged } }: Device, V: number): { count: number; size: number } {
  if (!staged || V < MIN_SPLIT) return { count: 0, size: 0 };
  const size = PART * 2 ** Math.max(0, Math.ceil(Math.log2(V / (PART * MOST_PARTS))));
  return { count: Math.ceil(V / size), size };
}

interface Sampled {
  samplingParams: DeviceBuffer;
  logits: DeviceBuffer;
  sampled: DeviceBuffer;
  /** Scratch. */
  parts: DeviceBuffer;
  V: number;
}

/** Samples one token for each of B rows of logits [B, V]. */
export function sample(recorder: Recorder, a: Sampled & { B: number }): void {
  sampleRows(recorder, a, { rows: a.B, y: a.logits, edited: 0 });
}

/**
 * Samples E rows again, from edited copies of their logits [E, V]. The sampling parameters name each row. Runs after
 * `sample`, whose log-sum-exp of the unedited logits stays. Writes NO_TOKEN if no token is allowed.
 */
export function sampleEdited(recorder: Recorder, a: Sampled & { edited: DeviceBuffer; E: number }): void {
  sampleRows(recorder, a, { rows: a.E, y: a.edited, edited: 1 });
}

interface SampledFrom {
  rows: number;
  /** Logits [rows, V]. */
  y: DeviceBuffer;
  edited: 0 | 1;
}

function sampleRows(recorder: Recorder, a: Sampled, { rows, y, edited }: SampledFrom): void {
  const { samplingParams: params, logits: z, sampled, V } = a;
  const { count, size } = partsOf(recorder.device, V);
  const parts = count > 0 ? a.parts : undefined;
  if (parts) {
    recorder.dispatch('sample_parts', {
      knobs: { LANES: recorder.device.class.lanes, SUBGROUP: 0, PART: size },
      buffers: { params, y, parts },
      sizes: { V },
      grid: [count, rows, 1],
      cost: { flops: 8 * rows * V, bytes: 4 * rows * V },
    });
  }
  recorder.dispatch('sample', {
    knobs: { ...rowKnobs(recorder), CANDIDATES, AHEAD: recorder.device.class.staged ? 4 : 1, PART: size, MOST_PARTS },
    buffers: { params, z, sampled, y, parts },
    sizes: { V, edited, parts: count },
    grid: [rows, 1, 1],
    cost: parts
      ? { flops: 4 * rows * count, bytes: 8 * PART_WORDS * rows * count }
      : { flops: 4 * rows * V, bytes: 12 * rows * V },
  });
}

/**
 * Writes the `count` best (token, log-probability) of each row, [B, count]. Runs after `sample`, whose log-sum-exp it
 * reads.
 */
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

/**
 * Writes `temper` to the fourth word of B sampled rows. A token of raw log-probability p has p / t - temper under
 * softmax(logits / t), where t is the row's temperature. `temper` is 0 if t is 0.
 */
export function temperLogprobs(
  recorder: Recorder,
  a: { samplingParams: DeviceBuffer; logits: DeviceBuffer; sampled: DeviceBuffer; B: number; V: number },
): void {
  recorder.dispatch('temper_logprobs', {
    knobs: rowKnobs(recorder),
    buffers: { params: a.samplingParams, z: a.logits, sampled: a.sampled },
    sizes: { V: a.V },
    grid: [a.B, 1, 1],
    cost: { flops: 4 * a.B * a.V, bytes: 8 * a.B * a.V },
  });
}

/**
 * Computes log-probability and rank of `M` given tokens, at rows `first` .. of the logits. The fourth word of `sampled`
 * is the rank.
 */
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
