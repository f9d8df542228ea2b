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

type Metrics = generated.Metrics;
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
