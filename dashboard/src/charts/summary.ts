import type { MetricSeries, SeriesAxis } from '../../generated/types.gen.ts';
import { counted, number } from '../text/format.ts';
import { atX } from './axis.ts';

export interface Ends {
  /** Means of the first and of the last fifth of all values. */
  first: number;
  last: number;
}

/** Returns the means of both ends of a series, weighted by the count of each bucket. */
export function endsOf({ mean, count }: MetricSeries): Ends {
  const total = count.reduce((sum, one) => sum + one, 0);
  const part = Math.max(1, total / 5);
  const average = (places: number[]) => {
    let [seen, sum] = [0, 0];
    for (const place of places) {
      if (seen >= part) break;
      const taken = Math.min(count[place]!, part - seen);
      seen += taken;
      sum += mean[place]! * taken;
    }
    return seen === 0 ? 0 : sum / seen;
  };
  const places = mean.map((_, place) => place);
  return { first: average(places), last: average(places.toReversed()) };
}

/** Describes a chart in a sentence. */
export function sentence(name: string, series: MetricSeries, axis: SeriesAxis): string {
  const total = series.count.reduce((sum, one) => sum + one, 0);
  if (total === 0) return `${name} has no values here.`;
  const latest = number(series.last.at(-1));
  if (total === 1) return `${name} has one value, ${latest}, at ${atX(axis, series.x[0]!)}.`;
  const { first, last } = endsOf(series);
  const [low, high] = [Math.min(...series.min), Math.max(...series.max)];
  const span = `${atX(axis, series.x[0]!)} to ${atX(axis, series.x.at(-1)!)}`;
  if (number(low) === number(high)) return `${name} stayed at ${latest} over ${counted(total, 'value')}, ${span}.`;
  const isSame = Math.abs(last - first) < (high - low) * 0.05 || number(first) === number(last);
  const change = isSame ? 'stayed near' : last > first ? 'rose from' : 'fell from';
  const way = isSame ? number(first) : `${number(first)} to ${number(last)}`;
  return `${name} ${change} ${way} over ${counted(total, 'value')}, ${span}; between ${number(low)} and ${number(high)}, ${latest} at last.`;
}
