import { Worker } from 'node:worker_threads';
import { FairTurns } from '../../fair-turns.ts';
import type { Grammar } from '../grammar.ts';
import { GrammarError, GrammarLimitError } from '../grammar-error.ts';
import type { ThreadLimits } from '../limits.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { limitOwnTime } from './own-time-limit.ts';
import { StepGate } from './step-gate.ts';
import {
  EAGER,
  type Manners,
  type ModelTokens,
  type ThreadAnswer,
  type ThreadData,
  type ThreadJob,
  type ThreadReport,
} from './thread-messages.ts';

/** Reading a large tokenizer on a slow machine. */
const VOCABULARY_MS = 300_000;
const STACK_MIB = 16;

/** The job that the thread is at. */
interface RunningJob {
  number: number;
  owner: string;
  /** Whether it has taken longer than others should wait for. */
  isLong: boolean;
  resolve: (answer: ThreadAnswer) => void;
  reject: (error: Error) => void;
}

/**
 * One thread of grammars. It does one job after the other, its owners in turn, and dies of one that takes too long or too
 * much. Where a job takes longer than others should wait for, those of other owners are sent away.
 */
export class GrammarWorker {
  readonly #limits: ThreadLimits;
  readonly #thread: Worker;
  readonly #turns = new FairTurns(1);
  #running: RunningJob | undefined;
  #next = 0;
  #dead = false;
  /** What the thread had worked when it last answered. */
  #ownMs = 0;

  constructor(limits: ThreadLimits, manners: Manners = EAGER, gate = new StepGate()) {
    this.#limits = limits;
    const entry = import.meta.url.endsWith('.ts') ? './grammar-thread.ts' : './grammar-thread.js';
    this.#thread = new Worker(new URL(entry, import.meta.url), {
      resourceLimits: {
        maxOldGenerationSizeMb: limits.heapMiB,
        maxYoungGenerationSizeMb: 32,
        stackSizeMb: STACK_MIB,
      },
      workerData: { ...manners, gate: gate.words } satisfies ThreadData,
      execArgv: [],
      env: {},
    });
    this.#thread.unref();
    this.#thread.on('message', ({ number, answer, ownMs }: ThreadReport) => {
      this.#ownMs = ownMs;
      if (this.#running?.number === number) this.#running.resolve(answer);
    });
    this.#thread.on('error', (error: NodeJS.ErrnoException) => {
      const tooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.end(
        tooLarge ? new GrammarLimitError(`the grammar takes more than ${limits.heapMiB} MiB, the limit`) : error,
      );
    });
    this.#thread.on('exit', () => this.end(new Error('the thread of grammars ended')));
  }

  get dead(): boolean {
    return this.#dead;
  }

  /** Whether it has been busy for long with something of another owner's. */
  keepsWaiting(owner: string): boolean {
    return (this.#running?.isLong ?? false) && this.#running?.owner !== owner;
  }

  /**
   * Rejects with GrammarError where the grammar is refused or the thread died of this job, with `ThreadLost` where it
   * died of another one, or another takes so long that this one had better be done elsewhere.
   */
  async ask(job: ThreadJob, owner = ''): Promise<ThreadAnswer> {
    if (this.#dead) throw new ThreadLost();
    const answer = await this.#turns.run(owner, () => this.#do(job, owner));
    if ('error' in answer) throw answer.refused ? new GrammarError(answer.error) : new Error(answer.error);
    return answer;
  }

  async vocabulary(tokens: ModelTokens, vocabulary: Vocabulary | null): Promise<Vocabulary> {
    const answer = await this.ask({ kind: 'vocabulary', tokens, vocabulary });
    return (answer as ThreadAnswer & { vocabulary: Vocabulary }).vocabulary;
  }

  /** False where that took longer than `withinMs`. Rejects as `ask` does. */
  async check(grammar: Grammar, withinMs?: number): Promise<boolean> {
    const answer = await this.ask({ kind: 'check', grammar, withinMs });
    return (answer as ThreadAnswer & { done: boolean }).done;
  }

  /** Gives up what the thread keeps for an answer. */
  forget(session: number): void {
    if (!this.#dead) this.#thread.postMessage({ forget: session });
  }

  /** Ends the thread; the job it was at is told why. */
  end(cause: Error): void {
    if (this.#dead) return;
    this.#dead = true;
    this.#running?.reject(cause);
    this.#turns.dismiss(new ThreadLost());
    void this.#thread.terminate();
  }

  async #do(job: ThreadJob, owner: string): Promise<ThreadAnswer> {
    if (this.#dead) throw new ThreadLost();
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
    const number = this.#next++;
    const running = { number, owner, isLong: false, resolve, reject };
    this.#running = running;
    this.#thread.postMessage({ number, job });
    const ms = this.#timeOf(job);
    const what = job.kind === 'accept' ? 'Finding what may come next' : 'Compiling the grammar';
    const late = new GrammarLimitError(`${what} takes more than ${ms / 1000} seconds, the limit`);
    const callOff = limitOwnTime(this.#thread, ms, this.#ownMs, () => this.end(late));
    const isOpen = () => this.#running === running;
    const patience = setTimeout(() => setImmediate(() => isOpen() && this.#makeWay(running)), this.#limits.patienceMs);
    patience.unref();
    try {
      return await promise;
    } finally {
      callOff();
      clearTimeout(patience);
      this.#running = undefined;
    }
  }

  #makeWay(running: RunningJob): void {
    running.isLong = true;
    this.#turns.dismiss(new ThreadLost(), running.owner);
  }

  #timeOf({ kind }: ThreadJob): number {
    if (kind === 'vocabulary') return VOCABULARY_MS;
    return kind === 'accept' ? this.#limits.stepMs : this.#limits.compileMs;
  }
}

/** The thread died before it came to a job, or has no time for it. */
export class ThreadLost extends Error {
  override name = 'ThreadLost';
}
