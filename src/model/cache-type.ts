import type { CacheType } from '../compute/ops/layer-cache.ts';
import { CheckpointError } from './checkpoint/checkpoint.ts';
import type { ModelConfig } from './checkpoint/config.ts';
import type { CacheSetting, Precision } from './model-files.ts';

/**
 * What a model's keys and values are cached as: with `auto`, f16 where its precision is f16. Throws CheckpointError for
 * a type that is not for its heads. It takes no feature of the device.
 */
export function cacheTypeOf(
  { config, precision }: { config: Pick<ModelConfig, 'head_dim'>; precision: Precision },
  setting: CacheSetting = 'auto',
): CacheType {
  if (setting === 'auto') return precision === 'f16' && isFor(config, 'f16') ? 'f16' : 'f32';
  if (!isFor(config, setting)) {
    throw new CheckpointError(
      `DAYBREAK_KV_CACHE=${setting} takes heads of a multiple of 8 elements; this model's have ${config.head_dim}. ` +
        'auto and f32 are supported',
    );
  }
  return setting;
}

/** Whether attention may round queries and weights to f16, as it gets keys and values. */
export function roundsAttention(precision: Precision, cacheType: CacheType): boolean {
  return precision === 'f16' && cacheType === 'f16';
}

/** Types that take less than `type` does and are for the model's heads, those that take most first. */
export function smallerCacheTypes(config: Pick<ModelConfig, 'head_dim'>, type: CacheType): CacheType[] {
  const bySize: CacheType[] = ['f32', 'f16', 'int8'];
  return bySize.slice(bySize.indexOf(type) + 1).filter((smaller) => isFor(config, smaller));
}

/** Kernels load 8 numbers of a head at a time, unless they are f32. */
function isFor({ head_dim }: Pick<ModelConfig, 'head_dim'>, type: CacheType): boolean {
  return type === 'f32' || head_dim % 8 === 0;
}
