import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { EngineInfos } from '../../src/api/metrics/engine-infos.ts';
import { RequestMetrics } from '../../src/api/metrics/request-metrics.ts';
import type { EngineStats } from '../../src/inference/engine/engine-stats.ts';
import { parseExposition } from './exposition.ts';

/** Tests metrics whose values depend on the clock and cannot be provoked over HTTP. */
const model = { model_name: 'toy', engine: '0' };
const registry = new Registry();
const read = async () => parseExposition(await registry.metrics()).value;

test('queue, prefill and inference times are counted once per sequence, and not for aborted ones', async () => {
  const metrics = new RequestMetrics(registry, ['toy'], 512);
  const [one, two, gone] = [2, 1].flatMap((n) => metrics.begin({ model: 'toy', promptTokens: 9, maxTokens: 8, n }));
  const report = (queued: number, prefill: number) => ({ cachedTokens: 3, logprobs: null, times: { queued, prefill } });
  for (const [meter, times] of [
    [one, report(0.4, 6)],
    [two, report(3, 12)],
    [gone, report(100, 100)],
  ] as const) {
    meter.prompt(times);
    meter.token(meter === two ? 3 : 0);
  }
  one.token(1);
  one.finish({ reason: 'length', stopReason: null });
  expect((await read())('vllm:request_max_num_generation_tokens_count', model)).toBe(0);
  two.finish({ reason: 'stop', stopReason: null });
  two.end('abort');
  gone.end('abort');
  const value = await read();
  expect(value('vllm:request_queue_time_seconds_count', model)).toBe(2);
  expect(value('vllm:request_queue_time_seconds_sum', model)).toBeCloseTo(3.4);
  expect(value('vllm:request_prefill_time_seconds_sum', model)).toBeCloseTo(18);
  expect(value('vllm:request_inference_time_seconds_count', model)).toBe(2);
  expect(value('vllm:request_inference_time_seconds_sum', model)).toBeGreaterThanOrEqual(18);
  const preempted = (le: string) => value('vllm:request_num_preemptions_bucket', { ...model, le });
  expect(['1', '2', '3', '4', '5', '10', '20'].map(preempted)).toEqual([1, 1, 2, 2, 2, 2, 2]);
  expect(value('vllm:request_num_preemptions_sum', model)).toBe(4);
  const atMost = (name: string) => (le: string) => value(`vllm:request_${name}_time_seconds_bucket`, { ...model, le });
  // vLLM's first and last bucket bounds, and the bounds around the values.
  expect(['0.3', '0.5', '2.5', '5', '7680'].map(atMost('queue'))).toEqual([0, 1, 1, 2, 2]);
  expect(['0.3', '5', '10', '15', '7680'].map(atMost('prefill'))).toEqual([0, 0, 1, 2, 2]);
  expect(value('vllm:request_max_num_generation_tokens_count', model)).toBe(1);
  expect(value('vllm:request_max_num_generation_tokens_sum', model)).toBe(2);
  expect(value('vllm:prompt_tokens_cached_total', model)).toBe(9);
});

test('lora_requests_info lists only the adapters in use now', async () => {
  const infos = new EngineInfos(registry);
  const stats = {
    adapterSlots: 4,
    pages: 8,
    contextLength: 64,
    pageTokens: 16,
    runningAdapters: ['a', 'b'],
    waitingAdapters: ['c'],
  };
  infos.set([{ model: 'toy', stats: stats as unknown as EngineStats }]);
  const [busy, idle] = [
    { ...model, max_lora: '4', running_lora_adapters: 'a,b', waiting_lora_adapters: 'c' },
    { ...model, max_lora: '4', running_lora_adapters: '', waiting_lora_adapters: '' },
  ];
  expect((await read())('vllm:lora_requests_info', busy)).toBeGreaterThan(1e9);
  infos.set([
    { model: 'toy', stats: { ...stats, runningAdapters: [], waitingAdapters: [] } as unknown as EngineStats },
  ]);
  const value = await read();
  expect(value('vllm:lora_requests_info', busy)).toBeNaN();
  expect(value('vllm:lora_requests_info', idle)).toBeGreaterThan(1e9);
});
