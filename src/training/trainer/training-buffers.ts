import { allocate, type DeviceBuffer } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import { panelBytes } from '../../compute/ops/attention-gradient.ts';
import type { MatrixShape } from '../../compute/subgroup-matrix.ts';
import { ffnWidth, hasPostNorms, type ModelConfig, mixtureOf } from '../../model/checkpoint/config.ts';
import { type Decoder, headShape } from '../../model/decoder.ts';
import type { BackwardScratch } from '../../model/decoder-backward.ts';
import { headWidth, type KeptLayerBuffers, type LayerKeep } from '../../model/decoder-layer.ts';
import { loraWidth, routingBuffers, scratchBuffers } from '../../model/moe-layer.ts';

/** All buffers for a micro-batch of up to T tokens: activations of every layer, their gradients, head chunk. */
export interface TrainingBuffers {
  /** Capacity in tokens. */
  T: number;
  /** Activations that each layer keeps for its backward pass. Layers share the buffers of the others. */
  keep: readonly LayerKeep[];
  layers: KeptLayerBuffers[];
  /** [T, H] per layer. */
  lse: DeviceBuffer[];
  scratch: BackwardScratch;
  /** [T] x 4 words */
  rows: DeviceBuffer;
  /** [T] */
  tokens: DeviceBuffer;
  /** [T] rows that predict a supervised token, and [T] x 4 words of its target. */
  logitRows: DeviceBuffer;
  targets: DeviceBuffer;
  /** Rows of the head chunk. */
  chunk: number;
  /** [chunk, D] hidden rows, the normed rows, and the gradient of the normed rows. */
  picked: DeviceBuffer;
  pickedNorm: DeviceBuffer;
  dPicked: DeviceBuffer;
  /** [chunk, V] */
  logits: DeviceBuffer;
  all: DeviceBuffer[];
}

/** Least bytes of logits that are held at a time, if memory is better used elsewhere. */
export const MIN_LOGIT_BYTES = 32 * 2 ** 20;
/** Bytes of logits held at a time on a GPU: a matmul reads the whole head, even for few rows. */
const GPU_LOGIT_BYTES = 320 * 2 ** 20;

/** Returns the bytes of logits that suit the device, at most what one binding holds. */
export function logitBytesOf({ info, maxBindingBytes }: Device): number {
  return Math.min(maxBindingBytes, info.fallback ? MIN_LOGIT_BYTES : GPU_LOGIT_BYTES);
}

/** Most rows of logits held at a time; more are not worth their memory. */
const CHUNK_ROWS = 512;

/** Returns the number of rows of logits held at a time, for a micro-batch of T tokens. */
export function headChunk({ vocab_size: V }: ModelConfig, T: number, logitBytes = MIN_LOGIT_BYTES): number {
  return Math.max(8, Math.min(CHUNK_ROWS, T, Math.floor(logitBytes / (V * 4))));
}

/** Returns the subgroup matrix shape of attention's backward pass; undefined if it uses no subgroup matrices. */
export function gradientMatrix(
  { matrix }: Pick<Device, 'matrix'>,
  { roundsAttention }: Pick<Decoder, 'roundsAttention'>,
): MatrixShape | undefined {
  return roundsAttention ? matrix : undefined;
}

/** Returns the words per token in dU: for q, k and v, or for gate and up. */
export function gradientWidth(config: ModelConfig, rank: number): number {
  return Math.max(3 * rank, 2 * loraWidth(config, rank));
}

/** Allocates buffers for T tokens. Throws DeviceOutOfMemoryError with nothing left allocated. */
export async function allocateTrainingBuffers(
  device: Device,
  config: ModelConfig,
  rank: number,
  T: number,
  { keep, logitBytes, matrix }: { keep: readonly LayerKeep[]; logitBytes: number; matrix?: MatrixShape },
): Promise<TrainingBuffers> {
  const all: DeviceBuffer[] = [];
  const floats = async (count: number, label: string) => {
    const buffer = await allocate(device, count * 4, label);
    all.push(buffer);
    return buffer;
  };
  try {
    const chunk = headChunk(config, T, Math.min(logitBytes, device.maxBindingBytes));
    return { ...(await allocateAll(config, { rank, T, chunk, matrix }, keep, floats)), all };
  } catch (error) {
    for (const buffer of all) buffer.gpu.destroy();
    throw error;
  }
}

type Allocation = (count: number, label: string) => Promise<DeviceBuffer>;

async function allocateAll(
  config: ModelConfig,
  { rank, T, chunk, matrix }: { rank: number; T: number; chunk: number; matrix: MatrixShape | undefined },
  keep: readonly LayerKeep[],
  floats: Allocation,
): Promise<Omit<TrainingBuffers, 'all'>> {
  const { hidden_size: D, num_attention_heads: H, head_dim: E, vocab_size: V } = config;
  const F = ffnWidth(config);
  const mixture = mixtureOf(config);
  const panels = panelBytes(matrix, headShape(config), T);
  const scratch: BackwardScratch = {
    dX: await floats(T * D, 'residual gradient'),
    dH: await floats(T * D, 'hidden gradient'),
    dAct: await floats(T * F, 'activation gradient'),
    dGateUp: await floats(T * 2 * F, 'gate and up gradient'),
    dO: await floats(T * H * E, 'attention output gradient'),
    delta: await floats(T * H, 'softmax row term'),
    dqkv: await floats(T * headWidth(config), 'q, k, v gradient'),
    byMatrices:
      panels > 0
        ? { panels: await floats(panels / 4, 'panels'), scale: await floats(T * H, 'scales of dO') }
        : undefined,
    dU: await floats(T * gradientWidth(config, rank), 'gradient of the low-rank activation'),
    rowScale: await floats(T, 'scales of gradient rows'),
    dLogits: mixture && (await floats(T * mixture.experts, 'gradient of the logits of experts')),
  };
  return {
    T,
    keep,
    ...(await allocateLayers(config, rank, T, keep, floats)),
    scratch,
    rows: await floats(T * 4, 'row table'),
    tokens: await floats(T, 'tokens'),
    logitRows: await floats(T, 'supervised rows'),
    targets: await floats(T * 4, 'targets'),
    chunk,
    picked: await floats(chunk * D, 'supervised hidden rows'),
    pickedNorm: await floats(chunk * D, 'supervised hidden rows, normed'),
    dPicked: await floats(chunk * D, 'gradient of supervised rows'),
    logits: await floats(chunk * V, 'logit chunk'),
  };
}

async function allocateLayers(
  config: ModelConfig,
  rank: number,
  T: number,
  keep: readonly LayerKeep[],
  floats: Allocation,
): Promise<Pick<TrainingBuffers, 'layers' | 'lse'>> {
  const { hidden_size: D, num_attention_heads: H, head_dim: E } = config;
  const F = ffnWidth(config);
  const moeScratch = mixtureOf(config) && (await scratchBuffers(config, T, floats));
  const width = headWidth(config);
  const attentionHalf = async () => ({
    midResidual: await floats(T * D, 'residual after attention'),
    qkv: await floats(T * width, 'q, k, v'),
    qkvRaw: config.qk_norm ? await floats(T * width, 'q, k before their norm') : undefined,
    o: await floats(T * H * E, 'attention output'),
    uQkv: await floats(T * 3 * rank, 'low-rank activation'),
    uO: await floats(T * rank, 'low-rank activation'),
    attentionOut: hasPostNorms(config) ? await floats(T * D, 'attention block output') : undefined,
    lse: await floats(T * H, 'log-sum-exp'),
  });
  const feedForwardHalf = async () => ({
    gateUp: await floats(T * 2 * F, 'gate and up'),
    uGateUp: await floats(T * 2 * loraWidth(config, rank), 'low-rank activation'),
    uDown: await floats(T * loraWidth(config, rank), 'low-rank activation'),
    ffnOut: hasPostNorms(config) ? await floats(T * D, 'ffn block output') : undefined,
    moe: moeScratch && { routing: await routingBuffers(config, T, floats), scratch: moeScratch },
  });
  const sharedAttention = keep.includes('input') ? await attentionHalf() : undefined;
  const sharedFeedForward = keep.some((kept) => kept !== 'all') ? await feedForwardHalf() : undefined;
  const common = { h: await floats(T * D, 'normed hidden'), act: await floats(T * F, 'ffn activation') };
  let x = await floats(T * D, 'layer input');
  const layers: KeptLayerBuffers[] = [];
  const lse: DeviceBuffer[] = [];
  for (const kept of keep) {
    const out = await floats(T * D, 'layer output');
    const { lse: ownLse, ...attention } = (kept === 'input' && sharedAttention) || (await attentionHalf());
    const feedForward = (kept !== 'all' && sharedFeedForward) || (await feedForwardHalf());
    layers.push({ x, out, ...common, ...attention, ...feedForward });
    lse.push(ownLse);
    x = out;
  }
  return { layers, lse };
}
