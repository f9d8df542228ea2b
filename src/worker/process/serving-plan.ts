import type { Device } from '../../compute/device.ts';
import { DeviceOutOfMemoryError } from '../../compute/errors.ts';
import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import type { CacheType } from '../../compute/ops/layer-cache.ts';
import { arenaBytes } from '../../inference/engine/adapter-arena.ts';
import { type CachedModel, cacheBytes, cacheTokens } from '../../inference/engine/kv-cache.ts';
import { cacheTypeOf, roundsAttention, smallerCacheTypes } from '../../model/cache-type.ts';
import type { ModelConfig } from '../../model/checkpoint/config.ts';
import type { DecoderWeights } from '../../model/device-weights.ts';
import {
  defaultLora,
  EXPERTS,
  isOnExperts,
  LORA_TARGETS,
  type LoraLayout,
  type LoraTarget,
  loraLayout,
} from '../../model/lora-layout.ts';
import type { ServedModelFiles } from '../../model/model-files.ts';
import { minJobBytes } from '../../training/trainer/memory-plan.ts';
import { gradientMatrix } from '../../training/trainer/training-buffers.ts';
import type { LongerContext } from '../protocol.ts';
import { ROOM_FOR_ROWS_OF } from './memory-budget.ts';

/** Device memory for serving a model besides its weights, and what fits into it. */
export interface ServingPlan {
  /** Layout of the adapters that chats use. */
  lora: LoraLayout;
  /** Bytes of all adapters held at once. */
  adapterBytes: number;
  cacheType: CacheType;
  /** Capacity of the KV cache in tokens and in bytes. */
  cacheTokens: number;
  cacheBytes: number;
  /** Longest sequence in tokens. */
  contextLength: number;
  /** Longer contexts that smaller cache types would allow; the nearest type first. */
  longerContexts: LongerContext[];
}

/** Most sequences in one batch. */
export const MAX_RUNNING = 64;
/** Share of the memory for adapters and KV cache that adapters may take, unless a single one takes more. */
const ADAPTER_PART = 1 / 4;

/**
 * Divides `roomBytes` among adapters and KV cache of a model. Throws CheckpointError if the model does not support its
 * cache type, DeviceOutOfMemoryError if an adapter exceeds one binding or nothing can be cached.
 */
export function planServing(
  device: { info: Pick<Device['info'], 'fallback'>; maxBindingBytes: number },
  { config, precision }: Pick<DecoderWeights, 'config' | 'precision'>,
  files: ServedModelFiles,
  roomBytes: number,
): ServingPlan {
  const cacheType = cacheTypeOf({ config, precision }, files.kvCache);
  const lora = servedLayout(config, files);
  if (4 * lora.elements > device.maxBindingBytes) {
    throw new DeviceOutOfMemoryError(noAdapterMessage(files.id, lora, device.maxBindingBytes));
  }
  const adapterBytes = arenaBytes(device, lora, roomBytes * ADAPTER_PART);
  const model = { config, cacheType };
  const left = roomBytes - adapterBytes;
  const cached = cacheTokens(device, model, MAX_RUNNING, left);
  if (cached <= 0) throw new DeviceOutOfMemoryError(noCacheMessage(files.id, model, left));
  const contextLength = contextOf(config, cached);
  const longerContexts: LongerContext[] = [];
  for (const smaller of smallerCacheTypes(config, cacheType)) {
    const longer = contextOf(config, cacheTokens(device, { config, cacheType: smaller }, MAX_RUNNING, left));
    const before = longerContexts.at(-1)?.contextLength ?? contextLength;
    if (longer > before) longerContexts.push({ cacheType: smaller, contextLength: longer });
  }
  const bytes = cacheBytes(model, cached);
  return { lora, adapterBytes, cacheType, cacheTokens: cached, cacheBytes: bytes, contextLength, longerContexts };
}

function contextOf({ max_position_embeddings }: ModelConfig, cached: number): number {
  return Math.min(max_position_embeddings, cached);
}

function noAdapterMessage(id: string, { elements, settings }: LoraLayout, binding: number): string {
  const gib = (bytes: number) => (bytes / 2 ** 30).toPrecision(3);
  const more = isOnExperts(settings) ? ', or remove experts from DAYBREAK_LORA_TARGETS' : '';
  return (
    `${id}: an adapter of rank ${settings.rank} takes ${gib(4 * elements)} GiB, but one binding of this device has ` +
    `${gib(binding)}: lower DAYBREAK_LORA_MAX_RANK${more}`
  );
}

function noCacheMessage(id: string, model: CachedModel, left: number): string {
  const mib = (bytes: number) => (Math.max(0, bytes) / 2 ** 20).toPrecision(3);
  const page = (cacheType: CacheType) => cacheBytes({ ...model, cacheType }, PAGE_TOKENS);
  const fitting = smallerCacheTypes(model.config, model.cacheType).find((type) => page(type) <= left);
  const cure = fitting
    ? `with DAYBREAK_KV_CACHE=${fitting} they take ${mib(page(fitting))}`
    : 'serve fewer models, or a smaller one';
  const taken = mib(page(model.cacheType));
  return `${id}: keys and values of ${PAGE_TOKENS} tokens take ${taken} MiB, but only ${mib(left)} are left: ${cure}`;
}

/**
 * Returns the layout for served adapters: on any projection, on those of experts if new adapters are too, of every rank
 * up to the highest. It has the scale of new adapters, so these need no other factor here.
 */
function servedLayout(config: ModelConfig, { lora = defaultLora, highestRank = 0 }: ServedModelFiles): LoraLayout {
  const rank = Math.max(lora.rank, highestRank);
  const targets: LoraTarget[] = [...LORA_TARGETS, ...(isOnExperts(lora) ? ([EXPERTS] as const) : [])];
  return loraLayout(config, { rank, alpha: (lora.alpha / lora.rank) * rank, targets });
}

/**
 * Returns the least bytes of device memory for a job with long sequences and a new adapter. Throws CheckpointError if
 * the model does not support its cache type.
 */
export function longRowsBytes(
  device: Pick<Device, 'matrix'>,
  { config, precision }: Pick<DecoderWeights, 'config' | 'precision'>,
  { lora = defaultLora, kvCache }: ServedModelFiles,
): number {
  const cacheType = cacheTypeOf({ config, precision }, kvCache);
  const matrix = gradientMatrix(device, { roundsAttention: roundsAttention(precision, cacheType) });
  const rows = Math.min(ROOM_FOR_ROWS_OF, config.max_position_embeddings);
  return minJobBytes({ config, lora: loraLayout(config, lora), matrix }, rows);
}
