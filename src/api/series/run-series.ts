import type { SeriesAxis, SeriesBlock } from '../../store/series-block.ts';
import { MovingAverage } from './moving-average.ts';
import { type BucketColumns, SeriesBuckets } from './series-buckets.ts';

/** Parameters of the curves. */
export interface SeriesRequest {
  axis: SeriesAxis;
  names: readonly string[];
  /** Range of x, inclusive. */
  from: number;
  to: number;
  /** Maximum number of buckets per metric. */
  points: number;
  /** Weight of the moving average; null for none. */
  smoothing: number | null;
}

export interface RunSeriesResult {
  /** Number of records in the range. */
  records: number;
  isBucketed: boolean;
  metrics: Map<string, BucketColumns>;
}

/** Accumulated state of one metric. */
interface Curve {
  buckets: SeriesBuckets;
  average: MovingAverage | null;
}

/** Computes curves over the whole history of a run, which is read in blocks. */
export async function runSeries(
  blocks: AsyncIterable<SeriesBlock<SeriesAxis>>,
  request: SeriesRequest,
): Promise<RunSeriesResult> {
  const { axis, names, points, smoothing } = request;
  const curves = new Map<string, Curve>();
  for (const name of names) {
    const average = smoothing === null ? null : new MovingAverage(smoothing);
    curves.set(name, { buckets: new SeriesBuckets(points), average });
  }
  let records = 0;
  for await (const block of blocks) {
    const x = block.axes[axis];
    for (const at of x) if (at >= request.from && at <= request.to) records++;
    for (const [name, curve] of curves) addBlock(curve, block, x, request, name);
  }
  const metrics = new Map<string, BucketColumns>();
  for (const [name, { buckets }] of curves) metrics.set(name, buckets.columns(smoothing !== null));
  return { records, isBucketed: [...curves.values()].some(({ buckets }) => buckets.isMerged), metrics };
}

/** Adds a block to a curve. Values without x are ignored; those outside the range affect only the average. */
function addBlock(
  { buckets, average }: Curve,
  { columns }: SeriesBlock<SeriesAxis>,
  x: Float64Array,
  { from, to }: SeriesRequest,
  name: string,
): void {
  const column = columns.get(name);
  if (column === undefined) return;
  const { values, places } = column;
  for (let index = 0; index < values.length; index++) {
    const at = x[places === null ? index : places[index]];
    if (Number.isNaN(at)) continue;
    const smoothed = average === null ? 0 : average.add(values[index]);
    if (at >= from && at <= to) buckets.add(at, values[index], smoothed);
  }
}
