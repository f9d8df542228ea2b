/** Operations that the contract does not have yet, as it will have them. */
import { queryOptions } from '@tanstack/preact-query';
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

export const statsOptions = () => options<Record<string, unknown>>('getStats', '/stats');
