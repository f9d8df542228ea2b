import type { DeviceBuffer } from '../../compute/buffer.ts';
import { upload } from '../../compute/buffer.ts';
import { attentionTrain } from '../../compute/ops/attention.ts';
import { embedding } from '../../compute/ops/embedding.ts';
import { rope } from '../../compute/ops/rope.ts';
import type { Recorder } from '../../compute/recorder.ts';
import type { Decoder } from '../../model/decoder.ts';
import { layerBackward } from '../../model/decoder-backward.ts';
import {
  embeddingScale,
  headNorm,
  type LayerForward,
  type LoraBinding,
  layerForward,
  recomputeLayer,
  scoringOf,
} from '../../model/decoder-layer.ts';
import type { LayerLora, LoraLayout } from '../../model/lora-layout.ts';
import type { MicroBatch } from './micro-batch.ts';
import type { TrainingBuffers } from './training-buffers.ts';

/** The adapter in training and the buffer that accumulates its gradients, both in the layout `lora`. */
interface TrainedAdapter {
  lora: LoraLayout;
  params: DeviceBuffer;
  grads: DeviceBuffer;
}

/** Inputs of a forward and backward pass over one micro-batch. */
export interface TrainingPass {
  decoder: Decoder;
  adapter: TrainedAdapter;
  buffers: TrainingBuffers;
  batch: MicroBatch;
}

/** Uploads the batch and records its forward pass, which keeps activations for the backward pass. */
export function recordForwardPass(recorder: Recorder, pass: TrainingPass): void {
  const { decoder, adapter, buffers, batch } = pass;
  const { device } = recorder;
  upload(device, buffers.tokens, batch.tokens);
  upload(device, buffers.rows, batch.rows);
  upload(device, buffers.logitRows, batch.logitRows);
  recordForward(recorder, decoder, arenaOf(pass), adapter.lora.layers, buffers, batch);
}

/**
 * Records the backward pass after a forward pass and `recordLoss`. Recomputes activations that were not kept, and adds
 * all gradients to `adapter.grads`.
 */
export function recordBackwardPass(recorder: Recorder, pass: TrainingPass): void {
  const { decoder, adapter, buffers, batch } = pass;
  const adapters = arenaOf(pass);
  for (let layer = decoder.weights.layers.length - 1; layer >= 0; layer--) {
    const forward = forwardOf(recorder, decoder, adapters, adapter.lora.layers, buffers, batch, layer);
    recomputeLayer(recorder, forward, buffers.keep[layer]);
    layerBackward(recorder, {
      config: decoder.config,
      index: layer,
      weights: decoder.weights.layers[layer],
      buffers: buffers.layers[layer],
      lse: buffers.lse[layer],
      scratch: buffers.scratch,
      adapters,
      lora: adapter.lora.layers[layer],
      grads: adapter.grads,
      ropeTable: decoder.ropeTable(layer),
      T: batch.T,
      attendedKeys: batch.attendedKeys,
      wantsInputGradient: layer > 0,
    });
  }
}

function arenaOf({ adapter, buffers }: TrainingPass): LoraBinding {
  const { rank, scale, elements } = adapter.lora;
  return { arena: adapter.params, stride: elements, rank, scale, rows: buffers.rows, single: true };
}

/** Inputs and outputs of the layers for one batch. */
export type ForwardBuffers = Pick<TrainingBuffers, 'tokens' | 'rows' | 'layers' | 'lse'>;

/** Records embedding and all layers; without `adapters`, of the base model. */
export function recordForward(
  recorder: Recorder,
  decoder: Decoder,
  adapters: LoraBinding | undefined,
  lora: readonly LayerLora[],
  buffers: ForwardBuffers,
  batch: MicroBatch,
): void {
  const { embedding: weight, layers } = decoder.weights;
  const scale = embeddingScale(decoder.config);
  embedding(recorder, { tokens: buffers.tokens, weight, x: buffers.layers[0].x, T: batch.T, scale });
  for (let layer = 0; layer < layers.length; layer++) {
    layerForward(recorder, forwardOf(recorder, decoder, adapters, lora, buffers, batch, layer));
  }
}

/** Returns one layer of the forward pass, with attention over the rows of the batch. */
function forwardOf(
  recorder: Recorder,
  decoder: Decoder,
  adapters: LoraBinding | undefined,
  lora: readonly LayerLora[],
  buffers: ForwardBuffers,
  { T, attendedKeys }: MicroBatch,
  layer: number,
): LayerForward {
  const { config, weights, heads, cacheType } = decoder;
  const { rows } = buffers;
  return {
    config,
    weights: weights.layers[layer],
    buffers: buffers.layers[layer],
    T,
    adapters,
    lora: lora[layer],
    attend: ({ qkv, o }) => {
      const norm = headNorm(weights.layers[layer], config);
      rope(recorder, { rows, table: decoder.ropeTable(layer), qkv, heads, T, norm, cacheType });
      const scoring = scoringOf(config, layer);
      const { sinks } = weights.layers[layer];
      const rounded = decoder.roundsAttention;
      const attended = { lse: buffers.lse[layer], heads, T, attendedKeys, rounded, sinks };
      attentionTrain(recorder, { qkv, rows, o, ...attended, ...scoring });
      return {};
    },
  };
}
