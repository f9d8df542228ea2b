import { Worker } from 'node:worker_threads';
import { GrammarError } from '../grammar-error.ts';
import type { ThreadLimits } from '../limits.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import type { ModelTokens, ThreadAnswer, ThreadJob } from './thread-messages.ts';

/** Reading a large tokenizer on a slow machine. */
const VOCABULARY_MS = 300_000;
const STACK_MIB = 16;

interface OpenJob {
  job: ThreadJob;
  resolve: (answer: ThreadAnswer) => void;
  reject: (error: Error) => void;
}

/** One thread of grammars. It does one job after the other, and dies of one that takes too long or too much. */
export class GrammarWorker {
  readonly #limits: ThreadLimits;
  readonly #thread: Worker;
  readonly #open = new Map<number, OpenJob>();
  #next = 0;
  #timer: NodeJS.Timeout | undefined;
  #dead = false;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
    const entry = import.meta.url.endsWith('.ts') ? './grammar-thread.ts' : './grammar-thread.js';
    this.#thread = new Worker(new URL(entry, import.meta.url), {
      resourceLimits: {
        maxOldGenerationSizeMb: limits.heapMiB,
        maxYoungGenerationSizeMb: 32,
        stackSizeMb: STACK_MIB,
      },
      execArgv: [],
      env: {},
    });
    this.#thread.unref();
    this.#thread.on('message', ({ number, answer }: { number: number; answer: ThreadAnswer }) => {
      const open = this.#open.get(number);
      this.#open.delete(number);
      this.#watch();
      open?.resolve(answer);
    });
    this.#thread.on('error', (error: NodeJS.ErrnoException) => {
      const tooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.end(tooLarge ? new GrammarError(`the grammar takes more than ${limits.heapMiB} MiB, the limit`) : error);
    });
    this.#thread.on('exit', () => this.end(new Error('the thread of grammars ended')));
  }

  get dead(): boolean {
    return this.#dead;
  }

  /**
   * Rejects with GrammarError where the grammar is refused or the thread died of this job, with `ThreadLost` where it
   * died of another one.
   */
  async ask(job: ThreadJob): Promise<ThreadAnswer> {
    if (this.#dead) throw new ThreadLost();
    const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
      const number = this.#next++;
      this.#open.set(number, { job, resolve, reject });
      if (this.#open.size === 1) this.#watch();
      this.#thread.postMessage({ number, job });
    });
    if ('error' in answer) throw answer.refused ? new GrammarError(answer.error) : new Error(answer.error);
    return answer;
  }

  async vocabulary(tokens: ModelTokens, vocabulary: Vocabulary | null): Promise<Vocabulary> {
    const answer = await this.ask({ kind: 'vocabulary', tokens, vocabulary });
    return (answer as ThreadAnswer & { vocabulary: Vocabulary }).vocabulary;
  }

  /** Ends the thread; the job it was at is told why. */
  end(cause: Error): void {
    if (this.#dead) return;
    this.#dead = true;
    clearTimeout(this.#timer);
    const [guilty, ...others] = this.#open.values();
    this.#open.clear();
    guilty?.reject(cause);
    for (const { reject } of others) reject(new ThreadLost());
    void this.#thread.terminate();
  }

  /** Gives the oldest job, which is the one that the thread is at, its time. */
  #watch(): void {
    clearTimeout(this.#timer);
    const [oldest] = this.#open;
    if (oldest === undefined) return;
    const [number, { job }] = oldest;
    const ms = this.#timeOf(job);
    const what = job.kind === 'accept' ? 'Finding what may come next' : 'Compiling the grammar';
    const late = new GrammarError(`${what} takes more than ${ms / 1000} seconds, the limit`);
    // Where this process itself was busy for so long, the answer lies there unread: it is read before the verdict.
    this.#timer = setTimeout(() => setImmediate(() => this.#open.has(number) && this.end(late)), ms);
    this.#timer.unref();
  }

  #timeOf({ kind }: ThreadJob): number {
    if (kind === 'vocabulary') return VOCABULARY_MS;
    return kind === 'accept' ? this.#limits.stepMs : this.#limits.compileMs;
  }
}

/** The thread died before it came to a job. */
export class ThreadLost extends Error {
  override name = 'ThreadLost';
}
