import { allocate, type DeviceBuffer } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import type { ModelConfig } from '../../model/checkpoint/config.ts';
import { headWidth, type KeptLayerBuffers } from '../../model/decoder-layer.ts';
import type { ScoreBuffers } from './loss-head.ts';
import { headChunk } from './training-buffers.ts';
import type { ForwardBuffers } from './training-pass.ts';

/** What a forward pass of up to T tokens needs whose activations nobody reads again: all layers have the same. */
export interface ScoringBuffers extends ForwardBuffers, ScoreBuffers {
  /** [T, D] behind the last layer. */
  x: DeviceBuffer;
  all: DeviceBuffer[];
}

/** Allocates for T tokens. Throws DeviceOutOfMemoryError with nothing left allocated. */
export async function allocateScoringBuffers(
  device: Device,
  config: ModelConfig,
  rank: number,
  T: number,
): Promise<ScoringBuffers> {
  const { hidden_size: D, intermediate_size: F, num_attention_heads: H, head_dim: E, vocab_size: V } = config;
  const all: DeviceBuffer[] = [];
  const floats = async (count: number, label: string) => {
    const buffer = await allocate(device, count * 4, label);
    all.push(buffer);
    return buffer;
  };
  try {
    const chunk = headChunk(V, T);
    const x = await floats(T * D, 'residual stream');
    const layer: KeptLayerBuffers = {
      x,
      middle: x,
      out: x,
      h: await floats(T * D, 'normed hidden'),
      qkv: await floats(T * headWidth(config), 'q, k, v'),
      qkvRaw: undefined,
      o: await floats(T * H * E, 'attention output'),
      gateUp: await floats(T * 2 * F, 'gate and up'),
      act: await floats(T * F, 'ffn activation'),
      uQkv: await floats(T * 3 * rank, 'low-rank activation'),
      uO: await floats(T * rank, 'low-rank activation'),
      uGateUp: await floats(T * 2 * rank, 'low-rank activation'),
      uDown: await floats(T * rank, 'low-rank activation'),
    };
    const lse = await floats(T * H, 'log-sum-exp');
    return {
      x,
      layers: new Array(config.num_hidden_layers).fill(layer),
      lse: new Array(config.num_hidden_layers).fill(lse),
      rows: await floats(T * 4, 'row table'),
      tokens: await floats(T, 'tokens'),
      wanted: await floats(T, 'scored rows'),
      targets: await floats(T * 4, 'targets'),
      chunk,
      picked: await floats(chunk * D, 'scored hidden rows'),
      pickedNorm: await floats(chunk * D, 'scored hidden rows, normed'),
      logits: await floats(chunk * V, 'logit chunk'),
      all,
    };
  } catch (error) {
    for (const buffer of all) buffer.gpu.destroy();
    throw error;
  }
}
