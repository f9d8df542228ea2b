import { getRunSeriesOptions, listRunMetricsOptions } from '../../generated/@tanstack/preact-query.gen.ts';
import type { GetRunSeriesData } from '../../generated/types.gen.ts';

type SeriesQuery = Omit<GetRunSeriesData['query'], 'metrics'> & { metrics: readonly string[] };

/** Curves of a run. Fields that are undefined are left out. */
export function runSeriesOptions(run: string, { metrics, ...rest }: SeriesQuery) {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return getRunSeriesOptions({ path: { run_id: run }, query: { ...given, metrics: metrics.map(escaped).join(',') } });
}

export const runMetricsOptions = (run: string) => listRunMetricsOptions({ path: { run_id: run } });

/** Names stand between commas, so that a comma in one has a backslash before it. */
const escaped = (name: string) => name.replace(/[\\,]/g, '\\$&');
