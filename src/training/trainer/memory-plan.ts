import type { ModelConfig } from '../../model/checkpoint/config.ts';
import { headWidth, type LayerKeep } from '../../model/decoder-layer.ts';
import type { LoraLayout } from '../../model/lora-layout.ts';
import { headChunk } from './training-buffers.ts';

/** What training one job takes and may take, in bytes. */
export interface MemoryPlan {
  /** Tokens of a micro-batch; a longer single sequence gets a micro-batch of its own. */
  capacity: number;
  /** What each layer keeps of its forward pass; the rest is computed again, bit for bit. */
  keep: readonly LayerKeep[];
  /** Adapter, gradients and both moments. */
  adapterBytes: number;
  /** Activations, gradients in flight and the head's chunk, for the largest micro-batch. */
  passBytes: number;
  allowedBytes: number;
}

/** What a plan depends on, and nothing else. */
export interface PlannedTraining {
  config: ModelConfig;
  lora: Pick<LoraLayout, 'rank' | 'elements'>;
  /** Tokens of the longest sequence of the job. */
  longest: number;
  /** Tokens of a micro-batch that the device likes best. */
  usualCapacity: number;
  /** Of a job that goes on: those that it began with, since other micro-batches sum in another order. */
  begunCapacity: number | null;
  allowedBytes: number;
}

/** No plan fits. The message is for the person whose job it is. */
export class TrainingTooLargeError extends Error {
  override name = 'TrainingTooLargeError';
}

/** Micro-batches are not made smaller than this only to keep more: below it the products of matrices get slower. */
const LEAST_CAPACITY = 128;

/**
 * The dearest plan that fits: everything kept, in the largest micro-batches; then in smaller ones; then with less kept,
 * layer by layer. A job that goes on may only keep less. Throws TrainingTooLargeError.
 */
export function planMemory(job: PlannedTraining): MemoryPlan {
  const { config, lora, longest, begunCapacity, allowedBytes } = job;
  const layers = config.num_hidden_layers;
  const adapterBytes = 16 * lora.elements;
  const plan = (capacity: number, keep: readonly LayerKeep[]): MemoryPlan => {
    const passBytes = bytesOfPass(config, lora.rank, Math.max(capacity, longest), keep);
    return { capacity, keep, adapterBytes, passBytes, allowedBytes };
  };
  const least = begunCapacity ?? LEAST_CAPACITY;
  for (let capacity = begunCapacity ?? job.usualCapacity; capacity >= least; capacity >>= 1) {
    const roomy = plan(capacity, Array(layers).fill('all'));
    if (fits(roomy)) return roomy;
    if (capacity <= longest) break;
  }
  const lean: LayerKeep[] = Array(layers).fill('input');
  let capacity = begunCapacity ?? Math.min(job.usualCapacity, LEAST_CAPACITY);
  while (begunCapacity === null && capacity > longest && !fits(plan(capacity, lean))) capacity >>= 1;
  if (!fits(plan(capacity, lean))) throw tooLarge(job, plan(capacity, lean));
  const most = fill(lean, (keep) => fits(plan(capacity, keep)));
  return plan(capacity, most);
}

/** Less kept, for a device that had not the memory it was thought to have; undefined where nothing is left to give. */
export function leaner(plan: MemoryPlan): MemoryPlan | undefined {
  if (plan.keep.includes('all'))
    return { ...plan, keep: plan.keep.map((kept) => (kept === 'all' ? 'attention' : kept)) };
  if (plan.keep.includes('attention')) return { ...plan, keep: plan.keep.map(() => 'input') };
  return undefined;
}

/** Everything kept, whatever it takes. */
export function roomyPlan(config: ModelConfig, capacity: number): MemoryPlan {
  const keep: LayerKeep[] = Array(config.num_hidden_layers).fill('all');
  return { capacity, keep, adapterBytes: 0, passBytes: 0, allowedBytes: Number.POSITIVE_INFINITY };
}

/** One line for the log. */
export function describePlan({ capacity, keep, adapterBytes, passBytes, allowedBytes }: MemoryPlan): string {
  const counts = (['all', 'attention', 'input'] as const)
    .map((kept) => ({ kept, count: keep.filter((one) => one === kept).length }))
    .filter(({ count }) => count > 0)
    .map(({ kept, count }) => `${count} layers keep ${KEPT[kept]}`);
  return (
    `micro-batches of ${capacity} tokens, ${counts.join(', ')}: ${size(adapterBytes)} for adapter, gradients and ` +
    `moments, ${size(passBytes)} for activations and logits, of ${size(allowedBytes)}`
  );
}

const KEPT: Record<LayerKeep, string> = { all: 'everything', attention: 'attention', input: 'their input' };

/** Bytes of all the buffers that a micro-batch of T tokens needs, as `allocateTrainingBuffers` allocates them. */
export function bytesOfPass(config: ModelConfig, rank: number, T: number, keep: readonly LayerKeep[]): number {
  const { hidden_size: D, intermediate_size: F, num_attention_heads: H, head_dim: E, vocab_size: V } = config;
  const width = headWidth(config);
  const attentionHalf = D + (config.qk_norm ? 2 : 1) * width + H * E + 4 * rank + H;
  const feedForwardHalf = 2 * F + 3 * rank;
  const scratch = 2 * D + 3 * F + H * E + H + width + 3 * rank;
  const tables = 10;
  let perToken = scratch + tables + D + F + D;
  for (const kept of keep) {
    perToken += D;
    if (kept !== 'input') perToken += attentionHalf;
    if (kept === 'all') perToken += feedForwardHalf;
  }
  if (keep.includes('input')) perToken += attentionHalf;
  if (keep.some((kept) => kept !== 'all')) perToken += feedForwardHalf;
  return 4 * (T * perToken + headChunk(V, T) * (3 * D + V));
}

function fits({ adapterBytes, passBytes, allowedBytes }: MemoryPlan): boolean {
  return adapterBytes + passBytes <= allowedBytes;
}

/** Keeps more, from the last layer down: attention first, which is the dearest to compute again for its bytes. */
function fill(leanest: readonly LayerKeep[], fitting: (keep: LayerKeep[]) => boolean): LayerKeep[] {
  const keep = [...leanest];
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

function tooLarge({ config, lora, longest, begunCapacity, allowedBytes }: PlannedTraining, leanest: MemoryPlan): Error {
  const { adapterBytes, passBytes } = leanest;
  if (begunCapacity !== null && begunCapacity > longest) {
    return new TrainingTooLargeError(
      `This job began with micro-batches of ${begunCapacity} tokens. To go on with them takes ` +
        `${size(adapterBytes + passBytes)} of device memory even when as little as possible is kept, and a job may now ` +
        `take ${size(allowedBytes)}. Have the operator raise DAYBREAK_TRAINING_MEMORY, or create the job anew.`,
    );
  }
  const bytesFor = (T: number): number => adapterBytes + bytesOfPass(config, lora.rank, T, leanest.keep);
  let [fitting, tooLong] = [0, longest];
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (bytesFor(middle) <= allowedBytes) fitting = middle;
    else tooLong = middle;
  }
  const room = fitting > 0 ? `sequences of up to ${fitting} tokens would fit` : 'no sequence would fit';
  return new TrainingTooLargeError(
    `The longest sequence of this job has ${longest} tokens. To train it takes ${size(adapterBytes + passBytes)} of device ` +
      `memory even when as little as possible is kept, and a job may take ${size(allowedBytes)}: ${room}. Train on ` +
      'shorter sequences, or have the operator raise DAYBREAK_TRAINING_MEMORY.',
  );
}

function size(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
