import { QueryClient } from '@tanstack/preact-query';
import { client } from '../../generated/client.gen.ts';
import type { ErrorBody } from '../../generated/types.gen.ts';
import { reach, silentSince } from './reach.ts';
import { endedSession, session } from './session.ts';

client.setConfig({ baseUrl: location.origin, auth: () => session.value?.token, fetch: reach });

client.interceptors.response.use((response) => {
  if (response.status === 401) endedSession();
  return response;
});

/** Returns the server's error message, or a message for a failed connection. */
export function reasonOf(error: unknown): string {
  const told = (error as Partial<ErrorBody> | null)?.error?.message;
  if (told !== undefined) return told;
  if (error instanceof TypeError) return 'The server does not answer.';
  return error instanceof Error ? error.message : String(error);
}

export const isMissing = (error: unknown) => (error as Partial<ErrorBody> | null)?.error?.code === 'not_found';

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The server may be on this machine, so a lost network does not matter.
      networkMode: 'always',
      // Only connection errors are retried; an error from the server is final.
      retry: (failures, error) => error instanceof TypeError && failures < 2,
    },
  },
});

// Once the server answers again, refetch everything.
silentSince.subscribe(() => silentSince.value === null && void queries.invalidateQueries());

export { client };
