import type { Candidate } from './chat-router.ts';
import { isReady, type LiveWorker } from './live-workers.ts';
import type { BeatModel, WorkerBeat } from './worker-beat.ts';

/** A worker that could take a call, and what is known of it. */
export interface FittingWorker extends Candidate {
  worker: LiveWorker;
}

/** Those that are ready and have the model, of that class where one is given, without those that have refused. */
export function fittingWorkers(
  workers: Iterable<LiveWorker>,
  { model, class: ofClass }: { model: string; class: string | null },
  refused: ReadonlySet<string>,
): FittingWorker[] {
  const now = performance.now();
  const found: FittingWorker[] = [];
  for (const worker of workers) {
    const { beat, hash, sent } = worker;
    if (!isReady(worker, now) || refused.has(beat.incarnation)) continue;
    const served = modelOf(beat, model);
    if (served === undefined || (ofClass !== null && ofClass !== served.class)) continue;
    found.push({ hash, load: Math.max(0, beat.load + sent), places: served.places, worker });
  }
  return found;
}

/** In a loop of its own: there are a thousand workers, and many decisions a second. */
function modelOf({ models }: WorkerBeat, model: string): BeatModel | undefined {
  for (const one of models) if (one.id === model) return one;
  return undefined;
}
