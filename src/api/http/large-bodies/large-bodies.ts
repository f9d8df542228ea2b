import { Worker } from 'node:worker_threads';
import type { RouteId } from '../../../generated/operations.ts';
import { heapLimits } from '../../../inference/cost/heap-limits.ts';
import { FairSemaphore } from '../../../inference/fair-semaphore.ts';
import type { TrainedModelName } from '../../../jobs/plan/trained-model-name.ts';
import type { ContractRequest } from '../../contract/contract-backend.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { LogPart } from '../../kept-log.ts';
import type { LogSummary } from '../../log-summary.ts';
import type { JsonBody } from '../json-body.ts';
import { type LargeBodyAnswer, type LargeBodyJob, type Refusal, tooMuchToRead } from './large-body-messages.ts';

interface LargeBodyLimits {
  /** Number of bodies parsed at a time. Others wait as raw bytes; owners take turns. */
  threads: number;
  /** JavaScript heap per thread. */
  heapMiB: number;
}

/** Share of a thread's heap for the parsed body; derived data and garbage take the rest. */
const PARSED_SHARE = 0.7;

const defaultBodyLimits: LargeBodyLimits = { threads: 1, heapMiB: heapLimits().reader };

/** Operations whose large bodies are parsed in a thread. */
export const parsedInThread: ReadonlySet<RouteId> = new Set(['createTrainingJob', 'logTrajectories']);

/** A large body, held parsed in its thread until its request ends. */
interface LargeBody {
  /** Returns the bytes of the body. Throws `ApiError` if its trajectories cannot be trained on. */
  trajectories(model: TrainedModelName): Promise<Uint8Array>;
  /** Returns the summary of a log of the trajectories. */
  log(split: string): Promise<LogSummary>;
  /** Yields the groups as lines of JSON, in parts; may be called once. */
  lines(): AsyncGenerator<LogPart, void, void>;
}

/**
 * Parses large JSON bodies and validates them against the contract, each in a thread that ends with its request. The
 * event loop serves other requests meanwhile, and the memory is released.
 */
export class LargeBodies {
  readonly #bodies = new WeakMap<object, LargeBody>();
  readonly #slots: FairSemaphore;
  readonly #heapMiB: number;

  constructor({ threads, heapMiB }: LargeBodyLimits = defaultBodyLimits) {
    this.#slots = new FairSemaphore(threads);
    this.#heapMiB = heapMiB;
  }

  /** Returns the large body that `head` stands for; null if `head` is the whole body. */
  of(head: object): LargeBody | null {
    return this.#bodies.get(head) ?? null;
  }

  /**
   * Returns the body without its lists; `of` gives access to the rest. Throws `ApiError` for invalid JSON and contract
   * violations. `over` aborts when the request ends, and ends the thread.
   */
  async read(
    segments: Uint8Array<ArrayBuffer>[],
    { route, request, owner }: { route: RouteId; request: Omit<ContractRequest, 'body'>; owner: string },
    over: AbortSignal,
  ): Promise<JsonBody> {
    const end = await this.#slots.acquire(owner, over).catch((reason) => {
      throw new ApiError('draining', 'The request was cancelled before its body was read.', {
        cause: reason,
        retryAfter: 5,
      });
    });
    const thread = new BodyThread(this.#heapMiB, over, end);
    const buffers = segments.map(({ buffer }) => buffer);
    const maxHeap = this.#heapMiB * 2 ** 20 * PARSED_SHARE;
    const answer = await thread.ask({ kind: 'read', route, request, segments, maxHeap }, buffers);
    if (answer.kind !== 'read') throw new Error(`the thread of a body answered ${answer.kind}`);
    const { head } = answer;
    if (typeof head === 'object' && head !== null) {
      this.#bodies.set(head, thread);
    }
    return { value: head, exact: new Map() };
  }
}

/** The thread of one body. `onEnd` is called once, when its memory has been released. */
class BodyThread implements LargeBody {
  readonly #worker: Worker;
  readonly #over: AbortSignal;
  readonly #heapMiB: number;

  constructor(heapMiB: number, over: AbortSignal, onEnd: () => void) {
    this.#heapMiB = heapMiB;
    this.#over = over;
    const entry = import.meta.url.endsWith('.ts') ? './large-body-thread.ts' : './large-body-thread.js';
    const resourceLimits = { maxOldGenerationSizeMb: heapMiB };
    this.#worker = new Worker(new URL(entry, import.meta.url), { resourceLimits, execArgv: [], env: {} });
    this.#worker.unref();
    this.#worker.on('error', () => {});
    this.#worker.on('exit', onEnd);
    over.addEventListener('abort', () => void this.#worker.terminate(), { once: true });
    if (over.aborted) void this.#worker.terminate();
  }

  async trajectories(model: TrainedModelName): Promise<Uint8Array> {
    const answer = await this.ask({ kind: 'trajectories', model }, []);
    if (answer.kind !== 'trajectories') throw new Error(`the thread of a body answered ${answer.kind}`);
    void this.#worker.terminate();
    return answer.bytes;
  }

  async log(split: string): Promise<LogSummary> {
    const answer = await this.ask({ kind: 'log', split }, []);
    if (answer.kind !== 'log') throw new Error(`the thread of a body answered ${answer.kind}`);
    return answer.summary;
  }

  async *lines(): AsyncGenerator<LogPart, void, void> {
    for (;;) {
      const answer = await this.ask({ kind: 'lines' }, []);
      if (answer.kind !== 'lines') throw new Error(`the thread of a body answered ${answer.kind}`);
      if (answer.bytes.length === 0) break;
      yield { text: answer.bytes, groups: answer.groups };
    }
    void this.#worker.terminate();
  }

  /**
   * Sends a job to the thread. Rejects with `ApiError` if it is refused, if the body takes too much memory, or if the
   * request has ended.
   */
  ask(job: LargeBodyJob, transfer: ArrayBuffer[]): Promise<LargeBodyAnswer> {
    // A thread that has ended would never answer.
    if (this.#over.aborted) return Promise.reject(ended());
    const { promise, resolve, reject } = Promise.withResolvers<LargeBodyAnswer>();
    const onMessage = (answer: LargeBodyAnswer): void => {
      if (answer.kind === 'refused') reject(refusalOf(answer.refusal));
      else resolve(answer);
    };
    const onError = (error: NodeJS.ErrnoException): void => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchToRead(this.#heapMiB * 2 ** 20) : error);
    };
    const onExit = (): void => reject(this.#over.aborted ? ended() : new Error('the thread of a body exited'));
    this.#worker.once('message', onMessage).once('error', onError).once('exit', onExit);
    this.#worker.postMessage(job, transfer);
    return promise.finally(() => {
      this.#worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    });
  }
}

function refusalOf({ code, message, param, issues }: Refusal): ApiError {
  return new ApiError(code, message, { param, issues });
}

function ended(): ApiError {
  return new ApiError('draining', 'The request was cancelled while its body was read.', { retryAfter: 5 });
}
