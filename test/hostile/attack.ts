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

/** Effects of an attack on the server and on another owner's chats. Times are in milliseconds, memory in bytes. */
export interface Damage {
  /** Slowest answers of /health, and of an idle control server, which measures the machine's own delay. */
  slowest: { health: number; control: number };
  /** Answers of /health other than 200, and missing answers. */
  failures: string[];
  /** Times of a neighbour's chats without the attack. */
  alone: number[];
  beside: number[];
  memory: { before: number; after: number };
  sameProcesses: boolean;
}

export interface AttackOptions {
  /** Number of the neighbour's chats before the attack, and least number during it. */
  chats?: number;
  /** Tokens per chat. */
  tokens?: number;
}

/** Whether times and memory are asserted: in `npm run hostile`, which has the machine to itself. */
const isMeasured = process.env.DAYBREAK_HOSTILE_MEASURED === '1';

/** Time in which memory must return to its level. */
const SETTLING_MS = 60_000;
export const HEALTH_MS = 250;
const SLOWER = 2;
const MEMORY = 1.2;

/**
 * Attacks a server repeatedly until a neighbour, another owner, has had all chats answered meanwhile. Returns the
 * damage. `strike` sends the attack once and resolves when it is answered. It throws for a wrong answer.
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
  const concurrentChats = async (): Promise<void> => {
    try {
      await sleep(5);
      do beside.push(await chat());
      while (isStruck);
    } finally {
      isServed = false;
    }
  };
  const ends = await Promise.allSettled([strikes(), concurrentChats()]);
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
 * Fails unless the server kept its processes and answered every /health. In measured runs, times and memory must also
 * stay within the limits. `slower` is the allowed ratio of a neighbour's median chat time during and before the attack.
 */
export function expectUnharmed(damage: Damage, { slower = SLOWER }: { slower?: number } = {}): void {
  const { slowest, failures, alone, beside, memory, sameProcesses } = damage;
  expect(sameProcesses, 'the HTTP process and the compute process are the same as before').toBe(true);
  expect(failures, 'answers of /health other than 200').toEqual([]);
  console.log(measured(damage));
  if (!isMeasured) return;
  // The idle control server is delayed by the machine alone, so its delay is not the server's fault.
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

/** Another owner's client, which chats from a separate process. */
class Neighbour {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor(url: string, key: string, tokens: number) {
    const env = { ...process.env, NEIGHBOUR_KEY: key };
    const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit'];
    this.#child = spawn(process.execPath, [client, `${url}/chat/completions`, `${tokens}`], { env, stdio });
    this.#answers = createInterface({ input: this.#child.stdout as Readable })[Symbol.asyncIterator]();
  }

  /** Chats once and returns the milliseconds. Throws if the answer is wrong or missing. */
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

/** Starts polling /health. The returned function stops it and returns the results. */
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
