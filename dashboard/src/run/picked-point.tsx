import type { Run, SeriesAxis, TrainingJob } from '../../generated/types.gen.ts';
import { atX } from '../charts/axis.ts';
import { Status } from '../shell/parts.tsx';
import { href } from '../shell/route.ts';

/** Returns the job at a point of a chart: by its checkpoint, its time, or the number of earlier gradient steps. */
export function jobAt(axis: SeriesAxis, x: number, jobs: readonly TrainingJob[]): TrainingJob | undefined {
  if (axis === 'step') return jobs.find(({ step }) => step === Math.round(x));
  if (axis === 'time') {
    return jobs.find(({ training_start: start, training_end: end }) => {
      return start !== null && Date.parse(start) <= x && (end === null || x <= Date.parse(end) + 1000);
    });
  }
  let before = 0;
  const counted = new Map<string, number>();
  for (const job of jobs.toSorted((a, b) => a.created.localeCompare(b.created))) {
    const fresh = job.steps_done - (counted.get(job.retry_of ?? '') ?? 0);
    counted.set(job.id, job.steps_done);
    if (x > before && x <= before + fresh) return job;
    before += fresh;
  }
  return undefined;
}

interface Props {
  axis: SeriesAxis;
  x: number;
  jobs: readonly TrainingJob[];
  run: Run;
  onClose: () => void;
}

export function PickedPoint({ axis, x, jobs, run, onClose }: Props) {
  const job = jobAt(axis, x, jobs);
  return (
    <p class="note picked" role="status">
      <b>{atX(axis, x)}</b>{' '}
      {job === undefined ? (
        'belongs to no job that is kept.'
      ) : (
        <>
          <Status value={job.status} /> <a href={href(['jobs', job.id])}>its job</a>{' '}
          <a href={href(['runs', run.id], { tab: 'trajectories', job: job.id })}>its trajectories</a>{' '}
          <a href={href(['runs', run.id], { tab: 'trajectories', job: job.id, view: 'groups' })}>its groups</a>
        </>
      )}
      <button type="button" class="quiet push" aria-label="Close" onClick={onClose}>
        ✕
      </button>
    </p>
  );
}
