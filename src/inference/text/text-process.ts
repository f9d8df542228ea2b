import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childProgram } from '../child-program.ts';
import type { ProcessBounds } from '../cost/prompt-bounds.ts';
import { BEGUN, type TextAnswer, type TextJob } from './text-job.ts';

/** Why a text process ended at a job: it took too much of something, or it died of what is no matter of the job. */
type TextProcessEnd = 'memory' | 'time' | 'lost';

export class TextProcessEnded extends Error {
  override name = 'TextProcessEnded';
  readonly end: TextProcessEnd;

  constructor(end: TextProcessEnd, how: string) {
    super(`a text process ended (${how})`);
    this.end = end;
  }
}

/** What V8 ends a process with whose heap is full. */
const OUT_OF_MEMORY: ReadonlySet<NodeJS.Signals | number | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 134]);

/** For Node to start and the tokenizer to be read, on a machine that has much else to do. */
const START_MILLISECONDS = 60_000;

/**
 * One life of a process that renders templates and encodes texts. A process and no thread: an allocation beyond a
 * thread's heap ends the whole process that the thread is in.
 */
export class TextProcess {
  readonly #child: ChildProcess;
  readonly #milliseconds: number;
  #ended: TextProcessEnded | null = null;

  /** Throws `TextProcessEnded` where the system starts no process. */
  constructor({ mebibytes, milliseconds, niceness }: ProcessBounds) {
    this.#milliseconds = milliseconds;
    const entry = new URL(import.meta.url.endsWith('.ts') ? './text-worker.ts' : './text-worker.js', import.meta.url);
    // V8's own threads would not be as nice as the one that renders.
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
   * The answer to a job; one at a time. Rejects with `TextProcessEnded` where the process dies of it, or takes too long
   * once it has begun.
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
    let timer = this.#limit(START_MILLISECONDS, () => end('lost', 'it did not begin'));
    const onMessage = (message: TextAnswer | typeof BEGUN): void => {
      if (message === BEGUN) {
        timer.clear();
        timer = this.#limit(this.#milliseconds, () => end('time', `more than ${this.#milliseconds} ms`));
      } else resolve(message);
    };
    this.#child.on('message', onMessage).once('exit', onExit).once('error', onExit);
    try {
      // A child that is killed takes nothing more some time before its end is known.
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

  /** Calls back after a while, and after what has come in by then: the answer may wait behind a long tick. */
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
