import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { HostileServer } from './hostile-server.ts';

const probe = fileURLToPath(new URL('./health-probe.mjs', import.meta.url));
const client = fileURLToPath(new URL('./neighbour.mjs', import.meta.url));

/** What an attack did to the server and to somebody else's chats. Times are in milliseconds, memory in bytes. */
export interface Damage {
  /** Slowest answers: of /health, and of a server beside it that does nothing, which is the machine's own delay. */
  slowest: { health: number; control: number };
  /** Answers of /health that were not 200, or did not come. */
  failures: string[];
  /** Times of a neighbour's chats, alone and beside the attack. */
  alone: number[];
  beside: number[];
  memory: { before: number; after: number };
  sameProcesses: boolean;
}

export interface AttackOptions {
  /** Chats that the neighbour asks for alone, and beside the attack at least. */
  chats?: number;
  /** Tokens of each. */
  tokens?: number;
}

/** Whether times and memory are judged: by `npm run hostile`, which has the machine for itself. */
const isMeasured = process.env.DAYBREAK_HOSTILE_MEASURED === '1';

/** How long memory may take to come back. */
const SETTLING_MS = 60_000;
export const HEALTH_MS = 250;
const SLOWER = 2;
const MEMORY = 1.2;

/**
 * Attacks a server, again and again until a neighbour of another owner has had his chats answered beside it, and says
 * what came of it. `strike` sends the attack once and resolves when it is answered; it throws for an answer that is
 * wrong.
 */
export async function attack(
  server: HostileServer,
  strike: () => Promise<unknown>,
  { chats = isMeasured ? 8 : 1, tokens = 16 }: AttackOptions = {},
): Promise<Damage> {
  await using neighbour = new Neighbour(
    server.url,
    await server.keyOf(`neighbour-${Math.random().toString(36).slice(2)}`),
    tokens,
  );
  const chat = () => neighbour.chat();
  await chat();
  const alone: number[] = [];
  for (let i = 0; i < chats; i++) alone.push(await chat());
  const processes = server.pids();
  const before = server.memory();
  const health = await watchHealth(server);
  const beside: number[] = [];
  let isStruck = true;
  let isServed = true;
  const strikes = async (): Promise<void> => {
    try {
      do {
        await strike();
        await sleep(1);
      } while (isServed && beside.length < chats);
    } finally {
      isStruck = false;
    }
  };
  const chatsBeside = async (): Promise<void> => {
    try {
      await sleep(5);
      do beside.push(await chat());
      while (isStruck);
    } finally {
      isServed = false;
    }
  };
  const ends = await Promise.allSettled([strikes(), chatsBeside()]);
  const seen = await health();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const until = performance.now() + (isMeasured ? SETTLING_MS : 0);
  while (server.memory() > before * MEMORY && performance.now() < until) await sleep(250);
  const now = server.pids();
  return {
    ...seen,
    alone,
    beside,
    memory: { before, after: server.memory() },
    sameProcesses: now.http === processes.http && now.compute === processes.compute,
  };
}

/**
 * Fails unless the server came through: in the same processes, with an answer to every /health, and, where that is
 * judged, within the promised times and memory. `slower`: how many times as long as alone a neighbour's chat may take
 * in the median.
 */
export function expectUnharmed(damage: Damage, { slower = SLOWER }: { slower?: number } = {}): void {
  const { slowest, failures, alone, beside, memory, sameProcesses } = damage;
  expect(sameProcesses, 'the HTTP process and the compute process are the same as before').toBe(true);
  expect(failures, 'answers of /health other than 200').toEqual([]);
  console.log(measured(damage));
  if (!isMeasured) return;
  // A probe that does nothing but answer is as late as the machine makes it; that much is not the server's.
  expect(slowest.health, `slowest /health, ${JSON.stringify(slowest)}`).toBeLessThan(HEALTH_MS + slowest.control);
  expect(median(beside), measured(damage)).toBeLessThan(slower * median(alone));
  expect(memory.after, `bytes after, ${JSON.stringify(memory)}`).toBeLessThan(MEMORY * memory.before);
}

function measured({ slowest, alone, beside, memory }: Damage): string {
  const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
  return [
    `${expect.getState().currentTestName}:`,
    `slowest /health ${Math.round(slowest.health)} ms (a server that does nothing: ${Math.round(slowest.control)});`,
    `a neighbour's chat ${Math.round(median(alone))} ms alone, ${Math.round(median(beside))} ms beside;`,
    `memory ${mebibytes(memory.before)} MiB before, ${mebibytes(memory.after)} MiB after`,
  ].join(' ');
}

/** Somebody else who chats, from a process of his own. */
class Neighbour {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor(url: string, key: string, tokens: number) {
    const env = { ...process.env, NEIGHBOUR_KEY: key };
    const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit'];
    this.#child = spawn(process.execPath, [client, `${url}/chat/completions`, `${tokens}`], { env, stdio });
    this.#answers = createInterface({ input: this.#child.stdout as Readable })[Symbol.asyncIterator]();
  }

  /** The milliseconds that a chat took. Throws an Error where its answer was wrong or did not come. */
  async chat(): Promise<number> {
    this.#child.stdin?.write('\n');
    const { value = '{"wrong":"the neighbour ended"}' } = await this.#answers.next();
    const { ms, wrong } = JSON.parse(value);
    if (wrong !== undefined) throw new Error(`a neighbour's chat: ${wrong}`);
    return ms;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin?.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }
}

/** Begins to ask for /health; the function that it resolves with ends that and tells what was seen. */
async function watchHealth(server: HostileServer): Promise<() => Promise<Pick<Damage, 'slowest' | 'failures'>>> {
  const child = spawn(process.execPath, [probe, `${server.url}/health`], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return async () => {
    const said = text(child.stdout);
    child.stdin.end();
    const { slowest, failures } = JSON.parse(await said);
    return { slowest, failures };
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
