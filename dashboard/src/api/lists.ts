/** Reads a page of a list; lists are read in full, up to `mostRead` items. */
import { queryOptions } from '@tanstack/preact-query';
import {
  listArtifacts,
  listCheckpoints,
  listModels,
  listRuns,
  listTrainingJobEvents,
  listTrainingJobs,
} from '../../generated/sdk.gen.ts';
import type { Artifact, Checkpoint, Model, Run, TrainingEvent, TrainingJob } from '../../generated/types.gen.ts';
import { Store } from '../shell/store.ts';
import { queries } from './connection.ts';
import { everyPage, type Listed, type ListPage } from './pages.ts';

type Read<Item> = (query: { limit: number; after?: string }, signal: AbortSignal) => Promise<{ data: ListPage<Item> }>;

const atOnce = 2_000;

/** Limit of items read from each list; the user can raise it. */
export const mostRead = new Store(atOnce);

export function readFurther(): Promise<void> {
  mostRead.set(mostRead.value + atOnce);
  return queries.invalidateQueries({ predicate: ({ queryKey }) => (queryKey[0] as { whole?: true }).whole === true });
}

export function wholeList<Item>(id: string, about: Record<string, unknown>, read: Read<Item>) {
  return queryOptions({
    queryKey: [{ _id: id, whole: true as const, ...about }],
    queryFn: ({ signal }) =>
      everyPage((after) => read({ limit: 100, ...(after ? { after } : {}) }, signal), mostRead.value),
    select: ({ items }: Listed<Item>) => items,
  });
}

/** Query options of such a list. */
export type WholeList<Item> = ReturnType<typeof wholeList<Item>>;

const throwOnError = true as const;

export const allRuns = () =>
  wholeList<Run>('listRuns', {}, (query, signal) =>
    listRuns({ query: { ...query, order: 'desc' }, signal, throwOnError }),
  );

export const allModels = () =>
  wholeList<Model>('listModels', {}, (query, signal) =>
    listModels({ query: { ...query, order: 'desc' }, signal, throwOnError }),
  );

export const allJobs = (model?: string) =>
  wholeList<TrainingJob>('listTrainingJobs', { model }, (query, signal) =>
    listTrainingJobs({
      query: { ...query, order: 'desc', ...(model === undefined ? {} : { model_id: model }) },
      signal,
      throwOnError,
    }),
  );

export const allCheckpoints = (model: string) =>
  wholeList<Checkpoint>('listCheckpoints', { model }, (query, signal) =>
    listCheckpoints({ path: { model_id: model }, query: { ...query, order: 'desc' }, signal, throwOnError }),
  );

export const allArtifacts = () =>
  wholeList<Artifact>('listArtifacts', {}, (query, signal) =>
    listArtifacts({ query: { ...query, order: 'desc' }, signal, throwOnError }),
  );

/** Reads only events after the known ones, since events are only appended. A long job takes several reads. */
export function allEvents(job: string) {
  const queryKey = [{ _id: 'listTrainingJobEvents', job }];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<TrainingEvent[]>(queryKey) ?? [];
      const path = { training_job_id: job };
      const { items: fresh } = await everyPage<TrainingEvent>((after = known.at(-1)?.id) => {
        return listTrainingJobEvents({
          path,
          query: { limit: 100, ...(after ? { after } : {}) },
          signal,
          throwOnError,
        });
      }, mostEvents);
      return fresh.length === 0 ? known : [...known, ...fresh];
    },
  });
}

/** Maximum number of events per read. */
export const mostEvents = 20_000;
