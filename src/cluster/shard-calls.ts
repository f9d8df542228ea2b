import { setTimeout as sleep } from 'node:timers/promises';
import type { ShardAsk, ShardDone, StepHelper, StepHelpers } from '../worker/client/step-helpers.ts';
import type { Bus, BusMessage } from './bus.ts';
import { isReady, type LiveWorker, type LiveWorkers } from './live-workers.ts';
import { BEAT_MS, subjects, type WorkerBeat } from './worker-beat.ts';

/** No shard takes so long. */
const LONGEST_MS = 3_600_000;

/** What a helper answers, once it is done. */
type ShardReply = { done: ShardDone } | { refused: string };

interface ShardCallsParts {
  bus: Bus;
  workers: LiveWorkers;
  /** What this worker says of itself. */
  own(): WorkerBeat;
  help(ask: ShardAsk): Promise<ShardDone>;
}

/** Shards of steps that workers compute for each other: asks others for them, and answers what others ask. */
export class ShardCalls implements StepHelpers {
  /** Shards that this worker computed for others. */
  given = 0;
  readonly #parts: ShardCallsParts;
  readonly #end: () => void;

  constructor(parts: ShardCallsParts) {
    this.#parts = parts;
    const { bus, own } = parts;
    this.#end = bus.subscribe(subjects.shards(own().incarnation), (message) => void this.#answer(message));
  }

  ready(model: string): StepHelper[] {
    const { workers, own } = this.#parts;
    const now = performance.now();
    const wanted = this.classOf(model);
    const { incarnation } = own();
    const fits = (one: LiveWorker): boolean =>
      one.beat.incarnation !== incarnation && isReady(one, now) && trainingClass(one.beat, model) === wanted;
    return wanted === ''
      ? []
      : workers
          .all()
          .filter(fits)
          .map(({ beat }) => this.#helper(beat));
  }

  classOf(model: string): string {
    return trainingClass(this.#parts.own(), model) ?? '';
  }

  close(): void {
    this.#end();
  }

  #helper({ name, incarnation }: WorkerBeat): StepHelper {
    return { name: `${name} (${incarnation})`, compute: (ask) => this.#ask(incarnation, ask) };
  }

  async #ask(incarnation: string, ask: ShardAsk): Promise<ShardDone> {
    const { bus } = this.#parts;
    const over = new AbortController();
    const answered = bus.request(subjects.shards(incarnation), ask, LONGEST_MS) as Promise<ShardReply>;
    try {
      const reply = await Promise.race([answered, this.#gone(incarnation, over.signal)]);
      if ('refused' in reply) throw new Error(reply.refused);
      return reply.done;
    } finally {
      over.abort();
      answered.catch(() => {});
    }
  }

  /** Resolves when the worker is taken for dead: what it was asked is never answered then. */
  async #gone(incarnation: string, signal: AbortSignal): Promise<ShardReply> {
    while (!signal.aborted && this.#parts.workers.has(incarnation)) {
      await sleep(BEAT_MS, undefined, { signal, ref: false }).catch(() => {});
    }
    return { refused: 'the worker is gone' };
  }

  async #answer({ value, answer }: BusMessage): Promise<void> {
    const { own, help } = this.#parts;
    try {
      if (own().state !== 'ready') throw new Error('the worker is not ready');
      const done = await help(value as ShardAsk);
      this.given += 1;
      answer?.({ done } satisfies ShardReply);
    } catch (error) {
      answer?.({ refused: error instanceof Error ? error.message : String(error) } satisfies ShardReply);
    }
  }
}

function trainingClass({ models }: WorkerBeat, model: string): string | undefined {
  return models.find(({ id }) => id === model)?.training ?? undefined;
}
