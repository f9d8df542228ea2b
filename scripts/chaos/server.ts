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
  /** Further environment variables. */
  env?: Record<string, string>;
  /** Command prefix that keeps the process id. */
  enter?: readonly string[];
}

/** Anything that answers API calls. */
export type Asked = Pick<ChaosServer, 'call' | 'ask'>;

/** Compiled server as `npm start` runs it: two processes, each of which can be killed. */
export class ChaosServer {
  readonly #options: ChaosServerOptions;
  #child: ChildProcess | null = null;
  #exited: Promise<unknown> = Promise.resolve();
  #printed = '';

  constructor(options: ChaosServerOptions) {
    if (!existsSync(main)) throw new Error('there is no dist: run npm run build');
    this.#options = options;
  }

  /** Starts the HTTP process, which starts the compute process, and continues earlier jobs. */
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

  /** Resolves when the server answers. Throws if it has exited. */
  async up(): Promise<void> {
    while (this.baseUrl === null) {
      if (this.#child?.exitCode !== null) {
        throw new Error(`the server did not start; its log is ${this.#options.logFile}\n${this.#printed}`);
      }
      await sleep(20);
    }
  }

  /** Sends a request with the key; throws if the server is unreachable or answers an error. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  async call(method: string, path: string, body?: unknown): Promise<any> {
    const { status, text } = await this.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text);
  }

  /** Sends a request with the key; returns any response. Throws if the server is unreachable. */
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

  /** Kills the HTTP process with SIGKILL; the compute process loses its parent and exits. */
  async killHttp(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#exited;
  }

  /** Kills the compute process with SIGKILL; returns false if there is none. */
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

  /** Returns the ids of the running processes, the HTTP process first. */
  async pids(): Promise<number[]> {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    if (pid === undefined || exitCode !== null || signalCode !== null) return [];
    const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
    return [pid, ...stdout.split('\n').filter(Boolean).map(Number)];
  }

  /** Resolves when the most recent HTTP process has ended. */
  get exited(): Promise<unknown> {
    return this.#exited;
  }

  /** True if the last HTTP process has ended, for any reason. */
  get hasEnded(): boolean {
    return this.#child === null || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Id of the HTTP process. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Stops the HTTP process with SIGSTOP until `thaw`, so that it seems dead. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Ends the server as Ctrl-C does. */
  async stop(): Promise<void> {
    this.#child?.kill('SIGTERM');
    await this.#exited;
  }

  /** Base URL; null until the server answers. */
  get baseUrl(): string | null {
    return /^ {2}address {2,}(http:\S+)$/m.exec(this.#printed)?.[1] ?? null;
  }
}

/** Returns the number of engine steps of this server. */
export async function stepsOf(server: Asked): Promise<number> {
  const { text } = await server.ask('GET', '/metrics').catch(() => ({ text: '' }));
  return Number(/^daybreak_engine_steps_total\{[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
}
