import { useQuery } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Run } from '../../generated/types.gen.ts';
import { runSeriesOptions } from '../api/series.ts';
import { Sparkline } from '../shell/sparkline.tsx';
import { number } from '../text/format.ts';

/** Metrics that best summarize a run, in order of preference. */
const telling = ['val/reward', 'train/reward', 'reward', 'loss'] as const;

/** Returns the metric shown for a run in lists. */
export function headline(run: Run): [name: string, value: number] | null {
  const name = telling.find((metric) => run.latest?.[metric] !== undefined);
  return name === undefined ? null : [name, run.latest![name]!];
}

/** Curve of a run's reward or loss, loaded once its row is visible. */
export function RunTrend({ run }: { run: Run }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, see] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && see(true));
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  const [name, value] = headline(run) ?? [];
  const axis = name === 'train/reward' || name === 'val/reward' ? 'step' : 'gradient_step';
  const series = useQuery({
    ...runSeriesOptions(run.id, { metrics: [name ?? 'reward'], x: axis, points: 60 }),
    enabled: isSeen && name !== undefined,
  });
  const values = name === undefined ? [] : (series.data?.metrics[name]?.mean ?? []);
  return (
    <span class="trend" ref={place}>
      {name === undefined ? (
        <span class="soft">no metrics yet</span>
      ) : (
        <>
          <Sparkline values={values} label={`${name}, ${values.length} points, ${number(value)} at last`} />
          <span class="trend-value">{number(value)}</span> <span class="soft small">{name}</span>
        </>
      )}
    </span>
  );
}
