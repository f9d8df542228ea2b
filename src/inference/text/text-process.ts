import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childProgram } from '../child-program.ts';
import type { ProcessBounds } from '../cost/prompt-bounds.ts';
import type { TextAnswer, TextJob } from './text-job.ts';

/** Why a text process ended at a job: it took too much of something, or it died of what is no matter of the job. */
export type TextProcessEnd = 'memory' | 'time' | 'lost';

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

/**
 * One life of a process that renders templates and encodes texts. A process and no thread: an allocation beyond a thread's
 * heap ends the whole process that the thread is in.
 */
export class TextProcess {
  readonly #child: ChildProcess;
  readonly #milliseconds: number;
  #ended: TextProcessEnded | null = null;
  #overtime = false;

  constructor({ mebibytes, milliseconds, niceness }: ProcessBounds) {
    this.#milliseconds = milliseconds;
    const entry = new URL(import.meta.url.endsWith('.ts') ? './text-worker.ts' : './text-worker.js', import.meta.url);
    // V8's own threads would not be as nice as the one that renders.
    const flags = [`--max-old-space-size=${mebibytes}`, '--single-threaded-gc', '--v8-pool-size=1'];
    this.#child = fork(fileURLToPath(entry), [String(niceness)], {
      serialization: 'advanced',
      ...childProgram(flags),
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.on('error', ({ message }) => this.#end('lost', message));
    this.#child.on('exit', (code, signal) => {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
      this.#end(this.#overtime ? 'time' : OUT_OF_MEMORY.has(signal ?? code) ? 'memory' : 'lost', how);
    });
  }

  get isAlive(): boolean {
    return this.#ended === null;
  }

  /** The answer to a job; one at a time. Rejects with `TextProcessEnded` where the process dies of it, or takes too long. */
  async run(job: TextJob): Promise<TextAnswer> {
    if (this.#ended !== null) throw this.#ended;
    const { promise, resolve, reject } = Promise.withResolvers<TextAnswer>();
    const onExit = (): void => reject(this.#ended);
    const timer = setTimeout(() => {
      this.#overtime = true;
      this.kill();
    }, this.#milliseconds);
    this.#child.once('message', resolve).once('exit', onExit).once('error', onExit);
    this.#child.send(job, (error) => error && this.#child.connected && reject(error));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#child.off('message', resolve).off('exit', onExit).off('error', onExit);
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #end(end: TextProcessEnd, how: string): void {
    this.#ended ??= new TextProcessEnded(end, how);
  }
}
