import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { GrammarError } from '../grammar-error.ts';
import type { TokenizerInfo } from '../tokens/tokenizer-info.ts';
import { OwnerQueue } from './owner-queue.ts';
import type { GrammarJob, JobAnswer, ProcessOrder, ProcessReport } from './process-messages.ts';

/** Starting Node and reading the vocabulary on a slow machine. */
const START_MS = 60_000;
/** How much longer than it may take a job is waited for: some of what Node does cannot be broken off. */
const GRACE_MS = 5_000;
/** A process without answers gives its memory back after so long, where it has grown by more than so much. */
const IDLE_MS = 5_000;
const GROWN_BYTES = 64 * 2 ** 20;
/** The depth of calls, in KiB. */
const STACK_KIB = 3_900;

/** How a process ended: it came to the limit of its memory, it was stuck in a job, or anything else. */
export type Death = 'memory' | 'time' | 'killed';

/** The process ended before it came to a job, or the session is not there any more: ask again. */
export class ProcessLost extends Error {
  override name = 'ProcessLost';
}

/** The process ended at this very job. */
export class ProcessDied extends Error {
  override name = 'ProcessDied';
  readonly how: Death;

  constructor(how: Death) {
    super(`a grammar process ended (${how})`);
    this.how = how;
  }
}

/** What `ask` gives: what a job is answered but for its errors. */
export type Answered = Extract<JobAnswer, { kind: 'compiled' | 'mask' | 'late' }>;

interface Waiting {
  job: GrammarJob;
  withinMs: number;
  tokenizer: TokenizerInfo | null;
  resolve: (answer: Answered) => void;
  reject: (error: Error) => void;
}

/**
 * One child process, which compiles grammars and finds masks, one job after the other, its owners round-robin. It may
 * die of a job, and takes nothing with it but that: all else is told to ask again.
 */
export class GrammarProcess {
  readonly #child: ChildProcess;
  readonly #queue = new OwnerQueue<Waiting>();
  /** The numbers of the tokenizers that it was sent. */
  readonly #models = new Set<number>();
  #running: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isReady = false;
  #death: Death | undefined;
  #rss = 0;
  /** The least that it has ever taken. */
  #leastRss = Number.POSITIVE_INFINITY;
  #sessions = 0;

  constructor(heapMiB: number) {
    const entry = import.meta.url.endsWith('.ts') ? './grammar-main.ts' : './grammar-main.js';
    this.#child = fork(fileURLToPath(new URL(entry, import.meta.url)), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMiB}`, `--stack-size=${STACK_KIB}`],
      env: childEnvironment(),
      // What V8 says of a heap that is full is of no use to anybody.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#keepLoop(false);
    this.#child.on('message', (report: ProcessReport) => this.#hear(report));
    this.#child.on('error', () => this.#end('killed'));
    this.#child.on('exit', (code, signal) => this.#end(deathOf(code, signal)));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get dead(): boolean {
    return this.#death !== undefined;
  }

  /** Answers that it serves, and jobs that wait for it. */
  get load(): number {
    return this.#sessions + this.#queue.size + Number(this.#running !== undefined);
  }

  /**
   * Does a job of `tokenizer`'s model; sessions that have begun go before grammars that are new, and owners are served
   * round-robin. Rejects with GrammarError where the grammar is refused, `ProcessDied` where the process died of the
   * job, else `ProcessLost`.
   */
  ask(job: GrammarJob, withinMs: number, owner: string, tokenizer: TokenizerInfo | null): Promise<Answered> {
    if (this.dead) return Promise.reject(new ProcessLost());
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    this.#queue.push(owner, { job, withinMs, tokenizer, resolve, reject }, job.kind !== 'compile');
    this.#next();
    return promise;
  }

  /** Counts one more answer that is served here, until what it gives is called. */
  addSession(): () => void {
    this.#sessions += 1;
    clearTimeout(this.#idleTimer);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#sessions -= 1;
      this.#rest();
    };
  }

  forget(session: number): void {
    if (!this.dead) this.#send({ forget: session });
  }

  /** Kills the process. */
  end(how: Death = 'killed'): void {
    this.#end(how);
  }

  #hear(report: ProcessReport): void {
    if (report === 'ready') {
      this.#isReady = true;
      if (this.#running) this.#limit(this.#running);
      return;
    }
    const job = this.#running;
    if (job === undefined) return;
    this.#running = undefined;
    this.#keepLoop(false);
    clearTimeout(this.#timer);
    this.#rss = report.rss;
    this.#leastRss = Math.min(this.#leastRss, report.rss);
    const { answer } = report;
    if (answer.kind === 'refused') job.reject(new GrammarError(answer.why));
    else if (answer.kind === 'failed') job.reject(new Error(answer.why));
    else if (answer.kind === 'unknown') job.reject(new ProcessLost());
    else job.resolve(answer);
    this.#next();
    this.#rest();
  }

  #next(): void {
    if (this.#running !== undefined || this.dead) return;
    const next = this.#queue.shift();
    if (next === undefined) return;
    clearTimeout(this.#idleTimer);
    this.#running = next;
    this.#keepLoop(true);
    const { job, withinMs, tokenizer } = next;
    if (tokenizer !== null && 'model' in job && !this.#models.has(job.model)) {
      this.#models.add(job.model);
      this.#send({ model: job.model, tokenizer });
    }
    this.#send({ job, withinMs });
    this.#limit(next);
  }

  /**
   * Where this process itself was busy for so long, the answer lies there unread: it is read before the process is
   * called stuck.
   */
  #limit(job: Waiting): void {
    clearTimeout(this.#timer);
    const isOver = (): void => {
      setImmediate(() => this.#running === job && this.#end('time'));
    };
    this.#timer = setTimeout(isOver, this.#isReady ? job.withinMs + GRACE_MS : START_MS).unref();
  }

  #rest(): void {
    clearTimeout(this.#idleTimer);
    if (this.dead || this.load > 0 || this.#rss - this.#leastRss <= GROWN_BYTES) return;
    this.#idleTimer = setTimeout(() => this.load === 0 && this.#end('killed'), IDLE_MS).unref();
  }

  /** This process may end while that one has nothing to do. */
  #keepLoop(isBusy: boolean): void {
    if (isBusy) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }

  #send(order: ProcessOrder): void {
    // Where the channel is closed, the end of the process tells.
    if (this.#child.connected) this.#child.send(order, () => {});
  }

  #end(how: Death): void {
    if (this.dead) return;
    this.#death = how;
    clearTimeout(this.#timer);
    clearTimeout(this.#idleTimer);
    this.#running?.reject(new ProcessDied(how));
    this.#running = undefined;
    for (const { reject } of this.#queue.drain()) reject(new ProcessLost());
    this.#keepLoop(false);
    this.#child.kill('SIGKILL');
  }
}

/** V8 aborts where its heap is full, by one signal or another. */
function deathOf(code: number | null, signal: NodeJS.Signals | null): Death {
  const aborts = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV'];
  return (signal !== null && aborts.includes(signal)) || (code ?? 0) > 1 ? 'memory' : 'killed';
}

/** What an operating system needs to start a program, and nothing of what this process was told. */
function childEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
