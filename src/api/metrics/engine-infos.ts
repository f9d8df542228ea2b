import { Gauge, type Registry } from 'prom-client';
import type { ModelStats } from '../../worker/protocol.ts';
import { engineLabels, labelsOf } from './engine-labels.ts';

/** KV cache labels: the subset of vLLM's labels that applies here. All are strings, in Python's notation. */
const cacheLabels = [
  'block_size',
  'num_gpu_blocks',
  'kv_cache_size_tokens',
  'kv_cache_max_concurrency',
  'cache_dtype',
  'enable_prefix_caching',
  'prefix_caching_hash_algo',
] as const;

/** Comma-separated lists of adapters, by checkpoint id. */
const adapterLabels = ['max_lora', 'running_lora_adapters', 'waiting_lora_adapters'] as const;

/** Engine information in labels rather than numbers: one current series per model. */
export class EngineInfos {
  readonly #cache: Gauge;
  readonly #adapters: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#cache = new Gauge({
      name: 'vllm:cache_config_info',
      help: 'Always 1; the labels describe the KV cache.',
      labelNames: [...engineLabels, ...cacheLabels],
      registers,
    });
    this.#adapters = new Gauge({
      name: 'vllm:lora_requests_info',
      help: 'Current time, in seconds; the labels list the adapters that sequences run with or wait for.',
      labelNames: [...engineLabels, ...adapterLabels],
      registers,
    });
  }

  set(all: readonly ModelStats[]): void {
    this.#cache.reset();
    this.#adapters.reset();
    for (const { model, stats } of all) {
      const cache: Record<(typeof cacheLabels)[number], string> = {
        block_size: String(stats.pageTokens),
        num_gpu_blocks: String(stats.pages),
        kv_cache_size_tokens: String(stats.pages * stats.pageTokens),
        kv_cache_max_concurrency: pythonFloat(stats.pages / Math.ceil(stats.contextLength / stats.pageTokens)),
        cache_dtype: stats.cacheType,
        enable_prefix_caching: 'True',
        prefix_caching_hash_algo: 'sha256',
      };
      this.#cache.set({ ...labelsOf(model), ...cache }, 1);
      const adapters: Record<(typeof adapterLabels)[number], string> = {
        max_lora: String(stats.adapterSlots),
        running_lora_adapters: stats.runningAdapters.join(','),
        waiting_lora_adapters: stats.waitingAdapters.join(','),
      };
      this.#adapters.set({ ...labelsOf(model), ...adapters }, Date.now() / 1000);
    }
  }
}

/** Formats a float as Python does. */
function pythonFloat(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
