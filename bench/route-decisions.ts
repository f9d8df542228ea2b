import { loadLimit, pickWorker, routeHash } from '../src/cluster/chat-router.ts';
import { FittingWorkers } from '../src/cluster/fitting-workers.ts';
import { type LiveWorker, WorkerModel } from '../src/cluster/live-worker.ts';
import { RemoteCall } from '../src/cluster/remote-call.ts';
import { Generation } from '../src/worker/client/generation.ts';

const NOBODY: ReadonlySet<string> = new Set();
const CALLS = 1_000;

/** Creates workers of one model, with 8 to 14 sequences each. */
function manyWorkers(count: number): FittingWorkers {
  const made = Array.from({ length: count }, (_, number): LiveWorker => {
    const models = [{ id: 'toy', class: 'one', contextLength: 1_024, trainingLength: 512, places: 64 }];
    const heartbeat = {
      incarnation: `worker ${number}`,
      name: '',
      version: '',
      state: 'ready' as const,
      models,
      load: 8,
    };
    const seen = { seen: Number.POSITIVE_INFINITY, firstSeen: 0 };
    const worker = { heartbeat, hash: routeHash(heartbeat.incarnation), ...seen, sent: number % 7, served: [] };
    return Object.assign(worker, { served: models.map((model) => new WorkerModel(worker, model)) });
  });
  return new FittingWorkers(new Map(made.map((worker) => [worker.heartbeat.incarnation, worker])));
}

function callOf(number: number): RemoteCall {
  const sampling = { temperature: 1, topK: 0, topP: 1, seed: 1n };
  const asked = { model: 'toy', adapter: null, promptIds: Uint32Array.of(1), maxTokens: 1, stopTokenIds: [], sampling };
  const shared = {
    cacheRoot: 'a digest of the key and its salt, of 43 chars',
    affinity: `the opening of chat ${number}`,
  };
  return RemoteCall.generate({ ...asked, topLogprobs: 0, ...shared }, new Generation(() => {}));
}

/**
 * Returns a function that makes the full routing decision for a call. The list of suitable workers is rebuilt for every
 * hundredth call, about as often as workers time out, join or leave.
 */
export function routeDecisions(workers: number): (call: number) => void {
  const fitting = manyWorkers(workers);
  const calls = Array.from({ length: CALLS }, (_, number) => callOf(number));
  return (call) => {
    if (call % 100 === 0) fitting.forget();
    const asked = calls[call % CALLS]!;
    const found = fitting.of(asked, NOBODY);
    const chosen = pickWorker(asked.route, found);
    if (chosen === null || found.length !== workers || loadLimit(found) < 8) throw new Error('a call has no worker');
  };
}
