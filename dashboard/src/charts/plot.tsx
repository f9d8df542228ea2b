import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { MetricSeries, SeriesAxis } from '../../generated/types.gen.ts';
import { useStore } from '../shell/store.ts';
import { colours } from '../shell/theme.tsx';
import { number } from '../text/format.ts';
import { atX } from './axis.ts';

/** Curve of a chart: a metric of a run. */
export interface Curve {
  label: string;
  /** Index of its colour. */
  colour: number;
  series: MetricSeries;
}

export interface Range {
  from: number;
  to: number;
}

interface Props {
  name: string;
  curves: readonly Curve[];
  axis: SeriesAxis;
  range: Range | null;
  height: number;
  /** Charts with the same key show their cursors at the same x. */
  syncKey: string;
  description: string;
  onRange: (range: Range | null) => void;
  onPick?: (x: number) => void;
  /** Called with the values at the cursor; null when the cursor leaves. */
  onCursor: (text: string | null) => void;
}

/** Chart that draws, for each curve, the band from min to max, the mean, and the smoothed mean if there is one. */
export default function Plot(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const painted = useStore(colours);
  const { curves, axis, height, name } = props;
  const shape = JSON.stringify([
    curves.map(({ label, colour, series }) => [label, colour, !series.smoothed]),
    axis,
    height,
  ]);

  useEffect(() => {
    const element = place.current!;
    const made = new uPlot(
      optionsOf(element, () => latest.current),
      dataOf(latest.current.curves),
      element,
    );
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [shape, painted]);

  const shown = useRef<unknown[]>([]);
  useEffect(() => {
    const next = [...curves.map(({ series }) => series), props.range?.from, props.range?.to];
    if (next.every((part, place) => part === shown.current[place])) return;
    shown.current = next;
    plot.current?.setData(dataOf(curves));
  });

  const onKey = (event: KeyboardEvent) => {
    const made = plot.current;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    if (event.key === 'Escape') latest.current.onRange(null);
    const step = steps[event.key];
    if (made === null || step === undefined) return;
    event.preventDefault();
    const xs = made.data[0];
    const index = Math.min(xs.length - 1, Math.max(0, (made.cursor.idx ?? xs.length - 1) + step));
    made.setCursor({ left: made.valToPos(xs[index]!, 'x'), top: 10 });
  };
  return (
    <div
      class="plot"
      ref={place}
      role="group"
      aria-label={`${name}: ${props.description}`}
      tabIndex={0}
      onKeyDown={onKey}
    />
  );
}

/** Returns all curves over a common x: x, then min, max, mean and optional smoothed mean of each curve. */
function dataOf(curves: readonly Curve[]): uPlot.AlignedData {
  const tables = curves.map(({ series: { x, min, max, mean, smoothed } }): uPlot.AlignedData => {
    return [x, min, max, mean, ...(smoothed ? [smoothed] : [])];
  });
  if (tables.length === 0) return [[]];
  return tables.length === 1 ? tables[0]! : uPlot.join(tables);
}

function optionsOf(element: HTMLElement, props: () => Props): uPlot.Options {
  const { curves, axis, height, syncKey } = props();
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `11px ${style.fontFamily}`;
  const lines: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  for (const curve of curves) {
    const stroke = resolved(element, `--series-${curve.colour % 8}`);
    const first = lines.length;
    const hidden: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false }, spanGaps: true };
    bands.push({ series: [first + 1, first], fill: translucent(stroke, 0.16) });
    const { smoothed } = curve.series;
    const mean = smoothed ? translucent(stroke, 0.35) : stroke;
    lines.push(hidden, hidden, {
      stroke: mean,
      width: smoothed ? 1 : 1.5,
      spanGaps: true,
      points: { size: 4, fill: mean },
    });
    if (smoothed) lines.push({ stroke, width: 2, spanGaps: true, points: { show: false } });
  }
  const soft = resolved(element, '--soft');
  const grid = { stroke: resolved(element, '--grid'), width: 1 };
  const isTime = axis === 'time';
  const resetRange = () => {
    props().onRange(null);
    return null;
  };
  return {
    width: element.clientWidth,
    height,
    ms: 1,
    padding: [6, 10, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      sync: { key: syncKey, scales: ['x', null] },
      drag: { x: true, y: false, setScale: false },
      points: { size: 7 },
      bind: { dblclick: () => resetRange },
    },
    select: { show: true, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { time: isTime, range: (_, low, high) => xRange(props().range, low, high) },
      y: { range: (_, low, high) => yRange(low, high) },
    },
    axes: [
      {
        stroke: soft,
        font,
        grid,
        ticks: { show: false },
        size: isTime ? 42 : 26,
        gap: 6,
        space: isTime ? 72 : 48,
        ...(isTime
          ? { values: (_: uPlot, values: number[]) => timeTicks(values) }
          : { incrs: wholeIncrements, values: (_: uPlot, values: number[]) => values.map((x) => number(x)) }),
      },
      {
        stroke: soft,
        font,
        grid,
        ticks: { show: false },
        size: 50,
        gap: 6,
        space: 32,
        values: (_, values, __, ___, step) => values.map((value) => tick(value, step)),
      },
    ],
    series: lines,
    bands,
    hooks: {
      ready: [(plot) => onClick(plot, props)],
      setCursor: [({ cursor, data }) => props().onCursor(readout(cursor.idx, data, props()))],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < 4) return;
          const [from, to] = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')];
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          props().onRange(isTime ? { from, to } : { from: Math.floor(from), to: Math.ceil(to) });
        },
      ],
    },
  };

  function resolved(of: HTMLElement, name: string): string {
    of.style.color = colour(name) === '' ? '' : `var(${name})`;
    const value = getComputedStyle(of).color;
    of.style.color = '';
    return value;
  }
}

/** Picks the x at the cursor on a click that is not a drag. */
function onClick(plot: uPlot, props: () => Props): void {
  let downAt = 0;
  plot.over.addEventListener('mousedown', ({ clientX }) => {
    downAt = clientX;
  });
  plot.over.addEventListener('click', ({ clientX }) => {
    const x = plot.data[0][plot.cursor.idx ?? -1];
    if (Math.abs(clientX - downAt) < 3 && x !== undefined) props().onPick?.(x);
  });
}

/** Formats a number with as many decimals as the tick distance needs. */
function tick(value: number, step: number): string {
  for (let decimals = 1; decimals <= 6; decimals++) {
    const whole = step * 10 ** decimals;
    if (Math.abs(whole - Math.round(whole)) < 1e-6 && whole >= 0.5)
      return step >= 1 ? number(value) : value.toFixed(decimals);
  }
  return number(value);
}

/**
 * Formats ticks in 24-hour time, with seconds if ticks are less than a minute apart; puts the day below its first tick.
 */
function timeTicks(values: readonly number[]): string[] {
  const seconds = values.length > 1 && values[1]! - values[0]! < 60_000;
  const hours = values.length < 2 || values[1]! - values[0]! < 86_400_000;
  let before = '';
  return values.map((value) => {
    const at = new Date(value);
    const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
    const isNew = day !== before;
    before = day;
    if (!hours) return day;
    const time = at.toLocaleTimeString('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      ...(seconds ? { second: '2-digit' } : {}),
    });
    return isNew ? `${time}\n${day}` : time;
  });
}

/** Whole tick increments, since steps are whole numbers. */
const wholeIncrements = Array.from({ length: 14 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

function xRange(range: Range | null, low: number | null, high: number | null): [number, number] {
  if (range !== null) return [range.from, range.to];
  if (low === null || high === null) return [0, 1];
  return low === high ? [low - 1, high + 1] : [low, high];
}

function yRange(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  // A smaller range is rounding noise.
  const least = Math.max(Math.abs(low), Math.abs(high)) * 1e-4;
  const room = high - low <= least ? Math.abs(high) * 0.1 || 1 : (high - low) * 0.06;
  return [low - room, high + room];
}

function readout(index: number | null | undefined, data: uPlot.AlignedData, { curves, axis }: Props): string | null {
  const x = index === null || index === undefined ? undefined : data[0][index];
  if (x === undefined) return null;
  const told = curves.flatMap(({ label, series }) => {
    // Several records may have the same step.
    const place = curves.length === 1 ? index! : series.x.indexOf(x);
    if (place < 0) return [];
    const [mean, min, max, count] = [series.mean, series.min, series.max, series.count].map((values) => values[place]!);
    const spread = count! > 1 ? ` (${number(min)} … ${number(max)} of ${count})` : '';
    const smoothed = series.smoothed ? `, smoothed ${number(series.smoothed[place])}` : '';
    return [`${curves.length > 1 ? `${label} ` : ''}${number(mean)}${spread}${smoothed}`];
  });
  return `${atX(axis, x)}: ${told.join(' · ')}`;
}

/** Returns an `rgb(...)` colour with the given alpha. */
function translucent(colour: string, alpha: number): string {
  return colour.replace(/^rgb\((.*)\)$/, `rgba($1, ${alpha})`);
}
