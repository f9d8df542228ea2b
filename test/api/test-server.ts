import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { readConfig } from '../../src/app/config.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/app/server.ts';

export const peerEntry = fileURLToPath(new URL('../jobs/protocol-peer.ts', import.meta.url));

/** A client with a key of a server. */
export interface Caller {
  baseUrl: string;
  key: string;
  /** Calls the server with the key and an optional JSON body, and returns the parsed answer. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
}

export interface TestServer extends RunningServer, Caller {
  home: string;
  /** Stops the server and removes its data. Fails if a response of the server broke the contract. */
  end(): Promise<void>;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  body: any;
}

export interface TestServerOptions {
  /** Entry of the compute process. The real one by default. */
  workerEntry?: string;
  /** Environment variables of the configuration and of the compute process. */
  env?: Record<string, string>;
  /** An existing data folder to start on. */
  home?: string;
  log?: pino.Logger;
  say?: ServerOptions['print'];
  onFailure?: ServerOptions['onFailure'];
  /** Models to serve instead of the toy. */
  models?: Awaited<ReturnType<ServerOptions['findModels']>>;
  /** Answers of the untrained toy, about equally likely. By default yes, no and maybe. */
  answers?: readonly string[];
  /** Changes the toy's files before the server reads them. */
  prepareModel?: (model: string) => Promise<void>;
  exchangeParts?: ServerOptions['exchangeParts'];
}

/** Starts a server on a free port, with a new toy model and a new data folder. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'daybreak-api-')));
  const toy = join(home, 'toy-model');
  await writeToyModel(toy, { answers: options.answers });
  await options.prepareModel?.(toy);
  const server = await startServer({
    config: readConfig({ DAYBREAK_HOME: home, DAYBREAK_PORT: '0', DAYBREAK_CHECK_RESPONSES: '1', ...options.env }),
    version: '0.0.0-test',
    log: options.log ?? pino({ level: 'silent' }),
    findModels: async () => options.models ?? [{ id: 'toy', path: toy }],
    print: options.say ?? (() => {}),
    onFailure: options.onFailure ?? ((error) => expect.fail(`the server must end: ${error.message}`)),
    env: { ...process.env, ...options.env },
    workerEntry: options.workerEntry,
    exchangeParts: options.exchangeParts,
  });
  const key = options.env?.DAYBREAK_API_KEY ?? (await readFile(server.keyFile, 'utf8')).trim();
  const end = async (): Promise<void> => {
    await server.close(0);
    await rm(home, { recursive: true, force: true });
    expect(server.contractFaults, 'responses that the contract does not have').toEqual([]);
  };
  return { ...server, ...callerOf(server.baseUrl, key), home, end };
}

export function callerOf(baseUrl: string, key: string): Caller {
  const call: Caller['call'] = async (method, path, body, headers = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : parse(text) };
  };
  return { baseUrl, key, call };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Polls all event pages until the job has ended, as the ART client does but faster. */
export async function pollEvents(server: Caller, jobId: string, patienceMs = 600_000): Promise<JobEvent[]> {
  const seen: JobEvent[] = [];
  for (const until = Date.now() + patienceMs; Date.now() < until; ) {
    for (let more = true; more; ) {
      const after = seen.length > 0 ? `?after=${seen[seen.length - 1].id}` : '';
      const page = await server.call('GET', `/preview/training-jobs/${jobId}/events${after}`);
      if (page.status !== 200) throw new Error(`events answered ${page.status}`);
      seen.push(...page.body.data);
      more = page.body.has_more;
    }
    const last = seen.at(-1)?.type;
    if (last === 'training_ended' || last === 'training_failed') return seen;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`job ${jobId} has not ended; events so far: ${seen.map(({ type }) => type).join(', ')}`);
}

/** Returns the data of an event without measured times and rates. */
export function withoutClock(data: JobEvent['data']): JobEvent['data'] {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !/tokens_per_second|_seconds/.test(name)));
}

export interface JobEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
}
