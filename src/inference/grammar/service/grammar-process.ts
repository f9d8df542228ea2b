import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { GrammarError } from '../grammar-error.ts';
import type { TokenizerInfo } from '../tokens/tokenizer-info.ts';
import { OwnerQueue } from './owner-queue.ts';
import type { GrammarJob, JobAnswer, ProcessOrder, ProcessReport } from './process-messages.ts';

/** Time limit for starting Node and reading the vocabulary on a slow machine. */
const START_MS = 60_000;
/** Wait beyond a job's time limit before its process is killed. Some native code in Node cannot be interrupted. */
const GRACE_MS = 5_000;
/** An idle process that has grown by more than `GROWN_BYTES` is killed after `IDLE_MS`, to free its memory. */
const IDLE_MS = 5_000;
const GROWN_BYTES = 64 * 2 ** 20;
/** Size of the call stack, in KiB. */
const STACK_KIB = 3_900;

/** Cause of a process's death: it exceeded its memory limit, it was stuck in a job, or anything else. */
export type ExitCause = 'memory' | 'time' | 'killed';

/** Error of a job whose process ended before the job began, or whose session no longer exists. The caller retries. */
export class ProcessLost extends Error {
  override name = 'ProcessLost';
}

/** Error of a job during which its process ended. */
export class ProcessDied extends Error {
  override name = 'ProcessDied';
  readonly exitCause: ExitCause;

  constructor(exitCause: ExitCause) {
    super(`a grammar process exited (${exitCause})`);
    this.exitCause = exitCause;
  }
}

/** Result of `ask`: the answers that are not errors. */
export type GrammarResult = Extract<JobAnswer, { kind: 'compiled' | 'mask' | 'late' }>;

interface Waiting {
  job: GrammarJob;
  withinMs: number;
  tokenizer: TokenizerInfo | null;
  resolve: (answer: GrammarResult) => void;
  reject: (error: Error) => void;
}

/**
 * Child process that compiles grammars and computes masks, one job at a time, with its owners served round-robin. If it
 * dies, only the running job fails; queued jobs reject with `ProcessLost` and can be retried.
 */
export class GrammarProcess {
  readonly #child: ChildProcess;
  readonly #queue = new OwnerQueue<Waiting>();
  /** Numbers of the models whose tokenizers have been sent. */
  readonly #models = new Set<number>();
  #running: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isReady = false;
  #exitCause: ExitCause | undefined;
  #rss = 0;
  /** Lowest resident memory so far, in bytes. */
  #leastRss = Number.POSITIVE_INFINITY;
  #sessions = 0;

  constructor(heapMiB: number) {
    const entry = import.meta.url.endsWith('.ts') ? './grammar-main.ts' : './grammar-main.js';
    this.#child = fork(fileURLToPath(new URL(entry, import.meta.url)), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMiB}`, `--stack-size=${STACK_KIB}`],
      env: childEnvironment(),
      // V8's message about a full heap is of no use.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#setRef(false);
    this.#child.on('message', (report: ProcessReport) => this.#receive(report));
    this.#child.on('error', () => this.#end('killed'));
    this.#child.on('exit', (code, signal) => this.#end(exitCauseOf(code, signal)));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasExited(): boolean {
    return this.#exitCause !== undefined;
  }

  /** Number of open sessions and of running and queued jobs. */
  get load(): number {
    return this.#sessions + this.#queue.size + Number(this.#running !== undefined);
  }

  /**
   * Queues a job for the model of `tokenizer`. Owners are served round-robin; an owner's jobs of sessions (`open` and
   * `accept`) precede its `compile` jobs. Rejects with GrammarError if the grammar is refused, with `ProcessDied` if
   * the process dies during the job, or with `ProcessLost` if the job should be retried.
   */
  ask(job: GrammarJob, withinMs: number, owner: string, tokenizer: TokenizerInfo | null): Promise<GrammarResult> {
    if (this.hasExited) return Promise.reject(new ProcessLost());
    const { promise, resolve, reject } = Promise.withResolvers<GrammarResult>();
    this.#queue.push(owner, { job, withinMs, tokenizer, resolve, reject }, job.kind !== 'compile');
    this.#next();
    return promise;
  }

  /** Counts a session as open until the returned function is called. */
  addSession(): () => void {
    this.#sessions += 1;
    clearTimeout(this.#idleTimer);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#sessions -= 1;
      this.#scheduleIdleKill();
    };
  }

  forget(session: number): void {
    if (!this.hasExited) this.#send({ forget: session });
  }

  /** Kills the process. */
  end(how: ExitCause = 'killed'): void {
    this.#end(how);
  }

  #receive(report: ProcessReport): void {
    if (report === 'ready') {
      this.#isReady = true;
      if (this.#running) this.#limit(this.#running);
      return;
    }
    const job = this.#running;
    if (job === undefined) return;
    this.#running = undefined;
    this.#setRef(false);
    clearTimeout(this.#timer);
    this.#rss = report.rss;
    this.#leastRss = Math.min(this.#leastRss, report.rss);
    const { answer } = report;
    if (answer.kind === 'refused') job.reject(new GrammarError(answer.why));
    else if (answer.kind === 'failed') job.reject(new Error(answer.why));
    else if (answer.kind === 'unknown') job.reject(new ProcessLost());
    else job.resolve(answer);
    this.#next();
    this.#scheduleIdleKill();
  }

  #next(): void {
    if (this.#running !== undefined || this.hasExited) return;
    const next = this.#queue.shift();
    if (next === undefined) return;
    clearTimeout(this.#idleTimer);
    this.#running = next;
    this.#setRef(true);
    const { job, withinMs, tokenizer } = next;
    if (tokenizer !== null && 'model' in job && !this.#models.has(job.model)) {
      this.#models.add(job.model);
      this.#send({ model: job.model, tokenizer });
    }
    this.#send({ job, withinMs });
    this.#limit(next);
  }

  /**
   * Starts the job's timeout. If the parent itself was busy, an answer may be waiting unread, so pending messages are
   * read before the child counts as stuck.
   */
  #limit(job: Waiting): void {
    clearTimeout(this.#timer);
    const isOver = (): void => {
      setImmediate(() => this.#running === job && this.#end('time'));
    };
    this.#timer = setTimeout(isOver, this.#isReady ? job.withinMs + GRACE_MS : START_MS).unref();
  }

  #scheduleIdleKill(): void {
    clearTimeout(this.#idleTimer);
    if (this.hasExited || this.load > 0 || this.#rss - this.#leastRss <= GROWN_BYTES) return;
    this.#idleTimer = setTimeout(() => this.load === 0 && this.#end('killed'), IDLE_MS).unref();
  }

  /** Keeps the parent's event loop alive only while the child is busy. */
  #setRef(isBusy: boolean): void {
    if (isBusy) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }

  #send(order: ProcessOrder): void {
    // If the channel is closed, the `exit` event reports it.
    if (this.#child.connected) this.#child.send(order, () => {});
  }

  #end(how: ExitCause): void {
    if (this.hasExited) return;
    this.#exitCause = how;
    clearTimeout(this.#timer);
    clearTimeout(this.#idleTimer);
    this.#running?.reject(new ProcessDied(how));
    this.#running = undefined;
    for (const { reject } of this.#queue.drain()) reject(new ProcessLost());
    this.#setRef(false);
    this.#child.kill('SIGKILL');
  }
}

/** Classifies an exit. V8 aborts with one of several signals if its heap is full. */
function exitCauseOf(code: number | null, signal: NodeJS.Signals | null): ExitCause {
  const aborts = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV'];
  return (signal !== null && aborts.includes(signal)) || (code ?? 0) > 1 ? 'memory' : 'killed';
}

/** Returns only the environment variables needed to start a program, and none of the server's settings. */
function childEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
