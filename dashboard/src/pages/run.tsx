import { useQuery } from '@tanstack/preact-query';
import { getModelOptions, getRunOptions } from '../../generated/@tanstack/preact-query.gen.ts';
import type { Model, Run, TrainingJob } from '../../generated/types.gen.ts';
import { allJobs } from '../api/lists.ts';
import { saveFile } from '../api/save-file.ts';
import { CancelJob } from '../run/cancel-job.tsx';
import { RunCharts } from '../run/charts.tsx';
import { Checkpoints } from '../run/checkpoints.tsx';
import { RunConfig } from '../run/config.tsx';
import { Health } from '../run/health.tsx';
import { JobTable } from '../run/job-table.tsx';
import { timeLeft } from '../run/progress.tsx';
import { Samples } from '../run/samples.tsx';
import { servedName } from '../run/served-name.ts';
import { Trajectories } from '../run/trajectories.tsx';
import { Action } from '../shell/action.tsx';
import { Ago, Head, LoadedSubject, Status, Tabs, usePageTitle } from '../shell/parts.tsx';
import { href, useQueryField } from '../shell/route.ts';
import { duration, number } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';

const tabs = [
  { id: 'charts', label: 'Charts' },
  { id: 'trajectories', label: 'Trajectories' },
  { id: 'samples', label: 'Samples over steps' },
  { id: 'checkpoints', label: 'Checkpoints' },
  { id: 'jobs', label: 'Jobs' },
  { id: 'config', label: 'Config' },
];

/** Tabs of runs with SFT jobs only, which keep no trajectories. */
const sftTabs = tabs.filter(({ id }) => id !== 'trajectories');

export function RunPage({ id }: { id: string }) {
  const run = useQuery(getRunOptions({ path: { run_id: id } }));
  return (
    <LoadedSubject of={run} what="The run" among={['runs', 'Runs']}>
      {(found) =>
        found.model_id == null ? <ClientRun run={found} /> : <RunOfModel run={found} model={found.model_id} />
      }
    </LoadedSubject>
  );
}

/** Run logged by a W&B client; it has only charts. */
function ClientRun({ run }: { run: Run }) {
  usePageTitle(run.name);
  const trail = (
    <>
      <a href="#/runs">Runs</a> / <VisibleText text={run.project} />
    </>
  );
  return (
    <>
      <Head title={<VisibleText text={run.name} />} trail={trail}>
        <Action act={() => saveFile(`/v1/preview/runs/${run.id}/tensorboard`, 'events.out.tfevents')}>
          TensorBoard
        </Action>
      </Head>
      <p class="facts-line">
        <span class="soft">logged by a client of W&B</span>
        <span class="soft">
          began <Ago time={run.created} />
        </span>
      </p>
      <RunCharts run={run} jobs={[]} />
    </>
  );
}

function RunOfModel({ run, model: modelId }: { run: Run; model: string }) {
  const model = useQuery(getModelOptions({ path: { model_id: modelId } }));
  const jobs = useQuery(allJobs(modelId));
  usePageTitle(run.name);
  return (
    <LoadedSubject of={model} what="The model" among={['runs', 'Runs']}>
      {(found) => <RunParts run={run} model={found} jobs={jobs.data ?? []} />}
    </LoadedSubject>
  );
}

interface Props {
  run: Run;
  model: Model;
  jobs: readonly TrainingJob[];
}

function RunParts({ run, model, jobs }: Props) {
  const [tab] = useQueryField('tab', 'charts');
  return (
    <>
      <RunHead run={run} model={model} jobs={jobs} />
      <Health run={run} />
      <Tabs
        tabs={jobs.length > 0 && jobs.every(({ kind }) => kind === 'sft') ? sftTabs : tabs}
        current={tab}
        hrefOf={(id) => href(['runs', run.id], { tab: id === 'charts' ? undefined : id })}
      />
      {tab === 'charts' && <RunCharts run={run} jobs={jobs} />}
      {tab === 'trajectories' && <Trajectories model={model.id} jobs={jobs} />}
      {tab === 'samples' && <Samples model={model} />}
      {tab === 'checkpoints' && <Checkpoints model={model} />}
      {tab === 'jobs' && <JobTable jobs={jobs} />}
      {tab === 'config' && <RunConfig run={run} model={model} jobs={jobs} />}
    </>
  );
}

function RunHead({ run, model, jobs }: Props) {
  const job = jobs.find(({ status }) => status === 'running') ?? jobs.find(({ status }) => status === 'queued');
  const left = job === undefined ? null : timeLeft(job);
  const trail = (
    <>
      <a href="#/runs">Runs</a> / <VisibleText text={model.project} />
    </>
  );
  return (
    <>
      <Head title={<VisibleText text={run.name} />} trail={trail}>
        <a class="button" href={href(['playground'], { models: servedName(model) })}>
          Chat
        </a>
        <a class="button" href={href(['runs', run.id], { tab: 'checkpoints' })}>
          Export
        </a>
        <Action act={() => saveFile(`/v1/preview/runs/${run.id}/tensorboard`, 'events.out.tfevents')}>
          TensorBoard
        </Action>
        {job && <CancelJob job={job}>Cancel the job</CancelJob>}
      </Head>
      <p class="facts-line">
        <Status value={job?.status ?? run.status ?? 'idle'} />
        <span>
          <span class="soft">model</span> <a href={href(['models', model.id])}>{model.name}</a>
        </span>
        <span>
          <span class="soft">base</span> {model.base_model}
        </span>
        <span>
          <span class="soft">step</span> {number(run.step)}
        </span>
        {left !== null && (
          <span>
            <span class="soft">left</span> {duration(left)}
          </span>
        )}
        <span class="soft">
          began <Ago time={run.created} />
        </span>
      </p>
    </>
  );
}
