import type { DeviceBuffer } from '../../compute/buffer.ts';
import { upload } from '../../compute/buffer.ts';
import { attentionTrain } from '../../compute/ops/attention.ts';
import { crossEntropy } from '../../compute/ops/cross_entropy.ts';
import { embedding } from '../../compute/ops/embedding.ts';
import { gatherRows, scatterRows } from '../../compute/ops/gather.ts';
import { matmul, matmulTransposed } from '../../compute/ops/matmul.ts';
import { rmsnorm, rmsnormBackward, wholeRows } from '../../compute/ops/rmsnorm.ts';
import { rope } from '../../compute/ops/rope.ts';
import type { Recorder } from '../../compute/recorder.ts';
import type { Decoder } from '../../model/decoder.ts';
import { layerBackward } from '../../model/decoder-backward.ts';
import { type AdapterArena, layerForward } from '../../model/decoder-layer.ts';
import type { MicroBatch } from './micro-batch.ts';
import type { TrainingBuffers } from './training-buffers.ts';

/** The adapter being trained and where its gradients add up, both laid out as `LoraLayout` says. */
export interface TrainedAdapter {
  params: DeviceBuffer;
  grads: DeviceBuffer;
}

export interface LossSettings {
  epsilon: number;
  epsilonHigh: number;
  /** 1 / supervised tokens of the whole optimizer step. */
  perToken: number;
}

/** Where the scores (log-probability, entropy) of a micro-batch's supervised tokens go. */
export interface ScorePlace {
  scores: DeviceBuffer;
  firstScore: number;
}

/** Records forward, loss and backward of one micro-batch: scores to their place, gradients added to the arena. */
export function recordTrainingPass(
  recorder: Recorder,
  decoder: Decoder,
  adapter: TrainedAdapter,
  buffers: TrainingBuffers,
  batch: MicroBatch,
  loss: LossSettings,
  place: ScorePlace,
): void {
  const { device } = recorder;
  upload(device, buffers.tokens, batch.tokens);
  upload(device, buffers.rows, batch.rows);
  upload(device, buffers.wanted, batch.wanted);
  upload(device, buffers.targets, new Uint8Array(batch.targets));
  const { rank, scale, elements } = decoder.lora;
  const adapters: AdapterArena = { arena: adapter.params, stride: elements, rank, scale, rows: buffers.rows };
  recordForward(recorder, decoder, adapters, buffers, batch);
  recordHead(recorder, decoder, buffers, batch, loss, place);
  for (let layer = decoder.weights.layers.length - 1; layer >= 0; layer--) {
    layerBackward(recorder, {
      config: decoder.config,
      weights: decoder.weights.layers[layer],
      buffers: buffers.layers[layer],
      lse: buffers.lse[layer],
      scratch: buffers.scratch,
      adapters,
      lora: decoder.lora.layers[layer],
      grads: adapter.grads,
      turns: decoder.turns,
      T: batch.T,
      visible: batch.visible,
      wantsInputGradient: layer > 0,
    });
  }
}

function recordForward(
  recorder: Recorder,
  decoder: Decoder,
  adapters: AdapterArena,
  buffers: TrainingBuffers,
  { T, visible }: MicroBatch,
): void {
  const { config, weights, heads, turns } = decoder;
  const { rows } = buffers;
  embedding(recorder, { tokens: buffers.tokens, weight: weights.embedding, x: buffers.layers[0].x, T });
  weights.layers.forEach((layer, index) => {
    layerForward(recorder, {
      config,
      weights: layer,
      buffers: buffers.layers[index],
      T,
      adapters,
      lora: decoder.lora.layers[index],
      attend: ({ qkv, o }) => {
        rope(recorder, { rows, turns, qkv, heads, T });
        attentionTrain(recorder, { qkv, rows, o, lse: buffers.lse[index], heads, T, visible });
      },
    });
  });
}

/**
 * Final norm, head and loss over chunks of the supervised rows, forward and backward at once, so that no more than one
 * chunk of logits exists. Leaves the gradient of the last layer's output in scratch.dX.
 */
function recordHead(
  recorder: Recorder,
  decoder: Decoder,
  buffers: TrainingBuffers,
  batch: MicroBatch,
  loss: LossSettings,
  { scores, firstScore }: ScorePlace,
): void {
  const { config, weights } = decoder;
  const { hidden_size: D, vocab_size: V, rms_norm_eps: epsilon } = config;
  const { wanted: index, picked, pickedNorm, dPicked, logits, targets } = buffers;
  const { dX } = buffers.scratch;
  const x = buffers.layers[buffers.layers.length - 1].out;
  recorder.clear(dX);
  for (let first = 0; first < batch.wanted.length; first += buffers.chunk) {
    const M = Math.min(buffers.chunk, batch.wanted.length - first);
    const rows = wholeRows(M, D);
    gatherRows(recorder, { index, first, x, y: picked, M, N: D });
    rmsnorm(recorder, { weight: weights.norm, x: picked, y: pickedNorm, rows, epsilon });
    matmul(recorder, { x: pickedNorm, weight: weights.head, y: logits, T: M });
    crossEntropy(recorder, { targets, first, firstScore: firstScore + first, logits, scores, M, V, ...loss });
    matmulTransposed(recorder, { dY: logits, weight: weights.head, dX: dPicked, T: M });
    // The norm's output is spent, so its buffer takes the gradient of its input.
    rmsnormBackward(recorder, {
      weight: weights.norm,
      x: picked,
      dY: dPicked,
      dX: pickedNorm,
      add: false,
      rows,
      epsilon,
    });
    scatterRows(recorder, { index, first, x: pickedNorm, y: dX, M, N: D });
  }
}
