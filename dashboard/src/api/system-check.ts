import { queryOptions } from '@tanstack/preact-query';
import { getSystemCheckQueryKey } from '../../generated/@tanstack/preact-query.gen.ts';
import { getSystemCheck } from '../../generated/sdk.gen.ts';
import type { SystemCheck } from '../../generated/types.gen.ts';

/** The check of each part. One that finds a part that does not work is an answer too, although it is a 503. */
export const systemCheck = () =>
  queryOptions({
    queryKey: getSystemCheckQueryKey(),
    queryFn: async ({ signal }): Promise<SystemCheck> => {
      const { data, error } = await getSystemCheck({ signal });
      if (data !== undefined) return data;
      // A server that is stopping tells its error alone.
      if (typeof error === 'object' && 'api' in error) return error as SystemCheck;
      throw error;
    },
    refetchInterval: 30_000,
  });
