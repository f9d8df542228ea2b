import { allocate } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import type { ModelConfig } from '../../model/checkpoint/config.ts';
import type { LayerCache } from '../../model/decoder.ts';
import { PagePool } from './page-pool.ts';

/** Bytes of keys and values to hold, on the CPU adapters and on a GPU. */
const CACHE_BYTES = { fallback: 512 << 20, gpu: 4096 << 20 };

/** Tokens that `config` can have cached on this device, in whole pages. */
export function cacheTokens(device: Device, config: ModelConfig): number {
  const keyBytes = config.num_key_value_heads * config.head_dim * 4;
  const budget = device.info.fallback ? CACHE_BYTES.fallback : CACHE_BYTES.gpu;
  const tokens = Math.min(
    budget / (2 * keyBytes * config.num_hidden_layers),
    Math.min(device.maxBindingBytes, device.gpu.limits.maxBufferSize) / keyBytes,
    1 << 20,
  );
  return Math.floor(tokens / PAGE_TOKENS) * PAGE_TOKENS;
}

/** Paged keys and values of all layers, and who holds which page. */
export class KvCache {
  readonly layers: LayerCache[];
  readonly pool: PagePool;

  private constructor(layers: LayerCache[], pages: number) {
    this.layers = layers;
    this.pool = new PagePool(pages);
  }

  /** Throws DeviceOutOfMemoryError. */
  static async create(device: Device, config: ModelConfig, tokens: number): Promise<KvCache> {
    const bytes = tokens * config.num_key_value_heads * config.head_dim * 4;
    const layers: LayerCache[] = [];
    for (let layer = 0; layer < config.num_hidden_layers; layer++) {
      layers.push({ k: await allocate(device, bytes, 'key cache'), v: await allocate(device, bytes, 'value cache') });
    }
    return new KvCache(layers, tokens / PAGE_TOKENS);
  }
}
