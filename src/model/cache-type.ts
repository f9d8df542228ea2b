import { CheckpointError } from './checkpoint/checkpoint.ts';
import type { ModelConfig } from './checkpoint/config.ts';
import type { CacheSetting, Precision } from './model-files.ts';

/** What keys and values are cached as. Training rounds its own to the same numbers, so that it sees what chats see. */
export type CacheType = 'f32' | 'f16';

/**
 * What a model's keys and values are cached as: with `auto`, f16 where its precision is f16. Kernels load 16 bytes of a
 * head at a time, so f16 wants heads of a multiple of 8: others stay f32 with `auto`. Throws CheckpointError where f16
 * was asked for and they are not. It takes no feature of the device.
 */
export function cacheTypeOf(
  { config, precision }: { config: Pick<ModelConfig, 'head_dim'>; precision: Precision },
  setting: CacheSetting = 'auto',
): CacheType {
  const isWhole = config.head_dim % 8 === 0;
  if (setting === 'auto') return precision === 'f16' && isWhole ? 'f16' : 'f32';
  if (setting === 'f16' && !isWhole) {
    throw new CheckpointError(
      `DAYBREAK_KV_CACHE=f16 takes heads of a multiple of 8 elements; this model's have ${config.head_dim}. ` +
        'auto and f32 are supported',
    );
  }
  return setting;
}

/** Bytes of a number in the cache. */
export const CACHED_BYTES: Record<CacheType, number> = { f32: 4, f16: 2 };
