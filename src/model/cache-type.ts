import type { CacheType } from '../compute/ops/layer-cache.ts';
import { CheckpointError } from './checkpoint/checkpoint.ts';
import type { ModelConfig } from './checkpoint/config.ts';
import type { CacheSetting, Precision } from './model-files.ts';

/**
 * Returns the element type of a model's KV cache; `auto` means f16 if the model's precision is f16. Throws
 * CheckpointError for a type that its head size does not support. No type needs a device feature.
 */
export function cacheTypeOf(
  { config, precision }: { config: Pick<ModelConfig, 'head_dim'>; precision: Precision },
  setting: CacheSetting = 'auto',
): CacheType {
  if (setting === 'auto') return precision === 'f16' && isFor(config, 'f16') ? 'f16' : 'f32';
  if (!isFor(config, setting)) {
    throw new CheckpointError(
      `DAYBREAK_KV_CACHE=${setting} requires a head size that is a multiple of 8; this model's is ${config.head_dim}. ` +
        'Use auto or f32',
    );
  }
  return setting;
}

/** Returns whether attention may round queries and softmax weights to f16, as keys and values already are. */
export function roundsAttention(precision: Precision, cacheType: CacheType): boolean {
  return precision === 'f16' && cacheType === 'f16';
}

/** Returns the cache types that are smaller than `type` and support the model's head size, largest first. */
export function smallerCacheTypes(config: Pick<ModelConfig, 'head_dim'>, type: CacheType): CacheType[] {
  const bySize: CacheType[] = ['f32', 'f16', 'int8'];
  return bySize.slice(bySize.indexOf(type) + 1).filter((smaller) => isFor(config, smaller));
}

/** Returns whether a type supports the head size: kernels load 8 elements of a head at a time, unless they are f32. */
function isFor({ head_dim }: Pick<ModelConfig, 'head_dim'>, type: CacheType): boolean {
  return type === 'f32' || head_dim % 8 === 0;
}
