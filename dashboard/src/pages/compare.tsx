import { keepPreviousData, useQueries } from '@tanstack/preact-query';
import { getModelOptions, getRunOptions } from '../../generated/@tanstack/preact-query.gen.ts';
import type { Model, Run, SeriesAxis } from '../../generated/types.gen.ts';
import { reasonOf } from '../api/connection.ts';
import { allJobs } from '../api/lists.ts';
import { runMetricsOptions, runSeriesOptions } from '../api/series.ts';
import { Chart } from '../charts/chart.tsx';
import { sectionsOf } from '../charts/meanings.ts';
import type { Curve } from '../charts/plot.tsx';
import { fitsFilter, hasValues, setRange, useView, ViewControls } from '../run/charts.tsx';
import { configOf } from '../run/config-of.ts';
import { servedName } from '../run/served-name.ts';
import { Empty, Fault, Head, NotShown, usePageTitle } from '../shell/parts.tsx';
import { href, setQuery, useRoute } from '../shell/route.ts';
import { VisibleText } from '../text/visible-text.tsx';

const most = 8;
const mostMetrics = 24;

/** Compares the curves and configurations of several runs. */
export function ComparePage() {
  usePageTitle('Compare');
  const asked = (useRoute().query.get('runs') ?? '').split(',').filter(Boolean);
  const ids = asked.slice(0, most);
  const runs = useQueries({ queries: ids.map((id) => getRunOptions({ path: { run_id: id } })) });
  const fault = runs.find(({ error }) => error)?.error;
  if (ids.length === 0) return <Empty title="No run is chosen.">Tick some in the list of runs.</Empty>;
  if (fault) return <NotShown error={fault} what="One of the runs" among={['runs', 'Runs']} />;
  const found = runs.flatMap(({ data }) => data ?? []);
  if (found.length < ids.length) return <p class="wait">Loading runs …</p>;
  return <Compared runs={found} left={asked.length - ids.length} />;
}

/** `left`: number of requested runs that are not shown. */
function Compared({ runs, left }: { runs: readonly Run[]; left: number }) {
  const models = useQueries({
    // Runs of W&B clients have no model.
    queries: runs.flatMap(({ model_id: id }) => (id == null ? [] : getModelOptions({ path: { model_id: id } }))),
  }).flatMap(({ data }) => data ?? []);
  const named = models.length === runs.length ? models.map((model) => servedName(model)).slice(0, 3) : [];
  return (
    <>
      <Head title={`${runs.length} runs`} trail={<a href="#/runs">Runs</a>}>
        {named.length > 0 && (
          <a class="button" href={href(['playground'], { models: named.join(',') })}>
            Ask {named.length === 3 && runs.length > 3 ? 'the first three' : 'them'} the same
          </a>
        )}
      </Head>
      <ul class="run-legend">
        {runs.map((run, place) => (
          <li key={run.id}>
            <i class={`swatch series-${place % 8}`} aria-hidden="true" />
            <a href={href(['runs', run.id])}>
              <VisibleText text={labelOf(run, runs)} />
            </a>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p class="small soft">
          {left} more are left out: {most} are compared at a time.
        </p>
      )}
      <ComparedCharts runs={runs} />
      {models.length === runs.length && <ConfigDiff runs={runs} models={models} />}
    </>
  );
}

/** Returns the run's name, with the project or the id if another run has the same name. */
function labelOf(run: Run, runs: readonly Run[]): string {
  const same = runs.filter(({ name }) => name === run.name);
  if (same.length === 1) return run.name;
  const inProject = same.filter(({ project }) => project === run.project);
  return inProject.length === 1 ? `${run.project}/${run.name}` : `${run.name} ${run.id.slice(0, 4)}`;
}

function ComparedCharts({ runs }: { runs: readonly Run[] }) {
  const view = useView();
  const { axis, range, smoothing, filter, enlarged } = view;
  const metrics = useQueries({ queries: runs.map(({ id }) => runMetricsOptions(id)) });
  const all = [...new Set(metrics.flatMap(({ data }) => data?.data.map(({ name }) => name) ?? []))];
  const fitting = sectionsOf(all.filter((name) => fitsFilter(name, filter))).flatMap((section) => section.names);
  const names = fitting.slice(0, mostMetrics);
  const asked = { metrics: names, x: axis, ...range, smoothing: smoothing || undefined, points: 500 };
  const series = useQueries({
    queries: runs.map(({ id }) => ({
      ...runSeriesOptions(id, asked),
      enabled: names.length > 0,
      placeholderData: keepPreviousData,
    })),
  });
  const areThere = series.every(({ data }) => data !== undefined);
  const missing = areThere ? names.filter((name) => series.every(({ data }) => !hasValues(data, name))) : [];
  // Metrics recorded per checkpoint have no value on the gradient-step axis.
  const byStep = useQueries({
    queries: runs.map(({ id }) => ({
      ...runSeriesOptions(id, { ...asked, metrics: missing, x: 'step', from: undefined, to: undefined }),
      enabled: axis === 'gradient_step' && range === null && missing.length > 0,
    })),
  });
  const curvesOf = (name: string): { x: SeriesAxis; curves: Curve[] } => {
    const x = missing.includes(name) ? 'step' : axis;
    const curves = runs.flatMap((run, place) => {
      const { data } = (missing.includes(name) ? byStep : series)[place]!;
      return hasValues(data, name) ? [{ label: labelOf(run, runs), colour: place, series: data!.metrics[name]! }] : [];
    });
    return { x, curves };
  };
  const fault = [...metrics, ...series, ...byStep].find(({ error }) => error)?.error;
  return (
    <>
      <ViewControls view={view} />
      {fault && (
        <p class="note bad" role="alert">
          {reasonOf(fault)}
        </p>
      )}
      <div class="charts">
        {names.map((name) => {
          const { x, curves } = curvesOf(name);
          if (curves.length === 0) return null;
          const isOwn = x === axis;
          return (
            <Chart
              key={name}
              {...{ name, curves, axis: x }}
              tag={isOwn ? undefined : 'by step'}
              range={isOwn ? range : null}
              syncKey={`compare${x}`}
              large={enlarged === name}
              onRange={isOwn ? setRange : (chosen) => setQuery({ x: 'step', from: chosen?.from, to: chosen?.to })}
              onEnlarge={() => setQuery({ large: enlarged === name ? undefined : name })}
            />
          );
        })}
      </div>
      {fitting.length > names.length && (
        <p class="small soft">{fitting.length - names.length} more metrics; the filter leads to them.</p>
      )}
    </>
  );
}

function ConfigDiff({ runs, models }: { runs: readonly Run[]; models: readonly Model[] }) {
  const jobs = useQueries({ queries: runs.map(({ model_id: id }) => allJobs(id ?? undefined)) });
  const fault = jobs.find(({ error }) => error)?.error;
  if (fault) return <Fault error={fault} what="The configurations cannot be shown" />;
  if (jobs.some(({ data }) => data === undefined)) return <p class="wait">Loading jobs …</p>;
  const configs = runs.map((run, place) => new Map(configOf(run, models[place]!, jobs[place]!.data!)));
  const names = [...new Set(configs.flatMap((config) => [...config.keys()]))];
  const differ = names.filter((name) => new Set(configs.map((config) => config.get(name))).size > 1);
  const isSame = names.length - differ.length;
  return (
    <section>
      <h2>Configuration</h2>
      <div class="table-scroll">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">What differs</th>
              {runs.map((run, place) => (
                <th scope="col" key={run.id}>
                  <i class={`swatch series-${place % 8}`} aria-hidden="true" /> {labelOf(run, runs)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differ.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {configs.map((config, place) => (
                  <td key={runs[place]!.id} class="mono">
                    {config.get(name) ?? <span class="soft">not set</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="small soft">{isSame} more are the same in all.</p>
    </section>
  );
}
