import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MetricSeries, SeriesAxis } from '../../generated/types.gen.ts';
import { lazy } from '../shell/lazy.tsx';
import { Store, useStore } from '../shell/store.ts';
import { number } from '../text/format.ts';
import { atX } from './axis.ts';
import { meaningOf } from './meanings.ts';
import type { Curve, Range } from './plot.tsx';
import { sentence } from './summary.ts';

const Plot = lazy(() => import('./plot.tsx').then((module) => module.default));

interface Props {
  name: string;
  curves: readonly Curve[];
  axis: SeriesAxis;
  range: Range | null;
  syncKey: string;
  large?: boolean;
  /** Label that distinguishes the chart, such as a different axis. */
  tag?: string;
  onRange: (range: Range | null) => void;
  onPick?: (x: number) => void;
  onEnlarge?: () => void;
}

/** Chart of a metric: name, value at the cursor, curve, a sentence and a table. */
export function Chart({ name, tag, curves, axis, range, syncKey, large = false, onRange, onPick, onEnlarge }: Props) {
  const figure = useRef<HTMLElement>(null);
  // A separate store, since the cursor moves in all charts at once, and only the value must be rendered again.
  const cursor = useMemo(() => new Store<string | null>(null), []);
  const isSeen = useSeen(figure);
  const told = curves.map(({ label, series }) => sentence(curves.length > 1 ? label : name, series, axis));
  const latest = curves.map(({ series }) => number(series.last.at(-1))).join(' · ');
  const height = large ? 420 : 158;
  return (
    <figure class={large ? 'chart large' : 'chart'} ref={figure}>
      <figcaption>
        <span class="chart-name" title={meaningOf(name) ?? name}>
          {name}
        </span>
        {tag && <span class="tag">{tag}</span>}
        <ChartValue cursor={cursor} latest={latest} />
        {onEnlarge && (
          <button
            type="button"
            class="quiet"
            aria-label={`${large ? 'Shrink' : 'Enlarge'} ${name}`}
            onClick={onEnlarge}
          >
            {large ? '⤡' : '⤢'}
          </button>
        )}
      </figcaption>
      <div class="plot-room" style={{ height: `${height}px` }}>
        {isSeen && (
          <Plot
            {...{ name, curves, axis, range, syncKey, height, onRange, onPick }}
            onCursor={(text) => cursor.set(text)}
            description={told.join(' ')}
          />
        )}
      </div>
      <ChartData told={told} curves={curves} axis={axis} />
    </figure>
  );
}

/** Value at the cursor, or the latest one. */
function ChartValue({ cursor, latest }: { cursor: Store<string | null>; latest: string }) {
  return <span class="chart-value">{useStore(cursor) ?? latest}</span>;
}

/** Returns true once the chart is near the viewport; a run may have a hundred charts, so others are not drawn. */
function useSeen(place: { current: HTMLElement | null }): boolean {
  const [isSeen, see] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        see(true);
        observer.disconnect();
      },
      { rootMargin: '300px' },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return isSeen;
}

const mostRows = 200;

function ChartData({ told, curves, axis }: { told: string[]; curves: readonly Curve[]; axis: SeriesAxis }) {
  const [isOpen, open] = useState(false);
  return (
    <details class="chart-data" onToggle={(event) => open(event.currentTarget.open)}>
      <summary>In words and numbers</summary>
      {isOpen && (
        <>
          {told.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {curves.map(({ label, series }) => (
            <SeriesTable key={label} label={label} series={series} axis={axis} />
          ))}
        </>
      )}
    </details>
  );
}

function SeriesTable({ label, series, axis }: { label: string; series: MetricSeries; axis: SeriesAxis }) {
  const [isWhole, showAll] = useState(false);
  const start = isWhole ? 0 : Math.max(0, series.x.length - mostRows);
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={`Values of ${label}`}>
      <table class="numbers">
        <caption>
          {label}
          {start > 0 && (
            <>
              , the last {mostRows} of {series.x.length}{' '}
              <button type="button" class="quiet" onClick={() => showAll(true)}>
                Show all
              </button>
            </>
          )}
        </caption>
        <thead>
          <tr>
            {['At', 'Mean', 'Min', 'Max', 'Last', 'Values'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.x.slice(start).map((x, row) => (
            <tr key={x}>
              <th scope="row">{atX(axis, x)}</th>
              {[series.mean, series.min, series.max, series.last].map((values, column) => (
                <td key={['mean', 'min', 'max', 'last'][column]}>{number(values[start + row])}</td>
              ))}
              <td>{series.count[start + row]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
