/** Operations that the contract does not have yet, as it will have them. */
import { queryOptions } from '@tanstack/preact-query';
import type * as generated from '../../generated/types.gen.ts';
import { client } from './connection.ts';

const security = [{ scheme: 'bearer', type: 'http' }] as const;

type Fields = Record<string, string | number | undefined>;

export async function call<T>(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  query: Fields = {},
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const result = await client.request<{ 200: T }, unknown, true>({
    method,
    url,
    query,
    body,
    signal,
    security,
    throwOnError: true,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' } }),
  });
  return result.data as T;
}

function options<T>(id: string, url: string, query: Fields = {}) {
  return queryOptions({
    queryKey: [{ _id: id, url, query }],
    queryFn: ({ signal }) => call<T>('GET', `/v1/preview${url}`, query, undefined, signal),
  });
}

export type Metrics = generated.Metrics;
export type RunStatus = 'idle' | 'queued' | 'running';
export type Run = generated.Run & {
  entity?: string;
  project?: string;
  base_model?: string;
  status?: RunStatus;
  step?: number;
  latest?: Metrics;
};
export type TrainingJob = generated.TrainingJob & {
  total_steps?: number | null;
  config?: Record<string, unknown>;
  queue_position?: number | null;
  notice?: string | null;
  ignored_fields?: string[];
};
export type Checkpoint = generated.Checkpoint & {
  created?: string;
  job_id?: string | null;
  kind?: 'rl' | 'sft' | 'import' | null;
  bytes?: number;
};

export type XAxis = 'gradient_step' | 'step' | 'time';

export interface MetricSeries {
  x: number[];
  min: number[];
  max: number[];
  mean: number[];
  last: number[];
  count: number[];
  smoothed?: number[];
}
export interface RunSeries {
  x: XAxis;
  records: number;
  bucketed: boolean;
  metrics: Record<string, MetricSeries>;
}
export interface SeriesQuery {
  metrics: readonly string[];
  x?: XAxis;
  from?: number;
  to?: number;
  points?: number;
  smoothing?: number;
}
export const runSeriesOptions = (run: string, { metrics, ...rest }: SeriesQuery) =>
  options<RunSeries>('getRunSeries', `/runs/${run}/series`, { metrics: metrics.join(','), ...rest });

export interface RunMetric {
  name: string;
  count: number;
  last: number;
  min: number;
  max: number;
  first_step: number;
  last_step: number;
}
export const runMetricsOptions = (run: string) =>
  options<{ data: RunMetric[] }>('listRunMetrics', `/runs/${run}/metrics`);

export type Outcome = 'trained' | 'no_advantage' | 'too_long' | 'no_tokens' | 'logged';
export interface TrajectorySummary {
  id: string;
  job_id: string | null;
  log_id: string | null;
  split: string;
  step: number;
  group: number;
  index: number;
  group_size: number;
  reward: number;
  advantage: number | null;
  outcome: Outcome;
  truncated: boolean;
  answers: number;
  characters: number;
  prompt: string;
  answer: string;
  metrics: Metrics;
  has_tokens: boolean;
  created: string;
}
export interface TrajectoryDetail {
  summary: TrajectorySummary;
  trajectory: generated.Trajectory;
}
export interface TokenSequence {
  gradient_step: number;
  weight: number;
  ids: number[];
  tokens: string[];
  bytes: string[];
  mask: number[];
  sampled_logprobs: (number | null)[];
  logprobs: (number | null)[];
  ratios: (number | null)[];
  entropies?: (number | null)[];
  advantages: (number | null)[];
  clipped: number[];
}
export const trajectoryOptions = (model: string, id: string) =>
  options<TrajectoryDetail>('getTrajectory', `/models/${model}/trajectories/${id}`);
export const trajectoryTokensOptions = (model: string, id: string) =>
  options<{ sequences: TokenSequence[] }>('getTrajectoryTokens', `/models/${model}/trajectories/${id}/tokens`);

export interface JobGroup {
  group: number;
  size: number;
  exceptions: number;
  mean: number;
  std_dev: number;
  min: number;
  max: number;
  outcome: Exclude<Outcome, 'logged'> | 'empty';
}

export const statsOptions = () => options<Record<string, unknown>>('getStats', '/stats');
