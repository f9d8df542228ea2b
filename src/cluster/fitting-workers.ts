import { isReady, type LiveWorker, type WorkerModel } from './live-workers.ts';

/** Those that are ready and have the model, of that class where one is given, without those that have refused. */
export function fittingWorkers(
  workers: Iterable<LiveWorker>,
  { model, class: ofClass }: { model: string; class: string | null },
  refused: ReadonlySet<string>,
): WorkerModel[] {
  const now = performance.now();
  const found: WorkerModel[] = [];
  for (const worker of workers) {
    if (!isReady(worker, now) || refused.has(worker.beat.incarnation)) continue;
    const served = modelOf(worker, model);
    if (served === undefined || (ofClass !== null && ofClass !== served.class)) continue;
    found.push(served);
  }
  return found;
}

/** In a loop of its own: there are a thousand workers, and many decisions a second. */
function modelOf({ served }: LiveWorker, model: string): WorkerModel | undefined {
  for (const one of served) if (one.id === model) return one;
  return undefined;
}
