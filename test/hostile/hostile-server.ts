import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { newKey } from '../abuse/abuse-server.ts';

const main = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url));
const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  body: any;
}

/** A server in separate processes, as users start it, with the toy model and the real compute process. */
export interface HostileServer {
  /** Base URL, which ends in /v1. */
  url: string;
  home: string;
  /** The first key, of owner `local`. */
  key: string;
  /** Calls with that key or another. Text and bytes are sent unchanged, other bodies as JSON. */
  call(method: string, path: string, body?: unknown, options?: { key?: string; type?: string }): Promise<Answer>;
  /** Creates a key of an owner, with the scopes chat and train. */
  keyOf(owner: string): Promise<string>;
  /** Returns the process ids of the HTTP process and the compute process. */
  pids(): { http: number; compute: number };
  /** Returns the memory of all processes of the server in bytes, with shared pages counted once (Linux's PSS). */
  memory(): number;
  /** Returns the server's standard output and standard error. */
  output(): string;
  child: ChildProcess;
  /** Ends the server with SIGTERM, removes its data and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Builds the current src, and starts a server on a free port with a new data folder. */
export async function startHostileServer(env: Record<string, string> = {}): Promise<HostileServer> {
  execFileSync(process.execPath, [setUp]);
  const home = mkdtempSync(join(tmpdir(), 'daybreak-hostile-'));
  const toy = join(home, 'toy');
  writeToyModel(toy);
  const settings = { DAYBREAK_HOME: home, DAYBREAK_PORT: '0', DAYBREAK_MODEL: toy };
  const child = spawn(process.execPath, [main], { env: { ...process.env, ...settings, ...env } });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  while (child.exitCode === null && !output.includes('Ctrl-C stops the server')) await sleep(20);
  const url = /address +(\S+)/.exec(output)?.[1];
  if (url === undefined) throw new Error(`the server did not start: ${output}`);
  const key = env.DAYBREAK_API_KEY ?? readFileSync(join(home, 'api-key'), 'utf8').trim();
  return {
    url,
    home,
    key,
    child,
    output: () => output,
    call: (method, path, body, options) => call(url, method, path, body, { key, ...options }),
    keyOf: (owner) => newKey({ home }, { owner }),
    pids: () => {
      const http = child.pid as number;
      const compute = computeProcessOf(http);
      if (compute === undefined) throw new Error('there is no compute process');
      return { http, compute };
    },
    memory: () => descendantsOf(child.pid as number).reduce((sum, pid) => sum + memoryOf(pid), 0),
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await exited;
      rmSync(home, { recursive: true, force: true });
      return code;
    },
  };
}

async function call(
  url: string,
  method: string,
  path: string,
  body: unknown,
  { key, type = 'application/json' }: { key: string; type?: string },
): Promise<Answer> {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': type }) },
    body: isRaw ? (body as string | undefined) : JSON.stringify(body),
  });
  const text = await response.text();
  let parsed: unknown = text;
  try {
    parsed = JSON.parse(text);
  } catch {
    // A stream or a text.
  }
  return { status: response.status, headers: response.headers, body: parsed };
}

/** Returns the compute process of the HTTP process `pid`; undefined while there is none. */
export function computeProcessOf(pid: number): number | undefined {
  return childrenOf(pid).find((child) => commandOf(child).includes('/worker/process/main.'));
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return []; // it has ended
  }
}

function descendantsOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(descendantsOf)];
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function memoryOf(pid: number): number {
  try {
    return Number(/^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
