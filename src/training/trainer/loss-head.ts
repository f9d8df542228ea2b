import { type DeviceBuffer, upload } from '../../compute/buffer.ts';
import { crossEntropy, type TokenSlope, targetLogprobs } from '../../compute/ops/cross_entropy.ts';
import { gatherRows, scatterRows } from '../../compute/ops/gather.ts';
import { matmul } from '../../compute/ops/matmul.ts';
import { matmulTransposed } from '../../compute/ops/matmul-transposed.ts';
import { rmsnorm, rmsnormBackward, wholeRows } from '../../compute/ops/rmsnorm.ts';
import { softcap } from '../../compute/ops/softcap.ts';
import type { Recorder } from '../../compute/recorder.ts';
import { ffnWidth, type ModelConfig } from '../../model/checkpoint/config.ts';
import type { Decoder } from '../../model/decoder.ts';
import { residualEpsilon } from '../../model/decoder-layer.ts';
import type { MicroBatch } from './micro-batch.ts';
import type { TrainingBuffers } from './training-buffers.ts';

/** Loss of a micro-batch: targets of its M supervised tokens, and the slope parameters. */
export interface BatchLoss {
  /** [M] x 4 words, in the layout of `crossEntropy`. */
  targets: ArrayBuffer;
  slope: TokenSlope;
}

/** Destination of the statistics (log-probability, entropy) of a micro-batch's supervised tokens. */
export interface StatisticsSlice {
  statistics: DeviceBuffer;
  firstToken: number;
}

/** Buffers for logits and log-probabilities, besides the hidden rows. */
export type LogprobBuffers = Pick<
  TrainingBuffers,
  'logitRows' | 'targets' | 'chunk' | 'picked' | 'pickedNorm' | 'logits'
>;

/** Input of the head: `x` [T, D] is the output of the last layer. Only the rows in `logitRows` get logits. */
interface Head {
  decoder: Decoder;
  x: DeviceBuffer;
  batch: MicroBatch;
  place: StatisticsSlice;
}

/**
 * Uploads the loss and records final norm, head and loss over chunks of the supervised rows. Each chunk goes forward
 * and backward at once, so only one chunk of logits exists. The gradient of the last layer's output is in scratch.dX.
 */
export function recordLoss(recorder: Recorder, head: Head, buffers: TrainingBuffers, loss: BatchLoss): void {
  const { weights, config } = head.decoder;
  const { logitRows: index, picked, pickedNorm, dPicked, logits } = buffers;
  const { dX, rowScale, dGateUp } = buffers.scratch;
  const split = { sections: headSections(config), parts: dGateUp };
  recorder.clear(dX);
  forEachChunk(recorder, head, buffers, loss.targets, (supervised) => {
    const { M, first } = supervised;
    const rows = wholeRows(M, config.hidden_size);
    crossEntropy(recorder, supervised, loss.slope);
    matmulTransposed(recorder, { dY: logits, weight: weights.head, dX: dPicked, T: M, rowScale, split });
    // The norm's output is no longer needed, so its buffer takes the gradient of the norm's input.
    rmsnormBackward(recorder, {
      weight: weights.norm,
      x: picked,
      dY: dPicked,
      dX: pickedNorm,
      add: false,
      rows,
      epsilon: residualEpsilon(config),
    });
    scatterRows(recorder, { index, first, x: pickedNorm, y: dX, M, N: config.hidden_size });
  });
}

/**
 * Returns the number of vocabulary sections over which GPUs split the head's gradient: the rows of a chunk alone occupy
 * few workgroups. [sections, M, D] fits in the gradient of gate and up, which no layer uses yet. The number, and so the
 * order of sums, depends on the model alone.
 */
function headSections(config: ModelConfig): number {
  return Math.max(1, Math.floor((2 * ffnWidth(config)) / config.hidden_size));
}

/** Uploads the targets, and records log-probabilities and entropies of their tokens; their other words are not read. */
export function recordLogprobs(recorder: Recorder, head: Head, buffers: LogprobBuffers, targets: ArrayBuffer): void {
  forEachChunk(recorder, head, buffers, targets, (supervised) => targetLogprobs(recorder, supervised));
}

/**
 * Uploads the targets, records the logits of each chunk of the supervised rows, and calls `record` after each chunk.
 */
function forEachChunk(
  recorder: Recorder,
  { decoder, x, batch, place: { statistics, firstToken } }: Head,
  buffers: LogprobBuffers,
  words: ArrayBuffer,
  record: (supervised: Parameters<typeof targetLogprobs>[1]) => void,
): void {
  const { hidden_size: D, vocab_size: V, final_logit_softcapping: cap } = decoder.config;
  const epsilon = residualEpsilon(decoder.config);
  const { logitRows: index, targets, chunk, picked, pickedNorm, logits } = buffers;
  const { norm, head } = decoder.weights;
  upload(recorder.device, targets, new Uint8Array(words));
  for (let first = 0; first < batch.logitRows.length; first += chunk) {
    const M = Math.min(chunk, batch.logitRows.length - first);
    gatherRows(recorder, { index, first, x, y: picked, M, N: D });
    rmsnorm(recorder, { weight: norm, x: picked, y: pickedNorm, rows: wholeRows(M, D), epsilon });
    matmul(recorder, { x: pickedNorm, weight: head, y: logits, T: M });
    if (cap !== undefined) softcap(recorder, { z: logits, M, V, cap });
    record({ targets, first, firstToken: firstToken + first, logits, statistics, M, V, softcap: cap });
  }
}
