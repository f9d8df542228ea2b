import { queryOptions } from '@tanstack/preact-query';
import { getSystemCheckQueryKey } from '../../generated/@tanstack/preact-query.gen.ts';
import { getSystemCheck } from '../../generated/sdk.gen.ts';
import type { SystemCheck } from '../../generated/types.gen.ts';

/** Reads the check of each part. A failed check is a valid result, although its status is 503. */
export const systemCheck = () =>
  queryOptions({
    queryKey: getSystemCheckQueryKey(),
    queryFn: async ({ signal }): Promise<SystemCheck> => {
      const { data, error } = await getSystemCheck({ signal });
      if (data !== undefined) return data;
      // A stopping server returns only an error.
      if (typeof error === 'object' && 'api' in error) return error as SystemCheck;
      throw error;
    },
    refetchInterval: 30_000,
  });
