import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import type { Run, RunMetric, RunSeries, SeriesAxis, TrainingJob } from '../../generated/types.gen.ts';
import { runMetricsOptions, runSeriesOptions } from '../api/series.ts';
import { axes } from '../charts/axis.ts';
import { Chart } from '../charts/chart.tsx';
import { sectionsOf } from '../charts/meanings.ts';
import type { Range } from '../charts/plot.tsx';
import { Empty, Loaded } from '../shell/parts.tsx';
import { setQuery, useQueryField, useRoute } from '../shell/route.ts';
import { counted } from '../text/format.ts';
import { PickedPoint } from './picked-point.tsx';

/** Settings of the charts, from the address. */
export interface View {
  axis: SeriesAxis;
  range: Range | null;
  smoothing: number;
  filter: string;
  enlarged: string;
}

export function useView(): View {
  const { query } = useRoute();
  const bound = (name: string) => (query.get(name) === null ? Number.NaN : Number(query.get(name)));
  const [from, to] = [bound('from'), bound('to')];
  const axis = query.get('x') as SeriesAxis;
  return {
    axis: axes.some(([known]) => known === axis) ? axis : 'gradient_step',
    range: to > from ? { from, to } : null,
    smoothing: Math.min(0.999, Math.max(0, Number(query.get('smooth')) || 0)),
    filter: query.get('metrics') ?? '',
    enlarged: query.get('large') ?? '',
  };
}

export const setRange = (range: Range | null) => setQuery({ from: range?.from, to: range?.to });

export function ViewControls({ view }: { view: View }) {
  const [, setFilter] = useQueryField('metrics');
  return (
    <div class="toolbar">
      <input
        type="search"
        data-filter
        placeholder="Filter metrics: reward, entropy"
        aria-label="Filter metrics"
        value={view.filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      <label>
        <span class="soft">x</span>{' '}
        <select
          value={view.axis}
          onChange={(event) => setQuery({ x: event.currentTarget.value, from: undefined, to: undefined })}
        >
          {axes.map(([axis, label]) => (
            <option key={axis} value={axis}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label class="smooth">
        <span class="soft">Smoothing</span>{' '}
        <input
          type="range"
          min="0"
          max="0.99"
          step="0.01"
          value={view.smoothing}
          onInput={(event) => setQuery({ smooth: Number(event.currentTarget.value) || undefined })}
        />{' '}
        <output>{view.smoothing.toFixed(2)}</output>
      </label>
      <button type="button" disabled={view.range === null} onClick={() => setRange(null)}>
        Reset zoom
      </button>
    </div>
  );
}

export function fitsFilter(name: string, filter: string): boolean {
  const words = filter
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return words.length === 0 || words.some((word) => name.toLowerCase().includes(word));
}

export function RunCharts({ run, jobs }: { run: Run; jobs: readonly TrainingJob[] }) {
  const metrics = useQuery(runMetricsOptions(run.id));
  const view = useView();
  const [picked, pick] = useState<number | null>(null);
  // The same number is another point on another axis.
  useEffect(() => pick(null), [view.axis]);
  return (
    <>
      <ViewControls view={view} />
      {picked !== null && <PickedPoint axis={view.axis} x={picked} jobs={jobs} run={run} onClose={() => pick(null)} />}
      <Loaded of={metrics} what="Metrics">
        {({ data }) => {
          const names = data.map(({ name }) => name).filter((name) => fitsFilter(name, view.filter));
          if (data.length === 0) return <Empty title="Nothing is recorded yet." />;
          if (names.length === 0) return <p class="quiet-line">No metric fits the filter.</p>;
          // A filter also finds constant metrics.
          const still = new Set(view.filter === '' ? data.filter(isConstant).map(({ name }) => name) : []);
          const sections = [
            ...sectionsOf(names.filter((name) => !still.has(name))).map((section) => ({ ...section, folded: false })),
            { title: 'Constant', names: names.filter((name) => still.has(name)), folded: true },
          ];
          return sections.flatMap((section) =>
            chunks(section.names).map((part, index) => (
              <Section
                key={`${section.title}${index}`}
                title={index === 0 ? section.title : `${section.title}, more`}
                {...{ run, view, names: part, folded: section.folded, onPick: pick }}
              />
            )),
          );
        }}
      </Loaded>
    </>
  );
}

/** Returns whether a metric is constant, such as a fixed learning rate; constant metrics are folded. */
const isConstant = ({ count, min, max }: RunMetric) => count > 1 && min === max;

/** Maximum number of metrics per request. */
const most = 24;

function chunks(names: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(names.length / most) }, (_, part) =>
    names.slice(part * most, (part + 1) * most),
  );
}

interface SectionProps {
  title: string;
  run: Run;
  view: View;
  names: readonly string[];
  /** True if the section is initially closed. */
  folded: boolean;
  onPick: (x: number) => void;
}

function Section({ title, run, view, names, folded, onPick }: SectionProps) {
  const { axis, range, smoothing, enlarged } = view;
  const [isOpen, open] = useState(!folded);
  const series = useQuery({
    ...runSeriesOptions(run.id, { metrics: names, x: axis, ...range, smoothing: smoothing || undefined, points: 800 }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  });
  const missing = series.data === undefined ? [] : names.filter((name) => !hasValues(series.data, name));
  // Metrics recorded per checkpoint have no value on the gradient-step axis.
  const byStep = useQuery({
    ...runSeriesOptions(run.id, { metrics: missing, x: 'step', smoothing: smoothing || undefined, points: 800 }),
    enabled: isOpen && axis === 'gradient_step' && missing.length > 0 && range === null,
  });
  const curvesOf = (name: string) => {
    const found = [series.data, byStep.data].find((data) => hasValues(data, name));
    return found === undefined ? null : { axis: found.x, series: found.metrics[name]! };
  };
  const without = names.filter((name) => curvesOf(name) === null).length;
  return (
    <details class="section" open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2> <span class="count">{names.length}</span>
      </summary>
      {isOpen && (
        <Loaded of={series} what={title}>
          {() => (
            <div class="charts">
              {names.map((name) => {
                const found = curvesOf(name);
                if (found === null) return null;
                const isOwn = found.axis === axis;
                return (
                  <Chart
                    key={name}
                    name={name}
                    curves={[{ label: name, colour: 0, series: found.series }]}
                    axis={found.axis}
                    tag={isOwn ? undefined : 'by step'}
                    range={isOwn ? range : null}
                    syncKey={`${run.id}${found.axis}`}
                    large={enlarged === name}
                    onRange={isOwn ? setRange : (chosen) => setQuery({ x: 'step', from: chosen?.from, to: chosen?.to })}
                    onPick={isOwn ? onPick : undefined}
                    onEnlarge={() => setQuery({ large: enlarged === name ? undefined : name })}
                  />
                );
              })}
            </div>
          )}
        </Loaded>
      )}
      {without > 0 && series.data !== undefined && !byStep.isLoading && (
        <p class="small soft">{counted(without, 'metric')} without a value here.</p>
      )}
    </details>
  );
}

export const hasValues = (data: RunSeries | undefined, name: string) => (data?.metrics[name]?.x.length ?? 0) > 0;
