import { allocate, type DeviceBuffer, upload } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import { COPY_WORDS, copyPages } from '../../compute/ops/copy_pages.ts';
import { allocateLayerCache, type CacheType, cachedHeadBytes, type LayerCache } from '../../compute/ops/layer-cache.ts';
import type { Recorder } from '../../compute/recorder.ts';
import type { ModelConfig } from '../../model/checkpoint/config.ts';
import { headShape } from '../../model/decoder.ts';
import { PagePool } from './page-pool.ts';
import type { PageCopy } from './prefix-cache.ts';

/**
 * Limit of the cache on a CPU adapter, which could not attend to more in reasonable time. The limit is one sequence of
 * the model's full context if that is larger.
 */
const ENOUGH_BYTES_ON_CPU = 512 * 2 ** 20;
const MAX_TOKENS = 2 ** 20;

/** Properties of a model that determine the size of keys and values. */
export interface CachedModel {
  config: ModelConfig;
  cacheType: CacheType;
}

/**
 * Returns the number of tokens whose keys and values fit in `roomBytes` of device memory, in whole pages. It never
 * exceeds the tokens of `sequences` sequences of the model's full context.
 */
export function cacheTokens(
  device: { info: Pick<Device['info'], 'fallback'>; maxBindingBytes: number },
  model: CachedModel,
  sequences: number,
  roomBytes: number,
): number {
  const { config } = model;
  const tokenBytes = cacheBytes(model, 1);
  const longest = Math.ceil(config.max_position_embeddings / PAGE_TOKENS) * PAGE_TOKENS;
  const enough = Math.max(ENOUGH_BYTES_ON_CPU / tokenBytes, longest);
  const tokens = Math.min(
    roomBytes / tokenBytes,
    // Each layer has one buffer for its keys and one for its values.
    device.maxBindingBytes / (tokenBytes / (2 * config.num_hidden_layers)),
    sequences * longest,
    device.info.fallback ? enough : Number.POSITIVE_INFINITY,
    MAX_TOKENS,
  );
  return Math.floor(tokens / PAGE_TOKENS) * PAGE_TOKENS;
}

/** Returns the bytes of keys and values of `tokens` tokens, in all layers. */
export function cacheBytes(model: CachedModel, tokens: number): number {
  const { num_hidden_layers: L, num_key_value_heads: K, head_dim: E } = model.config;
  return 2 * tokens * L * K * cachedHeadBytes(model.cacheType, E);
}

/** Paged keys and values of all layers, and the pool of their pages. */
export class KvCache {
  readonly layers: LayerCache[];
  readonly pool: PagePool;
  readonly #copies: DeviceBuffer;
  readonly #model: CachedModel;

  private constructor(layers: LayerCache[], pages: number, copies: DeviceBuffer, model: CachedModel) {
    this.#copies = copies;
    this.#model = model;
    this.layers = layers;
    this.pool = new PagePool(pages);
  }

  /** Allocates a cache. Throws DeviceOutOfMemoryError. */
  static async create(device: Device, model: CachedModel, tokens: number): Promise<KvCache> {
    const { config, cacheType: type } = model;
    const layers: LayerCache[] = [];
    for (let layer = 0; layer < config.num_hidden_layers; layer++) {
      layers.push(await allocateLayerCache(device, { type, heads: headShape(config), tokens }));
    }
    const pages = tokens / PAGE_TOKENS;
    // Each copy has a different target page.
    const copies = await allocate(device, pages * COPY_WORDS * 4, 'page copies');
    return new KvCache(layers, pages, copies, model);
  }

  /** Uploads the list of page copies, and records the copies for all layers. */
  recordCopies(recorder: Recorder, copies: readonly PageCopy[]): void {
    if (copies.length === 0) return;
    const words = copies.flatMap(({ from, to, tokens }) => [from, to, tokens]);
    upload(recorder.device, this.#copies, Uint32Array.from(words));
    const { config, cacheType } = this.#model;
    const heads = headShape(config);
    for (const cache of this.layers) {
      copyPages(recorder, { copies: this.#copies, M: copies.length, cache, cacheType, heads });
    }
  }
}
