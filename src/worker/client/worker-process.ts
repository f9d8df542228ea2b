import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childProgram } from '../../inference/child-program.ts';
import type { GrammarConstraint } from '../../inference/grammar/grammar.ts';
import type { ChildMessage, ParentMessage, WorkerMethod, WorkerMethods } from '../protocol.ts';
import { type CallListener, PendingCalls } from './pending-calls.ts';
import { WorkerDown } from './worker-error.ts';

export interface WorkerProcessOptions {
  /** Path of the child's script. */
  entry: string;
  /** Environment of the child; the software Vulkan driver is found through it. */
  env: NodeJS.ProcessEnv;
  /** Reports progress of loading, for the person who started the server. */
  onProgress(text: string): void;
  log(level: 'debug' | 'info' | 'warn' | 'error', text: string): void;
}

interface WorkerCall<M extends WorkerMethod> {
  answer: Promise<WorkerMethods[M]['result']>;
  cancel(): void;
}

/** A running compute process. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Resolves with how it ended, in words; never rejects. */
  readonly exited: Promise<string>;
  /** Sends a call; `answer` rejects with `WorkerError`, or `WorkerDown` if the process dies first. */
  call<M extends WorkerMethod>(method: M, args: WorkerMethods[M]['args'], listener?: CallListener): WorkerCall<M>;
  /** Asks the process to exit and kills it after `graceMs`; resolves when it is gone. */
  stop(graceMs: number): Promise<void>;
}

/** Returns the script of the compute process: compiled in `dist`, or the source if that is running. */
export function workerEntry(): string {
  const script = import.meta.url.endsWith('.ts') ? '../process/main.ts' : '../process/main.js';
  return fileURLToPath(new URL(script, import.meta.url));
}

/** Forks the compute process. Calls may be sent at once: the channel queues them until the child listens. */
export function startWorkerProcess(options: WorkerProcessOptions): WorkerProcess {
  const child = fork(options.entry, [], {
    serialization: 'advanced',
    env: options.env,
    ...childProgram([]),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Its own process group: Ctrl-C in a terminal must reach only the HTTP process, which then drains and stops the
    // child.
    detached: process.platform !== 'win32',
  });
  const pending = new PendingCalls();
  const exited = watch(child, pending, options);

  const grammars = new SentGrammars();

  const call = <M extends WorkerMethod>(
    method: M,
    args: WorkerMethods[M]['args'],
    listener?: CallListener,
  ): WorkerCall<M> => {
    const { message, answer } = pending.open(method, args, listener);
    const send = (value: ParentMessage): void => {
      if (child.connected) child.send(value, (error) => error && pending.fail(message.id, lost(error.message)));
      else pending.fail(message.id, lost('its channel is closed'));
    };
    if (message.method !== 'generate') send(message);
    else {
      const { grammar, ...request } = message.args;
      const number = grammar === undefined ? null : hold(grammar, answer, send);
      send({ ...message, args: request, grammar: number });
    }
    return { answer, cancel: () => child.connected && send({ kind: 'cancel', id: message.id }) };
  };

  /** Returns the number of a grammar in the child; it is valid until `answer` settles. */
  const hold = (grammar: GrammarConstraint, answer: Promise<unknown>, send: (value: ParentMessage) => void): number => {
    const { number, isNew } = grammars.acquire(grammar);
    if (isNew) send({ kind: 'grammar', number, grammar });
    const release = (): void => {
      if (grammars.release(grammar) && child.connected) send({ kind: 'grammar', number, grammar: null });
    };
    answer.then(release, release);
    return number;
  };

  const stop = async (graceMs: number): Promise<void> => {
    if (graceMs > 0 && child.connected) {
      call('shutdown', null).answer.catch(() => {});
      const timer = new AbortController();
      await Promise.race([exited, sleep(graceMs, undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
    }
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  };

  return { pid: child.pid, exited, call, stop };
}

function watch(child: ChildProcess, pending: PendingCalls, options: WorkerProcessOptions): Promise<string> {
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'progress') options.onProgress(message.text);
    else if (message.kind !== 'ready') pending.accept(message);
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream)
      createInterface({ input: stream }).on('line', (line) => options.log(lineLevel(line), `compute: ${line}`));
  }
  return new Promise((resolve) => {
    const end = (how: string): void => {
      pending.failAll(lost(how));
      resolve(how);
    };
    child.on('error', (error) => end(error.message));
    child.on('exit', (code, signal) => end(signal ? `signal ${signal}` : `exit code ${code}`));
  });
}

/**
 * Returns `debug` for Dawn's warnings about limits of the software driver, which come at each start and need no action.
 */
function lineLevel(line: string): 'debug' | 'warn' {
  return /artificially reduced/.test(line) ? 'debug' : 'warn';
}

function lost(how: string): WorkerDown {
  return new WorkerDown(`The compute process ended while it worked on this (${how}). Try again in a few seconds.`, 5);
}

/** Tracks the grammars that the compute process holds. Each is sent once, however many sequences use it. */
export class SentGrammars {
  readonly #held = new Map<GrammarConstraint, { number: number; users: number }>();
  #last = 0;

  /** Adds a user of `grammar`. Returns its number there, and whether it has still to be sent. */
  acquire(grammar: GrammarConstraint): { number: number; isNew: boolean } {
    const known = this.#held.get(grammar);
    if (known !== undefined) {
      known.users += 1;
      return { number: known.number, isNew: false };
    }
    const number = ++this.#last;
    this.#held.set(grammar, { number, users: 1 });
    return { number, isNew: true };
  }

  /** Removes a user. Returns whether it was the last, so that the child can drop the grammar. */
  release(grammar: GrammarConstraint): boolean {
    const known = this.#held.get(grammar);
    if (known === undefined || --known.users > 0) return false;
    return this.#held.delete(grammar);
  }
}
