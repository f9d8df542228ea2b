import { randomUUID } from 'node:crypto';
import type { LiveWorkers } from '../cluster/live-workers.ts';
import type { Worker } from '../generated/types.ts';
import { MAX_WAITING } from '../inference/generate-request.ts';
import type { ComputeClient } from '../worker/client/compute-client.ts';
import { serverName } from './server-name.ts';

/** Longest list that the contract allows. */
const MOST = 4096;

/** Returns the live workers of a cluster, sorted by name. */
export function listLiveWorkers(workers: LiveWorkers): Worker[] {
  const now = performance.timeOrigin;
  return workers
    .all()
    .map(({ heartbeat, seen, firstSeen }): Worker => {
      const { incarnation: id, name, version, role = 'all', state, load, models } = heartbeat;
      const heard = new Date(now + seen).toISOString();
      const since = heartbeat.since ?? new Date(now + firstSeen).toISOString();
      return { id, name, version, role, state, load, since, heard, models: models.map(modelBody) };
    })
    .sort((one, other) => one.name.localeCompare(other.name))
    .slice(0, MOST);
}

/** Returns a warning, fit for any user, if live workers have different versions; else null. */
export function versionsWarning(workers: Pick<LiveWorkers, 'all'>): string | null {
  const versions = [...new Set(workers.all().map(({ heartbeat }) => heartbeat.version))].sort();
  if (versions.length < 2) return null;
  const all = `${versions.slice(0, -1).join(', ')} and ${versions.at(-1)}`;
  return `Workers run the versions ${all}, and no stream moves between versions. Update all to one version.`;
}

/** Returns a function that describes a server without a cluster as its only worker. */
export function ownWorker(compute: ComputeClient, version: string): () => Worker[] {
  const own = { id: randomUUID(), name: serverName(), version, role: 'all' as const };
  return () => {
    const { state, loaded } = compute.report();
    const models = (loaded?.models ?? []).map((model) => modelBody({ ...model, class: null, places: MAX_WAITING }));
    const since = new Date(performance.timeOrigin).toISOString();
    const heard = new Date().toISOString();
    return [{ ...own, state: state === 'ready' ? 'ready' : 'loading', load: compute.load, since, heard, models }];
  };
}

interface KnownModel {
  id: string;
  class: string | null;
  contextLength: number;
  trainingLength: number;
  places: number;
}

function modelBody({ id, contextLength, trainingLength, places, ...model }: KnownModel): Worker['models'][number] {
  return { id, class: model.class, context_length: contextLength, training_length: trainingLength, places };
}
