import type { Device } from '../../compute/device.ts';
import { panelBytes } from '../../compute/ops/attention-gradient.ts';
import type { MatrixShape } from '../../compute/subgroup-matrix.ts';
import { ffnWidth, hasPostNorms, type ModelConfig, mixtureOf, normsAllHeads } from '../../model/checkpoint/config.ts';
import { type Decoder, headShape } from '../../model/decoder.ts';
import { headWidth, type LayerKeep } from '../../model/decoder-layer.ts';
import type { LoraLayout } from '../../model/lora-layout.ts';
import { loraWidth, moeWords } from '../../model/moe-layer.ts';
import { CAPACITIES, type PackedSize } from './micro-batch.ts';
import { gradientMatrix, gradientWidth, headChunk, logitBytesOf, MIN_LOGIT_BYTES } from './training-buffers.ts';

/** Memory plan of one training job. */
export interface MemoryPlan {
  /** Tokens per micro-batch; a longer sequence gets a micro-batch to itself. */
  capacity: number;
  /** Activations that each layer keeps of its forward pass; the others are recomputed, bit for bit. */
  keep: readonly LayerKeep[];
  /** Bytes of adapter, gradients, gradients of a shard, and both moments. */
  adapterBytes: number;
  /** Bytes of activations, their gradients and the head's chunk, for the largest micro-batch. */
  passBytes: number;
  /** Bytes of logits that are held at a time; results do not depend on it. */
  logitBytes: number;
  allowedBytes: number;
}

/** All inputs of a memory plan. */
export interface PlannedTraining {
  config: ModelConfig;
  lora: Pick<LoraLayout, 'rank' | 'elements'>;
  /** Tokens of the longest sequence of the job. */
  longest: number;
  /** Preferred micro-batch size of the device, in tokens. */
  defaultCapacity: number;
  /** Largest micro-batch size, in tokens, whose activations fit in one binding; `defaultCapacity` by default. */
  maxCapacity?: number;
  /** Bytes of logits that the device holds at a time. */
  logitBytes?: number;
  /** Subgroup matrix shape of attention's backward pass (`gradientMatrix`). */
  matrix?: MatrixShape;
  /** Capacity that a resumed job began with: another would change the order of sums. Null for a new job. */
  begunCapacity: number | null;
  /** Tokens of the job's micro-batches for each capacity, in rising order; empty if not computed. */
  packedSizes?: readonly PackedSize[];
  allowedBytes: number;
}

/** Error if no plan fits. The message is for the job's owner. */
export class TrainingTooLargeError extends Error {
  override name = 'TrainingTooLargeError';
}

/** Error for a job that would fit if other adapters were closed. The message is for the job's owner. */
export class TrainingNoRoomError extends Error {
  override name = 'TrainingNoRoomError';
}

/** Usual tokens of a micro-batch, if memory suffices and their activations fit in one binding. */
const CAPACITY = { fallback: 512, gpu: 4096 };
/** Largest multiple of the usual micro-batch size, chosen if it saves repeated prefixes. */
const MAX_TIMES = 8;

/** Returns how many tokens fit in one binding by their widest activation: gate and up, qkv, or experts' outputs. */
export function bindableTokens(device: Device, config: ModelConfig): number {
  const outputs = (mixtureOf(config)?.choices ?? 1) * config.hidden_size;
  const widest = Math.max(2 * ffnWidth(config), headWidth(config), outputs);
  return Math.floor(device.maxBindingBytes / (4 * widest));
}

/** Returns the usual and largest micro-batch size in tokens, bytes of logits and matrix shape that suit the device. */
export function suitableSizes(
  device: Device,
  decoder: Pick<Decoder, 'config' | 'roundsAttention'>,
): Pick<Required<PlannedTraining>, 'defaultCapacity' | 'maxCapacity' | 'logitBytes'> & Pick<PlannedTraining, 'matrix'> {
  const { config } = decoder;
  const bindable = bindableTokens(device, config);
  const defaultCapacity = Math.min(device.info.fallback ? CAPACITY.fallback : CAPACITY.gpu, bindable);
  const maxCapacity = Math.min(MAX_TIMES * defaultCapacity, bindable);
  const matrix = gradientMatrix(device, decoder);
  return { defaultCapacity, maxCapacity, logitBytes: logitBytesOf(device), matrix };
}

/** Larger micro-batches are chosen only if the work falls below this share. */
const WORTH = 0.97;
/** Passes over a layer's weights by what the layer keeps: forward, backward and recomputation. */
const WORK: Record<LayerKeep, number> = { all: 2, attention: 2.5, input: 3 };
/** Smallest micro-batch, in tokens, that is chosen to keep more activations: below it, matmuls get slower. */
const MIN_CAPACITY = 128;

/**
 * Returns the plan that keeps the most activations within the budget. In this order it tries to keep everything in
 * micro-batches of the usual size, then fewer logits, then smaller micro-batches, then to keep less, layer by layer.
 * Larger micro-batches are chosen if they repeat shared prefixes so much less often that the job computes less, even
 * with fewer activations kept. A resumed job keeps its capacity. Throws TrainingTooLargeError.
 */
export function planMemory(job: PlannedTraining): MemoryPlan {
  const capacity = job.begunCapacity ?? job.defaultCapacity;
  const full = planOf(job, capacity, Array(job.config.num_hidden_layers).fill('all'));
  return fits(full) ? planWith(job) : planWith({ ...job, logitBytes: MIN_LOGIT_BYTES });
}

function planWith(job: PlannedTraining): MemoryPlan {
  const usual = defaultPlan(job);
  const { packedSizes = [], begunCapacity, defaultCapacity, maxCapacity = defaultCapacity } = job;
  if (begunCapacity !== null) return usual;
  let best = usual;
  let least = WORTH * workOf(usual, packedSizes);
  for (const { capacity } of packedSizes) {
    if (capacity <= usual.capacity || capacity > maxCapacity) continue;
    const plan = fullestPlan(job, capacity);
    const work = plan ? workOf(plan, packedSizes) : Number.POSITIVE_INFINITY;
    if (!plan || work >= least) continue;
    best = plan;
    least = WORTH * work;
  }
  return best;
}

function defaultPlan(job: PlannedTraining): MemoryPlan {
  const { longest, begunCapacity } = job;
  const layers = job.config.num_hidden_layers;
  const least = begunCapacity ?? MIN_CAPACITY;
  for (let capacity = begunCapacity ?? job.defaultCapacity; capacity >= least; capacity >>= 1) {
    const full = planOf(job, capacity, Array(layers).fill('all'));
    if (fits(full)) return full;
    if (capacity <= longest) break;
  }
  const keepLeast: LayerKeep[] = Array(layers).fill('input');
  let capacity = begunCapacity ?? Math.min(job.defaultCapacity, MIN_CAPACITY);
  while (begunCapacity === null && capacity > longest && !fits(planOf(job, capacity, keepLeast))) capacity >>= 1;
  const fullest = fullestPlan(job, capacity);
  if (!fullest) throw tooLarge(job, planOf(job, capacity, keepLeast));
  return fullest;
}

/** Returns the plan that keeps the most activations at this capacity; undefined if no plan fits. */
function fullestPlan(job: PlannedTraining, capacity: number): MemoryPlan | undefined {
  const keepLeast: LayerKeep[] = Array(job.config.num_hidden_layers).fill('input');
  if (!fits(planOf(job, capacity, keepLeast))) return undefined;
  return planOf(
    job,
    capacity,
    fill(keepLeast, (keep) => fits(planOf(job, capacity, keep))),
  );
}

function planOf(job: PlannedTraining, capacity: number, keep: readonly LayerKeep[]): MemoryPlan {
  const { config, lora, longest, logitBytes = MIN_LOGIT_BYTES, matrix, allowedBytes } = job;
  const passBytes = bytesOfPass(config, lora.rank, Math.max(capacity, longest), keep, logitBytes, matrix);
  return { capacity, keep, adapterBytes: 20 * lora.elements, passBytes, logitBytes, allowedBytes };
}

/** Estimates the work of a plan: tokens of the job's micro-batches times the passes over all layers. */
function workOf({ capacity, keep }: MemoryPlan, packedSizes: readonly PackedSize[]): number {
  const { tokens } = packedSizes.findLast((one) => one.capacity <= capacity) ?? packedSizes[0] ?? { tokens: 0 };
  return tokens * keep.reduce((sum, kept) => sum + WORK[kept], 0);
}

/** Returns a smaller plan, for a device with less memory than expected; undefined if there is none. */
export function reducedPlan(plan: MemoryPlan): MemoryPlan | undefined {
  if (plan.logitBytes > MIN_LOGIT_BYTES) return { ...plan, logitBytes: MIN_LOGIT_BYTES };
  if (plan.keep.includes('all'))
    return { ...plan, keep: plan.keep.map((kept) => (kept === 'all' ? 'attention' : kept)) };
  if (plan.keep.includes('attention')) return { ...plan, keep: plan.keep.map(() => 'input') };
  return undefined;
}

/** Returns a plan that keeps everything, without a memory limit. */
export function unlimitedPlan(config: ModelConfig, capacity: number): MemoryPlan {
  const keep: LayerKeep[] = Array(config.num_hidden_layers).fill('all');
  const unlimited = { adapterBytes: 0, passBytes: 0, allowedBytes: Number.POSITIVE_INFINITY };
  return { ...unlimited, capacity, keep, logitBytes: MIN_LOGIT_BYTES };
}

/** Describes a plan in one line, for the log. */
export function describePlan({ capacity, keep, adapterBytes, passBytes, allowedBytes }: MemoryPlan): string {
  const counts = (['all', 'attention', 'input'] as const)
    .map((kept) => ({ kept, count: keep.filter((one) => one === kept).length }))
    .filter(({ count }) => count > 0)
    .map(({ kept, count }) => `${count} layers keep ${KEPT[kept]}`);
  return (
    `micro-batches of ${capacity} tokens, ${counts.join(', ')}: ${sizeInWords(adapterBytes)} for adapter, gradients and ` +
    `moments, ${sizeInWords(passBytes)} for activations and logits, of ${sizeInWords(allowedBytes)}`
  );
}

const KEPT: Record<LayerKeep, string> = { all: 'everything', attention: 'attention', input: 'their input' };

function fits({ adapterBytes, passBytes, allowedBytes }: MemoryPlan): boolean {
  return adapterBytes + passBytes <= allowedBytes;
}

/** Keeps more, from the last layer down. Attention comes first: it costs the most to recompute for its bytes. */
function fill(least: readonly LayerKeep[], fitting: (keep: LayerKeep[]) => boolean): LayerKeep[] {
  const keep = [...least];
  for (const more of ['attention', 'all'] as const) {
    for (let layer = keep.length - 1; layer >= 0; layer--) {
      const before = keep[layer];
      keep[layer] = more;
      if (fitting(keep)) continue;
      keep[layer] = before;
      break;
    }
  }
  return keep;
}

function tooLarge(job: PlannedTraining, least: MemoryPlan): Error {
  const { config, lora, longest, begunCapacity, logitBytes, matrix, allowedBytes } = job;
  const { adapterBytes, passBytes } = least;
  if (begunCapacity !== null && begunCapacity > longest) {
    return new TrainingTooLargeError(
      `This job began with micro-batches of ${begunCapacity} tokens. Continuing with them takes ` +
        `${sizeInWords(adapterBytes + passBytes)} of device memory even if as little as possible is kept, but a job ` +
        `may now take ${sizeInWords(allowedBytes)}. Ask the operator to raise DAYBREAK_TRAINING_MEMORY, or create ` +
        'the job again.',
    );
  }
  const fitting = longestFitting({ config, lora, logitBytes, matrix, allowedBytes }, longest - 1);
  const room = fitting > 0 ? `sequences of up to ${fitting} tokens would fit` : 'no sequence would fit';
  return new TrainingTooLargeError(
    `The longest sequence of this job has ${longest} tokens. Training on it takes ` +
      `${sizeInWords(adapterBytes + passBytes)} of device memory even if as little as possible is kept, but a job ` +
      `may take ${sizeInWords(allowedBytes)}: ${room}. Train on shorter sequences, or ask the operator to raise ` +
      'DAYBREAK_TRAINING_MEMORY.',
  );
}

/** Returns the bytes of a job whose longest sequence has T tokens, if it keeps as little as possible. */
export function minJobBytes({ config, lora, logitBytes, matrix }: MinJob, T: number): number {
  const keep: LayerKeep[] = Array(config.num_hidden_layers).fill('input');
  return 20 * lora.elements + bytesOfPass(config, lora.rank, T, keep, logitBytes, matrix);
}

/** Returns the tokens of the longest sequence, up to `most`, that fits in memory at all; 0 if none fits. */
export function longestFitting(job: MinJob & Pick<PlannedTraining, 'allowedBytes'>, most: number): number {
  let [fitting, tooLong] = [0, most + 1];
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (minJobBytes(job, middle) <= job.allowedBytes) fitting = middle;
    else tooLong = middle;
  }
  return fitting;
}

type MinJob = Pick<PlannedTraining, 'config' | 'lora' | 'logitBytes' | 'matrix'>;

/** Words per token in the tables of a micro-batch: rows, tokens, supervised rows, targets. */
const TABLES = 10;

/** Returns the bytes that `allocateTrainingBuffers` allocates for a micro-batch of T tokens. */
export function bytesOfPass(
  config: ModelConfig,
  rank: number,
  T: number,
  keep: readonly LayerKeep[],
  logitBytes?: number,
  matrix?: MatrixShape,
): number {
  const { hidden_size: D, num_attention_heads: H, head_dim: E, vocab_size: V } = config;
  const F = ffnWidth(config);
  const moe = moeWords(config);
  const panels = panelBytes(matrix, headShape(config), T);
  const width = headWidth(config);
  const blockOut = hasPostNorms(config) ? D : 0;
  const attentionHalf = D + blockOut + (config.qk_norm ? 2 : 1) * width + H * E + 4 * rank + H;
  const feedForwardHalf = 2 * F + 3 * loraWidth(config, rank) + blockOut + moe.routing;
  const dLogits = mixtureOf(config)?.experts ?? 0;
  const scratch = 2 * D + 3 * F + H * E + H + width + gradientWidth(config, rank) + 1 + moe.scratch + dLogits;
  let perToken = scratch + (panels > 0 ? H : 0) + TABLES + D + F + D;
  for (const kept of keep) {
    perToken += D;
    if (kept !== 'input') perToken += attentionHalf;
    if (kept === 'all') perToken += feedForwardHalf;
  }
  if (keep.includes('input')) perToken += attentionHalf;
  if (keep.some((kept) => kept !== 'all')) perToken += feedForwardHalf;
  return panels + 4 * (T * perToken + headChunk(config, T, logitBytes) * (3 * D + V));
}

/** Returns the bytes that `allocateInferenceBuffers` allocates for a batch of T tokens. */
export function bytesOfLogprobs(config: ModelConfig, rank: number, T: number, logitBytes?: number): number {
  const { hidden_size: D, num_attention_heads: H, head_dim: E, vocab_size: V } = config;
  const F = ffnWidth(config);
  const perToken = 2 * D + (normsAllHeads(config) ? 2 : 1) * headWidth(config) + H * E + 3 * F + 4 * rank + H + TABLES;
  const moe = moeWords(config);
  return (
    4 *
    (T * (perToken + 3 * loraWidth(config, rank) + moe.routing + moe.scratch) +
      headChunk(config, T, logitBytes) * (2 * D + V))
  );
}

function sizeInWords(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

/** Inputs of `logprobsSizes`. */
interface PlannedLogprobs {
  config: ModelConfig;
  /** Layout of the adapter; null for the base model. */
  lora: Pick<LoraLayout, 'rank' | 'elements'> | null;
  /** Tokens of the longest sequence. */
  longest: number;
  /** Tokens whose log-probabilities are computed in one call. */
  supervised: number;
  /** Largest batch, in tokens, whose activations fit in one binding. */
  maxCapacity: number;
  /** Bytes of logits that the device holds at a time. */
  logitBytes?: number;
  allowedBytes: number;
}

/**
 * Returns the tokens per batch, as many as fit beside the adapter and the results, and the bytes of logits. Results do
 * not depend on either. A longer sequence gets a batch to itself. Throws TrainingTooLargeError.
 */
export function logprobsSizes(job: PlannedLogprobs): { capacity: number; logitBytes: number } {
  const { config, lora, longest, supervised, maxCapacity, logitBytes = MIN_LOGIT_BYTES, allowedBytes } = job;
  const needed = (T: number, logits: number): number => {
    const batch = bytesOfLogprobs(config, lora?.rank ?? 0, Math.max(T, longest), logits);
    return 4 * (lora?.elements ?? 0) + 8 * supervised + batch;
  };
  for (const logits of [logitBytes, MIN_LOGIT_BYTES]) {
    const fits = (capacity: number) => needed(capacity, logits) <= allowedBytes;
    const capacity = CAPACITIES.findLast((one) => one <= maxCapacity && fits(one)) ?? longest;
    if (fits(capacity)) return { capacity, logitBytes: logits };
  }
  const least = sizeInWords(needed(longest, MIN_LOGIT_BYTES));
  throw new TrainingTooLargeError(
    `Computing log-probabilities of sequences of up to ${longest} tokens takes ${least} of device memory, but a job ` +
      `may take ${sizeInWords(allowedBytes)}. Train on shorter sequences, or ask the operator to raise ` +
      'DAYBREAK_TRAINING_MEMORY.',
  );
}
