import { allocate } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import type { ModelConfig } from '../../model/checkpoint/config.ts';
import type { LayerCache } from '../../model/decoder.ts';

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

/** Paged keys and values of all layers, and the list of free pages. */
export class KvCache {
  readonly layers: LayerCache[];
  readonly pageCount: number;
  readonly #free: number[];

  private constructor(layers: LayerCache[], pageCount: number) {
    this.layers = layers;
    this.pageCount = pageCount;
    this.#free = Array.from({ length: pageCount }, (_, i) => pageCount - 1 - i);
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

  get freePages(): number {
    return this.#free.length;
  }

  /** A free page, or undefined when all are taken. */
  take(): number | undefined {
    return this.#free.pop();
  }

  giveBack(pages: number[]): void {
    this.#free.push(...pages);
  }
}
