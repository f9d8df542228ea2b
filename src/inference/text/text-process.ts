import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childProgram } from '../child-program.ts';
import type { ProcessBounds } from '../cost/prompt-bounds.ts';
import { BEGUN, type TextAnswer, type TextJob } from './text-job.ts';

/** Why a text process ended during a job: a limit that the job exceeded, or `lost` for a cause unrelated to the job. */
type TextProcessEnd = 'memory' | 'time' | 'lost';

export class TextProcessEnded extends Error {
  override name = 'TextProcessEnded';
  readonly end: TextProcessEnd;

  constructor(end: TextProcessEnd, how: string) {
    super(`a text process exited (${how})`);
    this.end = end;
  }
}

/** Signals and exit code with which V8 ends a process whose heap is full. */
const OUT_OF_MEMORY: ReadonlySet<NodeJS.Signals | number | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 134]);

/** Time for Node to start and load the tokenizer on a busy machine. */
const START_MILLISECONDS = 60_000;

/**
 * A process that renders templates and encodes texts. It is not a thread, because an allocation beyond a thread's heap
 * ends the thread's whole process.
 */
export class TextProcess {
  readonly #child: ChildProcess;
  readonly #milliseconds: number;
  #ended: TextProcessEnded | null = null;

  /** Starts the process. Throws `TextProcessEnded` if the system cannot start one. */
  constructor({ mebibytes, milliseconds, niceness }: ProcessBounds) {
    this.#milliseconds = milliseconds;
    const entry = new URL(import.meta.url.endsWith('.ts') ? './text-worker.ts' : './text-worker.js', import.meta.url);
    // Limits V8's own threads, which would not have the niceness of the rendering thread.
    const flags = [`--max-old-space-size=${mebibytes}`, '--single-threaded-gc', '--v8-pool-size=1'];
    try {
      this.#child = fork(fileURLToPath(entry), [String(niceness)], {
        serialization: 'advanced',
        ...childProgram(flags),
        env: {},
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
    } catch (error) {
      throw new TextProcessEnded('lost', (error as Error).message);
    }
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.on('error', ({ message }) => this.#end('lost', message));
    this.#child.on('exit', (code, signal) => {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
      this.#end(OUT_OF_MEMORY.has(signal ?? code) ? 'memory' : 'lost', how);
    });
  }

  get isAlive(): boolean {
    return this.#ended === null;
  }

  /**
   * Runs a job and returns its answer; one job at a time. Rejects with `TextProcessEnded` if the process dies, or if
   * the job takes too long once it has begun.
   */
  async run(job: TextJob): Promise<TextAnswer> {
    if (this.#ended !== null) throw this.#ended;
    const { promise, resolve, reject } = Promise.withResolvers<TextAnswer>();
    const onExit = (): void => reject(this.#ended);
    const end = (why: TextProcessEnd, how: string): void => {
      this.#end(why, how);
      this.kill();
      reject(this.#ended);
    };
    let timer = this.#limit(START_MILLISECONDS, () => end('lost', 'it did not start in time'));
    const onMessage = (message: TextAnswer | typeof BEGUN): void => {
      if (message === BEGUN) {
        timer.clear();
        timer = this.#limit(this.#milliseconds, () => end('time', `more than ${this.#milliseconds} ms`));
      } else resolve(message);
    };
    this.#child.on('message', onMessage).once('exit', onExit).once('error', onExit);
    try {
      // A killed child stops receiving messages some time before its exit event.
      this.#child.send(job, (error) => error && end('lost', error.message));
      return await promise;
    } catch (error) {
      if (error instanceof TextProcessEnded) throw error;
      end('lost', (error as Error).message);
      throw this.#ended;
    } finally {
      timer.clear();
      this.#child.off('message', onMessage).off('exit', onExit).off('error', onExit);
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Calls back after a timeout, but after pending messages: the answer may wait while the event loop is blocked. */
  #limit(milliseconds: number, over: () => void): { clear(): void } {
    let isOver = false;
    const timer = setTimeout(() => setImmediate(() => isOver || over()), milliseconds);
    return {
      clear: () => {
        isOver = true;
        clearTimeout(timer);
      },
    };
  }

  #end(end: TextProcessEnd, how: string): void {
    this.#ended ??= new TextProcessEnded(end, how);
  }
}
