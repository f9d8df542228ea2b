import { getRunSeriesOptions, listRunMetricsOptions } from '../../generated/@tanstack/preact-query.gen.ts';
import type { GetRunSeriesData } from '../../generated/types.gen.ts';

type SeriesQuery = Omit<GetRunSeriesData['query'], 'metrics'> & { metrics: readonly string[] };

/** Returns query options for curves of a run; omits undefined fields. */
export function runSeriesOptions(run: string, { metrics, ...rest }: SeriesQuery) {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return getRunSeriesOptions({ path: { run_id: run }, query: { ...given, metrics: metrics.map(escaped).join(',') } });
}

export const runMetricsOptions = (run: string) => listRunMetricsOptions({ path: { run_id: run } });

/** Names are separated by commas, so a comma in a name is escaped with a backslash. */
const escaped = (name: string) => name.replace(/[\\,]/g, '\\$&');
