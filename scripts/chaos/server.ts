import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const main = join(import.meta.dirname, '../../dist/app/main.js');

export interface ChaosServerOptions {
  home: string;
  /** Folder of the model. */
  model: string;
  key: string;
  logFile: string;
  /** Further variables of the server. */
  env?: Record<string, string>;
  /** What goes before its command, and leaves it the process id. */
  enter?: readonly string[];
}

/** Answers calls. */
export type Asked = Pick<ChaosServer, 'call' | 'ask'>;

/** The server as `npm start` runs it, compiled: two processes, each of which can be killed. */
export class ChaosServer {
  readonly #options: ChaosServerOptions;
  #child: ChildProcess | null = null;
  #exited: Promise<unknown> = Promise.resolve();
  #printed = '';

  constructor(options: ChaosServerOptions) {
    if (!existsSync(main)) throw new Error('there is no dist: run npm run build');
    this.#options = options;
  }

  /** Starts the HTTP process, which starts the other; what was running goes on. */
  async spawn(): Promise<void> {
    const { home, model, key, logFile, env, enter = [] } = this.#options;
    const log = await open(logFile, 'a');
    const settings = { DAYBREAK_HOME: home, DAYBREAK_PORT: '0', DAYBREAK_MODEL: model, DAYBREAK_API_KEY: key, ...env };
    this.#printed = '';
    const [command, ...args] = [...enter, process.execPath, main];
    const child = spawn(command, args, {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', log.fd],
    });
    await log.close();
    this.#child = child;
    this.#exited = once(child, 'exit');
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.#printed += text;
    });
  }

  /** Resolves when it answers. Throws when it ended by itself. */
  async up(): Promise<void> {
    while (this.baseUrl === null) {
      if (this.#child?.exitCode !== null) {
        throw new Error(`the server did not start; its log is ${this.#options.logFile}\n${this.#printed}`);
      }
      await sleep(20);
    }
  }

  /** A call with the key; throws when the server is not there, or answers an error. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  async call(method: string, path: string, body?: unknown): Promise<any> {
    const { status, text } = await this.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text);
  }

  /** A call with the key, whatever is answered; throws when the server is not there. */
  async ask(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const bytes = typeof body === 'string';
    const headers = {
      authorization: `Bearer ${this.#options.key}`,
      'content-type': bytes ? 'application/octet-stream' : 'application/json',
    };
    const sent = body === undefined || bytes ? body : JSON.stringify(body);
    const response = await fetch(`${this.baseUrl}${path}`, { method, headers, body: sent });
    return { status: response.status, text: await response.text() };
  }

  /** `kill -9`; the compute process, which then loses its parent, ends by itself. */
  async killHttp(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#exited;
  }

  /** `kill -9`. False when there is none just now. */
  async killCompute(): Promise<boolean> {
    const pid = this.#child?.pid;
    const found = await promisify(execFile)('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
    const [compute] = found.stdout.split('\n').filter(Boolean).map(Number);
    if (compute === undefined) return false;
    try {
      process.kill(compute, 'SIGKILL');
      return true;
    } catch {
      return false;
    }
  }

  /** Ids of its processes that run, the HTTP process first. */
  async pids(): Promise<number[]> {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    if (pid === undefined || exitCode !== null || signalCode !== null) return [];
    const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
    return [pid, ...stdout.split('\n').filter(Boolean).map(Number)];
  }

  /** Resolves when the HTTP process that was started last has ended. */
  get exited(): Promise<unknown> {
    return this.#exited;
  }

  /** Whether the HTTP process has ended, by itself or not, and no other was started. */
  get hasEnded(): boolean {
    return this.#child === null || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Id of the HTTP process. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The HTTP process stands still, as one that is taken for dead, until it is thawed. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Ends it as Ctrl-C does. */
  async stop(): Promise<void> {
    this.#child?.kill('SIGTERM');
    await this.#exited;
  }

  /** Null until it answers. */
  get baseUrl(): string | null {
    return /^ {2}address {2,}(http:\S+)$/m.exec(this.#printed)?.[1] ?? null;
  }
}

/** Steps of the engine of this server. */
export async function stepsOf(server: Asked): Promise<number> {
  const { text } = await server.ask('GET', '/metrics').catch(() => ({ text: '' }));
  return Number(/^daybreak_engine_steps_total\{[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
}
