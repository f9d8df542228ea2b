import type { Measured } from './requests.ts';

/** The 50th, 95th and 99th percentiles. */
export interface Spread {
  p50: number;
  p95: number;
  p99: number;
}

/** Results of a benchmark, as `--json` prints them. */
export interface Figures {
  requests: number;
  concurrency: number;
  prompt_tokens: number;
  completion_tokens: number;
  duration_seconds: number;
  requests_per_second: number;
  tokens_per_second: number;
  time_to_first_token_ms: Spread;
  inter_token_latency_ms: Spread;
  request_tokens_per_second: Spread;
}

export function figuresOf(measured: readonly Measured[], concurrency: number, durationMs: number): Figures {
  const sum = (of: (one: Measured) => number): number => measured.reduce((total, one) => total + of(one), 0);
  const seconds = durationMs / 1000;
  const tokens = sum((one) => one.tokens);
  return {
    requests: measured.length,
    concurrency,
    prompt_tokens: sum(({ promptTokens }) => promptTokens),
    completion_tokens: tokens,
    duration_seconds: rounded(seconds),
    requests_per_second: rounded(measured.length / seconds),
    tokens_per_second: rounded(tokens / seconds),
    time_to_first_token_ms: spreadOf(measured.map(({ firstMs }) => firstMs)),
    inter_token_latency_ms: spreadOf(measured.flatMap(({ gapsMs }) => gapsMs)),
    request_tokens_per_second: spreadOf(measured.map((one) => one.tokens / (one.wholeMs / 1000))),
  };
}

/** Returns percentiles by nearest rank; 0 for no values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => rounded(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
