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

/** What the loss of a micro-batch's supervised tokens is. */
export interface BatchLoss {
  /** [M] x 4 words, as `crossEntropy` takes them. */
  targets: ArrayBuffer;
  slope: TokenSlope;
}

/** Where the statistics (log-probability, entropy) of a micro-batch's supervised tokens go. */
export interface StatisticsSlice {
  statistics: DeviceBuffer;
  firstToken: number;
}

/** What logits and log-probabilities need beside the hidden rows. */
export type LogprobBuffers = Pick<
  TrainingBuffers,
  'logitRows' | 'targets' | 'chunk' | 'picked' | 'pickedNorm' | 'logits'
>;

/** The hidden rows behind the last layer, [T, D], of which those of `logitRows` have logits. */
interface Head {
  decoder: Decoder;
  x: DeviceBuffer;
  batch: MicroBatch;
  place: StatisticsSlice;
}

/**
 * Uploads the loss and records final norm, head and loss over chunks of the supervised rows, forward and backward at
 * once, so that no more than one chunk of logits exists. Leaves the gradient of the last layer's output in scratch.dX.
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
    // The norm's output is spent, so its buffer takes the gradient of its input.
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
 * Sections of the vocabulary over which GPUs split the head's gradient: the rows of a chunk alone keep few workgroups
 * busy. [sections, M, D] has room in the gradient of gate and up, which no layer has yet. The number depends on the
 * model alone, and with it the order of sums.
 */
function headSections(config: ModelConfig): number {
  return Math.max(1, Math.floor((2 * ffnWidth(config)) / config.hidden_size));
}

/** Uploads the targets, of which only the tokens are read, and records their log-probabilities and entropies. */
export function recordLogprobs(recorder: Recorder, head: Head, buffers: LogprobBuffers, targets: ArrayBuffer): void {
  forEachChunk(recorder, head, buffers, targets, (supervised) => targetLogprobs(recorder, supervised));
}

/**
 * Uploads the targets and records the logits of each chunk of the supervised rows, then what `record` does with them.
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
