import { useQuery } from '@tanstack/preact-query';
import type { DiskSpace, Run, SystemCheck, TrainingJob } from '../../generated/types.gen.ts';
import { allJobs, allModels, allRuns } from '../api/lists.ts';
import { systemCheck } from '../api/system-check.ts';
import { JobProgress, timeLeft } from '../run/progress.tsx';
import { RunTrend } from '../run/trend.tsx';
import { Ago, Empty, Fact, Head, Loaded, Status, usePageTitle } from '../shell/parts.tsx';
import { href } from '../shell/route.ts';
import { bytes, counted, duration, number, whole } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { isLow, QueueFacts, useStats } from './stats.tsx';

/** Current work of the server, and recent results. */
export function Overview() {
  usePageTitle('Overview');
  const check = useQuery(systemCheck());
  const stats = useStats();
  const jobs = useQuery(allJobs());
  const runs = useQuery(allRuns());
  const models = useQuery(allModels());
  const nameOf = (id: string) => models.data?.find((model) => model.id === id)?.name ?? id.slice(0, 8);
  const of = (state: TrainingJob['status']) => jobs.data?.filter(({ status }) => status === state) ?? [];
  const current = [...of('running'), ...of('queued').reverse()];
  return (
    <>
      <Head title="Overview" />
      <Alerts check={check.data} disk={stats.data?.disk} jobs={jobs.data ?? []} nameOf={nameOf} />
      <section class="facts-row" aria-label="Server">
        <Loaded of={check} what="The device">
          {(parts) => <DeviceFacts check={parts} />}
        </Loaded>
        <Loaded of={stats} what="Figures">
          {(figures) => <QueueFacts stats={figures} />}
        </Loaded>
      </section>
      <section aria-labelledby="now">
        <h2 id="now">
          Training now <span class="count">{current.length}</span>
        </h2>
        <Loaded of={jobs} what="Jobs">
          {() =>
            current.length === 0 ? (
              <p class="quiet-line">No job runs or waits.</p>
            ) : (
              <ul class="cards">
                {current.map((job) => (
                  <RunningJob key={job.id} job={job} name={nameOf(job.model_id)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      <section aria-labelledby="latest">
        <h2 id="latest">
          Latest runs <a href="#/runs">all runs</a>
        </h2>
        <Loaded of={runs} what="Runs">
          {(all) => (all.length === 0 ? <FirstSteps /> : <LatestRuns runs={newest(all)} />)}
        </Loaded>
      </section>
    </>
  );
}

function newest(runs: readonly Run[]): Run[] {
  const busy = (run: Run) => (run.status === 'running' ? 2 : run.status === 'queued' ? 1 : 0);
  return runs.toSorted((a, b) => busy(b) - busy(a) || b.created.localeCompare(a.created)).slice(0, 10);
}

function DeviceFacts({ check: { device, models, training, gpu_queue: queue } }: { check: SystemCheck }) {
  const used = models.reduce((sum, model) => sum + model.weight_bytes + model.adapter_bytes + model.cache_bytes, 0);
  return (
    <dl class="facts">
      <Fact label="Device" title={device?.backend}>
        {device?.adapter ?? (queue.success ? 'that of the workers' : 'down')}
      </Fact>
      {device && (
        <Fact label="Weights, adapters, cache" title="Of the memory that the device has">
          {bytes(used)} <span class="soft">of {bytes(device.memory_bytes)}</span>
        </Fact>
      )}
      {training && (
        <Fact label="Room to train" title="Memory that training may take beside the served models">
          {bytes(training.room_bytes)}
        </Fact>
      )}
      <Fact label="Serving">{models.map(({ id }) => id).join(', ') || 'nothing'}</Fact>
    </dl>
  );
}

interface AlertsProps {
  check: SystemCheck | undefined;
  disk: DiskSpace | undefined;
  jobs: readonly TrainingJob[];
  nameOf: (model: string) => string;
}

/** Problems that need attention. */
function Alerts({ check, disk, jobs, nameOf }: AlertsProps) {
  const day = Date.now() - 86_400_000;
  const failed = jobs.filter(({ status, training_end: end }) => status === 'failed' && Date.parse(end ?? '') > day);
  const parts = check
    ? (['api', 'database', 'cpu_queue', 'gpu_queue'] as const).filter((part) => !check[part].success)
    : [];
  const warnings = check?.warnings ?? [];
  const isSoftware = check?.device?.fallback ?? false;
  const isFull = disk !== undefined && isLow(disk);
  if (failed.length + parts.length + warnings.length === 0 && !isSoftware && !isFull) return null;
  return (
    <ul class="alerts" aria-label="Alerts">
      {parts.map((part) => (
        <li key={part} class="note bad">
          {part.replaceAll('_', ' ')} does not work: {check![part].errors[0]} <a href="#/system">System</a>
        </li>
      ))}
      {warnings.map((warning) => (
        <li key={warning} class="note bad">
          {warning}
        </li>
      ))}
      {isFull && (
        <li class="note bad">
          The disk is nearly full: {bytes(disk.free_bytes)} are free. Training stops when there is no room for a
          checkpoint.
        </li>
      )}
      {failed.slice(0, 3).map((job) => (
        <li key={job.id} class="note bad">
          A job of <b>{nameOf(job.model_id)}</b> failed <Ago time={job.training_end!} />:{' '}
          <VisibleText text={job.error_message ?? ''} /> <a href={href(['jobs', job.id])}>Look at the job</a>
        </li>
      ))}
      {failed.length > 3 && (
        <li class="note bad">
          {counted(failed.length - 3, 'more job')} failed within a day.{' '}
          <a href={href(['jobs'], { state: 'failed' })}>All</a>
        </li>
      )}
      {isSoftware && <li class="note">A software driver computes, since no GPU is in use; training is slow.</li>}
    </ul>
  );
}

function RunningJob({ job, name }: { job: TrainingJob; name: string }) {
  const left = timeLeft(job);
  return (
    <li class="card">
      <div class="card-line">
        <Status value={job.status} />
        <a data-row href={href(['jobs', job.id])}>
          {name}
        </a>
        <span class="soft">{job.kind.toUpperCase()}</span>
        <span class="push soft">
          {job.status === 'queued'
            ? `place ${whole(job.queue_position ?? null)} in the queue`
            : left === null
              ? ''
              : `${duration(left)} left`}
        </span>
      </div>
      <JobProgress job={job} />
    </li>
  );
}

function LatestRuns({ runs }: { runs: readonly Run[] }) {
  return (
    <div class="table-scroll">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">State</th>
            <th scope="col">Base model</th>
            <th scope="col" class="right">
              Step
            </th>
            <th scope="col">Reward or loss</th>
            <th scope="col">Began</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                <a data-row href={href(['runs', run.id])}>
                  <VisibleText text={run.name} />
                </a>{' '}
                <span class="soft">{run.project}</span>
              </th>
              <td>
                <Status value={run.status ?? 'idle'} />
              </td>
              <td class="soft">{run.base_model}</td>
              <td class="right">{number(run.step)}</td>
              <td>
                <RunTrend run={run} />
              </td>
              <td class="soft">
                <Ago time={run.created} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FirstSteps() {
  return (
    <Empty title="No run yet.">
      <ol>
        <li>
          <a href="#/models">Create a model</a>: an adapter on one of the base models. It has a run from then on.
        </li>
        <li>
          <a href="#/data">Upload conversations</a> and train on them, or send trajectories with rewards by the{' '}
          <a href="/docs">API</a> or the ART client.
        </li>
        <li>
          <a href="#/playground">Talk to it</a>, beside the base model.
        </li>
      </ol>
      <p class="soft">{counted(0, 'run')} so far. They show up here by themselves.</p>
    </Empty>
  );
}
