import { allocate, allocateWith, type DeviceBuffer, download, upload } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import type { DeviceLock } from '../../compute/device-lock.ts';
import { AbortedError } from '../../compute/errors.ts';
import type { Recorder } from '../../compute/recorder.ts';
import { ffnWidth, hasPostNorms, type ModelConfig, normsAllHeads } from '../../model/checkpoint/config.ts';
import type { Decoder } from '../../model/decoder.ts';
import { headWidth, type KeptLayerBuffers, type LoraBinding } from '../../model/decoder-layer.ts';
import type { LoraLayout } from '../../model/lora-layout.ts';
import { loraWidth, moeBuffers } from '../../model/moe-layer.ts';
import type { MaskedTokens } from '../train-step.ts';
import { targetTokens } from './batch-loss.ts';
import { type LogprobBuffers, recordLogprobs } from './loss-head.ts';
import { checkTokens, type MicroBatch, microBatches } from './micro-batch.ts';
import { placeLogprobs } from './step-report.ts';
import { headChunk, MIN_LOGIT_BYTES } from './training-buffers.ts';
import { type ForwardBuffers, recordForward } from './training-pass.ts';

/** Default capacity of a batch, in tokens; a longer sequence gets a batch to itself. */
const BATCH_TOKENS = 512;

interface LogprobOptions {
  /** Tokens per batch, and bytes of logits (`logprobsSizes`); results do not depend on them. */
  capacity?: number;
  logitBytes?: number;
  signal?: AbortSignal;
}

/** An adapter [elements] in the layout `lora`. */
interface AppliedAdapter {
  lora: LoraLayout;
  flat: Float32Array;
}

/**
 * Computes the log-probability of every trained token, [T] for each sequence (0 elsewhere), under the model with
 * `adapter`, or under the base model if it is null. Results are bit-identical to a training step's. Forward only;
 * nothing stays allocated.
 * Throws DeviceOutOfMemoryError, DeviceLostError, RangeError for tokens outside the vocabulary, and AbortedError
 * between two submits when `signal` aborts.
 */
export async function computeLogprobs(
  recorder: Recorder,
  decoder: Decoder,
  lock: DeviceLock,
  adapter: AppliedAdapter | null,
  sequences: readonly MaskedTokens[],
  { capacity = BATCH_TOKENS, logitBytes, signal }: LogprobOptions = {},
): Promise<Float32Array[]> {
  checkTokens(sequences, decoder.config.vocab_size);
  const { device } = recorder;
  const logprobs = sequences.map(({ ids }) => new Float32Array(ids.length));
  const batches = microBatches(sequences, capacity);
  const count = batches.reduce((sum, { logitRows }) => sum + logitRows.length, 0);
  if (count === 0) return logprobs;
  const longest = batches.reduce((most, { T }) => Math.max(most, T), 0);
  const made: DeviceBuffer[] = [];
  const keep = (buffer: DeviceBuffer) => {
    made.push(buffer);
    return buffer;
  };
  try {
    const arena = adapter && keep(await allocateWith(device, adapter.flat, 'adapter'));
    const statistics = keep(await allocate(device, count * 8, 'statistics'));
    const buffers = await allocateInferenceBuffers(
      device,
      decoder.config,
      adapter?.lora.rank ?? 0,
      longest,
      logitBytes,
    );
    made.push(...buffers.all);
    let firstToken = 0;
    for (const batch of batches) {
      recordBatch(recorder, decoder, adapter && arena && { ...adapter, arena }, buffers, batch);
      const head = { decoder, x: buffers.x, batch, place: { statistics, firstToken } };
      recordLogprobs(recorder, head, buffers, targetTokens(batch, sequences));
      firstToken += batch.logitRows.length;
      await recorder.submitInPieces((piece) => {
        if (signal?.aborted) throw new AbortedError('the computation of log-probabilities was aborted by its caller');
        return lock.run(piece);
      });
    }
    const values = await lock.run(() => download(device, statistics, 0, count * 8));
    placeLogprobs(new Float32Array(values), batches, logprobs);
    return logprobs;
  } finally {
    recorder.reset();
    for (const { gpu } of made) gpu.destroy();
  }
}

function recordBatch(
  recorder: Recorder,
  decoder: Decoder,
  adapter: { lora: LoraLayout; arena: DeviceBuffer } | null,
  buffers: InferenceBuffers,
  batch: MicroBatch,
): void {
  const { device } = recorder;
  upload(device, buffers.tokens, batch.tokens);
  upload(device, buffers.rows, batch.rows);
  upload(device, buffers.logitRows, batch.logitRows);
  const lora = adapter?.lora ?? decoder.lora;
  const { rank, scale, elements: stride, layers } = lora;
  const arena: LoraBinding | undefined = adapter
    ? { arena: adapter.arena, stride, rank, scale, rows: buffers.rows, single: true }
    : undefined;
  recordForward(recorder, decoder, arena, layers, buffers, batch);
}

/** Buffers of a forward pass of up to T tokens without a backward pass; all layers share the same activations. */
interface InferenceBuffers extends ForwardBuffers, LogprobBuffers {
  /** [T, D] output of the last layer. */
  x: DeviceBuffer;
  all: DeviceBuffer[];
}

/** Allocates buffers for T tokens. Throws DeviceOutOfMemoryError with nothing left allocated. */
export async function allocateInferenceBuffers(
  device: Device,
  config: ModelConfig,
  rank: number,
  T: number,
  logitBytes = MIN_LOGIT_BYTES,
): Promise<InferenceBuffers> {
  const { hidden_size: D, num_attention_heads: H, head_dim: E, vocab_size: V } = config;
  const F = ffnWidth(config);
  const all: DeviceBuffer[] = [];
  const floats = async (count: number, label: string) => {
    const buffer = await allocate(device, count * 4, label);
    all.push(buffer);
    return buffer;
  };
  try {
    const chunk = headChunk(config, T, Math.min(logitBytes, device.maxBindingBytes));
    const x = await floats(T * D, 'residual stream');
    const isPostNormed = hasPostNorms(config);
    const h = await floats(T * D, 'normed hidden');
    const layer: KeptLayerBuffers = {
      x,
      midResidual: x,
      out: x,
      h,
      attentionOut: isPostNormed ? h : undefined,
      ffnOut: isPostNormed ? h : undefined,
      qkv: await floats(T * headWidth(config), 'q, k, v'),
      qkvRaw: normsAllHeads(config) ? await floats(T * headWidth(config), 'q, k before their norm') : undefined,
      o: await floats(T * H * E, 'attention output'),
      gateUp: await floats(T * 2 * F, 'gate and up'),
      act: await floats(T * F, 'ffn activation'),
      uQkv: await floats(T * 3 * rank, 'low-rank activation'),
      uO: await floats(T * rank, 'low-rank activation'),
      uGateUp: await floats(T * 2 * loraWidth(config, rank), 'low-rank activation'),
      uDown: await floats(T * loraWidth(config, rank), 'low-rank activation'),
      moe: await moeBuffers(config, T, floats),
    };
    const lse = await floats(T * H, 'log-sum-exp');
    return {
      x,
      layers: new Array(config.num_hidden_layers).fill(layer),
      lse: new Array(config.num_hidden_layers).fill(lse),
      rows: await floats(T * 4, 'row table'),
      tokens: await floats(T, 'tokens'),
      logitRows: await floats(T, 'logit rows'),
      targets: await floats(T * 4, 'targets'),
      chunk,
      picked: await floats(chunk * D, 'supervised hidden rows'),
      pickedNorm: await floats(chunk * D, 'supervised hidden rows, normed'),
      logits: await floats(chunk * V, 'logit chunk'),
      all,
    };
  } catch (error) {
    for (const buffer of all) buffer.gpu.destroy();
    throw error;
  }
}
