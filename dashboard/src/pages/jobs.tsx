import { useQuery } from '@tanstack/preact-query';
import { getTrainingJobOptions } from '../../generated/@tanstack/preact-query.gen.ts';
import { retryTrainingJob } from '../../generated/sdk.gen.ts';
import type { TrainingEvent, TrainingJob } from '../../generated/types.gen.ts';
import { queries } from '../api/connection.ts';
import { allEvents, allJobs, allModels, mostEvents } from '../api/lists.ts';
import { CancelJob } from '../run/cancel-job.tsx';
import { ConfigTable } from '../run/config.tsx';
import { JobTable, took } from '../run/job-table.tsx';
import { JobProgress, timeLeft } from '../run/progress.tsx';
import { Action } from '../shell/action.tsx';
import { Ago, Fact, Head, Loaded, LoadedSubject, Status, usePageTitle } from '../shell/parts.tsx';
import { goTo, href, useQueryField } from '../shell/route.ts';
import { Further, useFirstRows } from '../shell/rows.tsx';
import { counted, duration, number, whole } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';

export function JobsPage() {
  usePageTitle('Jobs');
  const jobs = useQuery(allJobs());
  const models = useQuery(allModels());
  const [status, setStatus] = useQueryField('state');
  const [text, setText] = useQueryField('q');
  const nameOf = (id: string) => models.data?.find((model) => model.id === id)?.name ?? id.slice(0, 8);
  return (
    <>
      <Head title="Jobs" />
      <Loaded of={jobs} what="Jobs">
        {(all) => {
          const fits = (job: TrainingJob) => `${job.id} ${job.kind} ${nameOf(job.model_id)} ${job.error_message}`;
          const found = all.filter((job) => {
            const hasText = fits(job).toLowerCase().includes(text.toLowerCase());
            return hasText && (status === '' || job.status === status);
          });
          return (
            <>
              <div class="toolbar">
                <input
                  type="search"
                  data-filter
                  placeholder="Filter by model, id, error"
                  aria-label="Filter jobs"
                  value={text}
                  onInput={(event) => setText(event.currentTarget.value)}
                />
                <select aria-label="State" value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
                  <option value="">Any state</option>
                  {['queued', 'running', 'succeeded', 'failed', 'cancelled'].map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
                <span class="soft" role="status">
                  {counted(found.length, 'job')}
                </span>
              </div>
              <JobTable jobs={found} nameOf={nameOf} />
              <Further of={allJobs()} what="jobs" />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

export function JobPage({ id }: { id: string }) {
  const job = useQuery(getTrainingJobOptions({ path: { training_job_id: id } }));
  usePageTitle(`Job ${id.slice(0, 8)}`);
  return (
    <LoadedSubject of={job} what="The job" among={['jobs', 'Jobs']}>
      {(found) => <JobParts job={found} />}
    </LoadedSubject>
  );
}

function JobParts({ job }: { job: TrainingJob }) {
  const models = useQuery(allModels());
  const model = models.data?.find(({ id }) => id === job.model_id);
  const left = timeLeft(job);
  return (
    <>
      <Head title={<span class="mono">{job.id.slice(0, 8)}</span>} trail={<a href="#/jobs">Jobs</a>}>
        <JobActions job={job} />
        {model?.run_id && (
          <>
            {job.kind === 'rl' && (
              <a class="button" href={href(['runs', model.run_id], { tab: 'trajectories', job: job.id })}>
                Trajectories
              </a>
            )}
            <a class="button" href={href(['runs', model.run_id])}>
              Run
            </a>
          </>
        )}
      </Head>
      <p class="facts-line">
        <Status value={job.status} />
        <span>{job.kind.toUpperCase()}</span>
        {model && (
          <span>
            <span class="soft">model</span> <a href={href(['models', model.id])}>{model.name}</a>
          </span>
        )}
        {job.retry_of && (
          <span>
            <span class="soft">tries again</span> <a href={href(['jobs', job.retry_of])}>{job.retry_of.slice(0, 8)}</a>
          </span>
        )}
        <span class="soft">
          created <Ago time={job.created} />
        </span>
      </p>
      <JobProgress job={job} />
      {job.error_message && (
        <p class="note bad">
          <VisibleText text={job.error_message} />
        </p>
      )}
      {job.notice && (
        <p class="note">
          <VisibleText text={job.notice} />
        </p>
      )}
      <dl class="facts">
        {job.status === 'queued' && <Fact label="Place in the queue">{number(job.queue_position)}</Fact>}
        {job.training_start && <Fact label="Took">{took(job)}</Fact>}
        {left !== null && <Fact label="Left">{duration(left)}</Fact>}
        <Fact label="Checkpoint">{number(job.step)}</Fact>
      </dl>
      {job.ignored_fields && job.ignored_fields.length > 0 && (
        <section>
          <h2>Fields that had no effect</h2>
          <ul class="plain">
            {job.ignored_fields.map((field) => (
              <li key={field} class="mono">
                <VisibleText text={field} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {job.config && (
        <details class="section">
          <summary>
            <h2>Config</h2>
          </summary>
          <ConfigTable rows={Object.entries(job.config).map(([name, value]) => [name, JSON.stringify(value)])} />
        </details>
      )}
      <Events job={job} />
    </>
  );
}

function JobActions({ job }: { job: TrainingJob }) {
  const path = { training_job_id: job.id };
  if (job.status === 'queued' || job.status === 'running') {
    return <CancelJob job={job}>Cancel</CancelJob>;
  }
  if (job.status === 'succeeded') return null;
  const retry = async () => {
    const { data } = await retryTrainingJob({ path, throwOnError: true });
    await queries.invalidateQueries();
    goTo(['jobs', data.id]);
  };
  return (
    <Action act={retry} kind="primary">
      Try again
    </Action>
  );
}

function Events({ job }: { job: TrainingJob }) {
  const isOver = job.training_end !== null;
  const events = useQuery({ ...allEvents(job.id), staleTime: isOver ? 60_000 : 0 });
  return (
    <section>
      <h2>Events</h2>
      <Loaded of={events} what="Events">
        {(all) => (all.length === 0 ? <p class="quiet-line">None yet.</p> : <EventTable events={all} job={job} />)}
      </Loaded>
      {(events.data?.length ?? 0) >= mostEvents && !events.isFetching && (
        <p class="toolbar">
          <Action act={() => events.refetch()}>Read on</Action>
          <span class="small soft">{whole(mostEvents)} events are read at a time; this looks for later ones</span>
        </p>
      )}
    </section>
  );
}

const columns = [
  'reward',
  'loss',
  'policy_loss',
  'entropy',
  'grad_norm',
  'loss/importance_ratio_p99',
  'time/step_seconds',
];

/** Returns an event's name. Clients get one event type for failed and cancelled jobs; the page tells them apart. */
function nameOfEvent({ type }: TrainingEvent, place: number, job: TrainingJob): string {
  if (type === 'gradient_step') return `gradient step ${place}`;
  return type === 'training_failed' && job.status === 'cancelled' ? 'training cancelled' : type.replaceAll('_', ' ');
}

function EventTable({ events, job }: { events: readonly TrainingEvent[]; job: TrainingJob }) {
  const steps = events.filter((event) => event.type === 'gradient_step');
  const names = columns.filter((name) => steps.some(({ data }) => data[name] !== undefined));
  const newestFirst = events.map((event, place) => ({ event, place })).toReversed();
  const [shown, more] = useFirstRows(newestFirst, 300);
  return (
    <>
      <div class="table-scroll">
        <table class="list">
          <caption class="small soft">{counted(events.length, 'event')}, the newest first</caption>
          <thead>
            <tr>
              <th scope="col">Event</th>
              {names.map((name) => (
                <th scope="col" class="right" key={name}>
                  {name}
                </th>
              ))}
              <th scope="col">More</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ event, place }) => (
              <tr key={event.id}>
                <th scope="row">{nameOfEvent(event, place, job)}</th>
                {names.map((name) => (
                  <td class="right" key={name}>
                    {event.type === 'gradient_step' ? number(event.data[name]) : ''}
                  </td>
                ))}
                <td>
                  <details class="inline">
                    <summary>data</summary>
                    <pre>
                      <VisibleText text={JSON.stringify(event.data, null, 1)} />
                    </pre>
                  </details>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </>
  );
}
