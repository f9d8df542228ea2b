import { setTimeout as sleep } from 'node:timers/promises';
import type { ShardRequest, ShardResult, StepHelper, StepHelpers } from '../worker/client/step-helpers.ts';
import type { Bus, BusMessage } from './bus.ts';
import type { ClusterWorker } from './cluster-worker.ts';
import { isReady, type LiveWorker } from './live-worker.ts';
import type { LiveWorkers } from './live-workers.ts';
import { HEARTBEAT_MS, subjects, type WorkerHeartbeat } from './worker-heartbeat.ts';

/** Timeout of a shard; no shard takes this long. */
const LONGEST_MS = 3_600_000;

/** A message to a helper: compute a shard, or stop work for a step that has ended. */
type ShardMessage = { ask: ShardRequest } | { leave: string };

/** A helper's answer. */
type ShardReply = { done: ShardResult } | { refused: string };

interface ShardCallsParts {
  bus: Bus;
  workers: LiveWorkers;
  /** This worker. */
  worker: Pick<ClusterWorker, 'incarnation' | 'heartbeat'>;
  helper: Helper;
}

/** Computes shards on this worker. */
export interface Helper {
  compute(ask: ShardRequest): Promise<ShardResult>;
  /** Stops computing for a step. */
  stop(step: string): void;
}

/** Exchanges shards of steps between workers: asks other workers for them, and serves their requests. */
export class ShardCalls implements StepHelpers {
  /** Number of shards that this worker computed for others. */
  served = 0;
  readonly #parts: ShardCallsParts;
  readonly #end: () => void;

  constructor(parts: ShardCallsParts) {
    this.#parts = parts;
    const { bus, worker } = parts;
    this.#end = bus.subscribe(subjects.shards(worker.incarnation), (message) => void this.#receive(message));
  }

  ready(model: string): StepHelper[] {
    const { workers, worker } = this.#parts;
    const now = performance.now();
    const wanted = this.classOf(model);
    const fits = ({ heartbeat }: LiveWorker): boolean =>
      heartbeat.incarnation !== worker.incarnation &&
      heartbeat.jobs === 0 &&
      trainingClass(heartbeat, model) === wanted;
    if (wanted === '') return [];
    const ready = workers.all().filter((one) => isReady(one, now) && fits(one));
    return ready.map(({ heartbeat }) => this.#helper(heartbeat));
  }

  classOf(model: string): string {
    return trainingClass(this.#parts.worker.heartbeat(), model) ?? '';
  }

  close(): void {
    this.#end();
  }

  #helper({ name, incarnation }: WorkerHeartbeat): StepHelper {
    return { name: `${name} (${incarnation})`, compute: (ask, signal) => this.#ask(incarnation, ask, signal) };
  }

  async #ask(incarnation: string, ask: ShardRequest, signal: AbortSignal): Promise<ShardResult> {
    const { bus } = this.#parts;
    const over = new AbortController();
    const subject = subjects.shards(incarnation);
    const answered = bus.request(subject, { ask } satisfies ShardMessage, LONGEST_MS) as Promise<ShardReply>;
    try {
      const either = AbortSignal.any([signal, over.signal]);
      const reply = await Promise.race([answered, this.#gone(incarnation, either)]);
      if ('refused' in reply) throw new Error(reply.refused);
      return reply.done;
    } finally {
      over.abort();
      if (signal.aborted) bus.publish(subject, { leave: ask.step } satisfies ShardMessage);
      answered.catch(() => {});
    }
  }

  /** Resolves when the worker is dead, or `signal` aborts because its answer is no longer needed. */
  async #gone(incarnation: string, signal: AbortSignal): Promise<ShardReply> {
    while (!signal.aborted && this.#parts.workers.has(incarnation)) {
      await sleep(HEARTBEAT_MS, undefined, { signal, ref: false }).catch(() => {});
    }
    return { refused: signal.aborted ? 'the step is over' : 'the worker is gone' };
  }

  async #receive({ value, answer }: BusMessage): Promise<void> {
    const { worker, helper } = this.#parts;
    const message = value as ShardMessage;
    if ('leave' in message) return helper.stop(message.leave);
    try {
      if (worker.heartbeat().state !== 'ready') throw new Error('the worker is not ready');
      const done = await helper.compute(message.ask);
      this.served += 1;
      answer?.({ done } satisfies ShardReply);
    } catch (error) {
      answer?.({ refused: error instanceof Error ? error.message : String(error) } satisfies ShardReply);
    }
  }
}

function trainingClass({ models }: WorkerHeartbeat, model: string): string | undefined {
  return models.find(({ id }) => id === model)?.training;
}
