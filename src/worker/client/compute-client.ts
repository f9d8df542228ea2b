import { setTimeout as sleep } from 'node:timers/promises';
import type { BeamReport, BeamRequest } from '../../inference/beam-request.ts';
import { mayTakePlaces } from '../../inference/fair-places.ts';
import { type GenerateRequest, MAX_WAITING } from '../../inference/generate-request.ts';
import type { ServedModelFiles } from '../../model/model-files.ts';
import type { TrainStepRequest, TrainStepResult } from '../../training/train-step.ts';
import type { AccumulateResult, OpenedStep } from '../../training/trainer/trainer.ts';
import type {
  LoadReport,
  LoadRequest,
  ModelStats,
  TrainAccumulateCall,
  TrainAddShardCall,
  TrainApplyCall,
  TrainBeginRequest,
  TrainBeginStepCall,
  TrainLogprobsRequest,
  TrainOpenReport,
  TrainOpenRequest,
  TrainPlanReport,
  TrainPlanRequest,
  TrainSaveRequest,
  TrainSaveSumRequest,
  TrainShardGradientCall,
  WorkerMethod,
  WorkerMethods,
} from '../protocol.ts';
import { EngineProgress, watchProgress } from './engine-progress.ts';
import { Generation } from './generation.ts';
import { type WatchdogTimes, watchdogTimes, watchProcess } from './watchdog.ts';
import { WorkerDown, WorkerError } from './worker-error.ts';
import { startWorkerProcess, type WorkerProcess, type WorkerProcessOptions } from './worker-process.ts';

type ComputeState = 'starting' | 'ready' | 'down' | 'closed';

/** State of the compute process, as the HTTP process knows it. */
interface ComputeReport {
  state: ComputeState;
  /** Process id of the last process started. */
  pid: number | null;
  /** Models and device of the running process; null unless `state` is ready. */
  loaded: LoadReport | null;
  /** Number of restarts since `start`. */
  restarts: number;
  /** Seconds that an engine has had work without making a step, once these are too many; null otherwise. */
  stalledSeconds: number | null;
  /** Cause of its last death; null if it never died. */
  lastFailure: string | null;
}

/** Device memory planned for one training session, besides the weights of its model. */
export interface TrainingMemory {
  session: string;
  /** Id of the base model. */
  model: string;
  bytes: number;
}

/** Keeps the files of an adapter in place while a call may read them. */
type HoldAdapter = (folder: string) => Disposable;

const firstBackoffMs = 250;
const longestBackoffMs = 30_000;
/** Lifetime after which a process counts as healthy: its death then starts the back-off anew. */
const healthyMs = 60_000;
const retryAfterSeconds = 5;

/**
 * The HTTP process's handle of the compute process. Starts it, loads the served models and forwards calls. Restarts it
 * with growing pauses when it dies or hangs. Calls reject with `WorkerDown` while it is not up, otherwise with
 * `WorkerError`.
 */
export class ComputeClient {
  readonly #options: WorkerProcessOptions & { hold?: HoldAdapter };
  readonly #watchdog: WatchdogTimes;
  readonly #maxOpen: number;
  /** Number of sequences in the compute process, in total and for each owner. */
  #open = 0;
  readonly #openOf = new Map<string, number>();
  readonly #training = new Map<string, TrainingMemory & { pid: number | null }>();
  #load: LoadRequest = { models: [], processors: null, trainingMemory: null };
  #process: WorkerProcess | null = null;
  #progress: EngineProgress;
  #report: ComputeReport = {
    state: 'down',
    pid: null,
    loaded: null,
    restarts: 0,
    stalledSeconds: null,
    lastFailure: null,
  };
  #readyWaiters: (() => void)[] = [];
  readonly #closing = new AbortController();

  /** At most `maxOpen` sequences of one owner, and twice as many in total, run or wait in the compute process. */
  constructor(
    options: WorkerProcessOptions & { hold?: HoldAdapter },
    watchdog: Partial<WatchdogTimes> = {},
    maxOpen = MAX_WAITING,
  ) {
    this.#options = options;
    this.#watchdog = { ...watchdogTimes, ...watchdog };
    this.#progress = new EngineProgress(this.#watchdog);
    this.#maxOpen = maxOpen;
  }

  /**
   * Starts the process, loads the models and, unless null, the operator's module of logits processors. `trainingMemory`
   * is the device memory that one training job may take, in bytes. If this first start fails, it rejects and leaves no
   * process.
   */
  async start(
    models: ServedModelFiles[],
    processors: string | null = null,
    trainingMemory: number | null = null,
  ): Promise<LoadReport> {
    this.#load = { models, processors, trainingMemory };
    return this.#launch();
  }

  /** Number of sequences in the compute process or on their way there. */
  get load(): number {
    return this.#open;
  }

  report(): ComputeReport {
    const stalledSeconds = this.#report.state === 'ready' ? this.#progress.stalledSeconds : null;
    return { ...this.#report, stalledSeconds };
  }

  /**
   * Resolves when the process is up with its models; rejects when the client is closed or `signal` aborts. `dead` is
   * the pid of a process that the caller knows to be dying, which does not count as up.
   */
  async ready(signal?: AbortSignal, exitedPid: number | null = null): Promise<void> {
    while (this.#report.state !== 'ready' || (exitedPid !== null && this.#report.pid === exitedPid)) {
      if (this.#closing.signal.aborted) throw new WorkerError('aborted', 'the server is stopping');
      signal?.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.#readyWaiters.push(resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  /**
   * Throws `WorkerError` `queue_full` if the owner has no room for these sequences. Call it before the first one
   * begins, so that all are served or none.
   */
  checkRoom(sequences: number, owner = ''): void {
    const own = this.#openOf.get(owner) ?? 0;
    if (mayTakePlaces({ places: 2 * this.#maxOpen, taken: this.#open, own }, sequences)) return;
    throw new WorkerError('queue_full', `${this.#open} sequences are already waiting, ${own} of them from one owner`);
  }

  /** Streams one sequence. Aborting `signal`, or leaving the iteration, also stops its computation. */
  generate(request: GenerateRequest, signal?: AbortSignal): Generation {
    const worker = this.#running();
    const generation = new Generation(() => call.cancel());
    const call = worker.call('generate', request, generation);
    this.#count(request, 1);
    const hold = this.#hold(request);
    if (signal?.aborted) call.cancel();
    signal?.addEventListener('abort', call.cancel, { once: true });
    call.answer
      .then(
        (report) => generation.finish(report.cause),
        (error: Error) => generation.fail(error),
      )
      .finally(() => {
        this.#count(request, -1);
        hold?.[Symbol.dispose]();
        signal?.removeEventListener('abort', call.cancel);
      });
    return generation;
  }

  /** Plans the memory of training. Rejects with code `training_too_large` and a message for users. */
  async trainPlan(request: TrainPlanRequest): Promise<TrainPlanReport> {
    return this.#running().call('trainPlan', request).answer;
  }

  async trainBegin(request: TrainBeginRequest): Promise<void> {
    const { session, model, memory } = request;
    await this.#running().call('trainBegin', request).answer;
    const bytes = memory.adapterBytes + memory.passBytes;
    this.#training.set(session, { session, model, bytes, pid: this.#report.pid });
  }

  /** Runs a beam search. Aborting `signal` ends it with code `aborted`. */
  async search(request: BeamRequest, signal: AbortSignal): Promise<BeamReport> {
    this.#count(request, request.width);
    using _ = this.#hold(request);
    try {
      return await this.#answer('search', request, signal);
    } finally {
      this.#count(request, -request.width);
    }
  }

  /** Runs one optimizer step. Aborting `signal` ends it with code `aborted`; the session is then unusable. */
  trainStep(session: string, request: TrainStepRequest, signal?: AbortSignal): Promise<TrainStepResult> {
    return this.#answer('trainStep', { session, request }, signal);
  }

  /**
   * Begins a step in shards; `trainAddShard` for each in order and `trainFinishStep` follow. Rejects as `trainStep`
   * does.
   */
  trainBeginStep(call: TrainBeginStepCall, signal?: AbortSignal): Promise<OpenedStep> {
    return this.#answer('trainBeginStep', call, signal);
  }

  /** Adds a shard. Rejects as `trainStep` does, and with `adapter_load_failed` if the file holds no such gradient. */
  trainAddShard(call: TrainAddShardCall, signal?: AbortSignal): Promise<string | null> {
    return this.#answer('trainAddShard', call, signal);
  }

  /** Computes the gradient of a shard. Rejects as `trainStep` does. */
  trainShardGradient(call: TrainShardGradientCall, signal?: AbortSignal): Promise<string> {
    return this.#answer('trainShardGradient', call, signal);
  }

  trainFinishStep(session: string): Promise<TrainStepResult> {
    return this.#running().call('trainFinishStep', { session }).answer;
  }

  /** Computes log-probabilities of trained tokens, without a session. Aborting `signal` ends it with code `aborted`. */
  trainLogprobs(request: TrainLogprobsRequest, signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#answer('trainLogprobs', request, signal);
  }

  /**
   * Opens a session. Rejects with a message for users if its adapter does not fit: with `training_no_room`, or with
   * `training_too_large` if it would not fit alone either.
   */
  async trainOpen(request: TrainOpenRequest): Promise<TrainOpenReport> {
    const { session, model } = request;
    const report = await this.#running().call('trainOpen', request).answer;
    this.#training.set(session, { session, model, bytes: report.adapterBytes, pid: this.#report.pid });
    return report;
  }

  /** Adds a gradient, completely or not at all. Rejects as `trainOpen` does. */
  async trainAccumulate(call: TrainAccumulateCall): Promise<AccumulateResult> {
    return this.#running().call('trainAccumulate', call).answer;
  }

  async trainApply(call: TrainApplyCall): Promise<number> {
    return this.#running().call('trainApply', call).answer;
  }

  async trainSave(request: TrainSaveRequest): Promise<void> {
    await this.#running().call('trainSave', request).answer;
  }

  /** Writes the accumulated gradient. Returns whether there was one. */
  async trainSaveSum(request: TrainSaveSumRequest): Promise<boolean> {
    return this.#running().call('trainSaveSum', request).answer;
  }

  async trainEnd(session: string): Promise<void> {
    this.#training.delete(session);
    await this.#running().call('trainEnd', { session }).answer;
  }

  /** Returns the device memory of the current training sessions. */
  training(): TrainingMemory[] {
    const { state, pid } = this.#report;
    return [...this.#training.values()].filter((one) => state === 'ready' && one.pid === pid);
  }

  /** Runs a trivial kernel; rejects if the device does not answer within `timeoutMs`. */
  async ping(timeoutMs: number): Promise<void> {
    await answerWithin(this.#running().call('ping', null).answer, timeoutMs);
  }

  /** Returns the engines' statistics; rejects if they do not arrive within `timeoutMs`. */
  async stats(timeoutMs: number): Promise<ModelStats[]> {
    return answerWithin(this.#running().call('stats', null).answer, timeoutMs);
  }

  /** Asks the process to exit, and kills it after `graceMs`. Never rejects; running calls reject. */
  async close(graceMs: number): Promise<void> {
    this.#closing.abort();
    this.#report = { ...this.#report, state: 'closed', loaded: null };
    this.#resolveWaiters();
    await this.#process?.stop(graceMs);
  }

  #hold({ adapter }: Pick<GenerateRequest, 'adapter'>): Disposable | undefined {
    return adapter === null ? undefined : this.#options.hold?.(adapter.folder);
  }

  #count({ owner = '' }: Pick<GenerateRequest, 'owner'>, change: number): void {
    this.#open += change;
    const own = (this.#openOf.get(owner) ?? 0) + change;
    if (own > 0) this.#openOf.set(owner, own);
    else this.#openOf.delete(owner);
  }

  async #answer<M extends WorkerMethod>(
    method: M,
    args: WorkerMethods[M]['args'],
    signal: AbortSignal | undefined,
  ): Promise<WorkerMethods[M]['result']> {
    const call = this.#running().call(method, args);
    signal?.addEventListener('abort', call.cancel, { once: true });
    if (signal?.aborted) call.cancel();
    try {
      return await call.answer;
    } finally {
      signal?.removeEventListener('abort', call.cancel);
    }
  }

  #running(): WorkerProcess {
    if (this.#process && this.#report.state === 'ready') return this.#process;
    throw new WorkerDown(
      this.#report.state === 'closed'
        ? 'The server is stopping.'
        : 'The compute process is starting. Try again in a few seconds.',
      retryAfterSeconds,
    );
  }

  async #launch(): Promise<LoadReport> {
    const startedAt = performance.now();
    const worker = startWorkerProcess(this.#options);
    this.#process = worker;
    this.#report = { ...this.#report, state: 'starting', pid: worker.pid ?? null, loaded: null };
    try {
      const loaded = await worker.call('load', this.#load).answer;
      if (this.#closing.signal.aborted) throw new WorkerError('aborted', 'the server is stopping');
      this.#report = { ...this.#report, state: 'ready', loaded };
      this.#resolveWaiters();
      this.#progress = new EngineProgress(this.#watchdog);
      void watchProgress(worker, this.#progress, this.#watchdog);
      void watchProcess(worker, this.#watchdog, () => {
        this.#options.log('error', 'the compute process no longer answers; killing it');
      });
      void worker.exited.then((how) => this.#onExit(how, performance.now() - startedAt));
      return loaded;
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#report = { ...this.#report, state: 'down' };
      await worker.stop(0);
      throw error;
    }
  }

  async #onExit(how: string, livedMs: number): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#report = { ...this.#report, state: 'down', loaded: null, lastFailure: how };
    this.#options.log('warn', `the compute process ended (${how}); starting it again`);
    let backoffMs = livedMs >= healthyMs ? 0 : firstBackoffMs;
    while (!this.#closing.signal.aborted) {
      await sleep(backoffMs, undefined, { signal: this.#closing.signal }).catch(() => {});
      if (this.#closing.signal.aborted) return;
      this.#report = { ...this.#report, restarts: this.#report.restarts + 1 };
      try {
        await this.#launch();
        this.#options.log('info', 'the compute process is up again');
        return;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        this.#report = { ...this.#report, lastFailure: message };
        backoffMs = Math.min(longestBackoffMs, Math.max(firstBackoffMs, backoffMs * 2));
        this.#options.log('error', `the compute process did not start (${message}); next try in ${backoffMs} ms`);
      }
    }
  }

  #resolveWaiters(): void {
    const waiters = this.#readyWaiters;
    this.#readyWaiters = [];
    for (const wake of waiters) wake();
  }
}

async function answerWithin<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  const timer = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new WorkerError('internal', `the compute process did not answer within ${timeoutMs / 1000} s`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } finally {
    timer.abort();
  }
}
