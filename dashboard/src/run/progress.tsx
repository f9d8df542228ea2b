import type { TrainingJob } from '../../generated/types.gen.ts';
import { knownNow } from '../api/reach.ts';
import { useNow } from '../shell/parts.tsx';
import { counted, whole } from '../text/format.ts';

/**
 * Estimates the seconds until a job is done at its current rate. Returns null if that is unknown, as for a retry, which
 * starts with the steps of the earlier job.
 */
export function timeLeft(job: TrainingJob, now = knownNow()): number | null {
  const { total_steps: total, steps_done: done, training_start: start, status, retry_of: before } = job;
  if (status !== 'running' || before !== null || !total || done === 0 || start === null) return null;
  return ((now - Date.parse(start)) / 1000 / done) * (total - done);
}

export function JobProgress({ job }: { job: TrainingJob }) {
  useNow();
  const { total_steps: total, steps_done: done, status } = job;
  if (status === 'queued') return null;
  const words = total ? `${whole(done)} of ${counted(total, 'gradient step')}` : counted(done, 'gradient step');
  return (
    <div class="progress">
      {total ? <progress max={total} value={done} aria-label={words} /> : null}
      <span class="small soft">{words}</span>
    </div>
  );
}
