import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChaosServer } from '../../scripts/chaos/server.ts';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { factsOf, titled } from '../art/python-programs.ts';
import { tinkerEnvironment } from './tinker-environment.ts';

interface Outcome {
  losses: number[];
  tokens: number[][];
}

interface Facts {
  calm: Outcome & { refused: unknown[] };
  struck: Outcome;
  refused: [category: string, message: string][];
  followed: [struck: number, calm: number][];
}

const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
const program = fileURLToPath(new URL('killed.py', import.meta.url));
const key = 'k'.repeat(44);
const environment = await tinkerEnvironment();

let home: string;
let server: ChaosServer;
let isOver = false;

async function start(): Promise<void> {
  await server.spawn();
  await writeFile(join(home, 'pid.new'), String(server.pid));
  await rename(join(home, 'pid.new'), join(home, 'pid'));
}

/** Restarts the server at the same address whenever it ends. A file has its process id. */
async function keepRunning(): Promise<void> {
  while (!isOver) {
    await server.exited;
    if (!isOver) await start();
  }
}

async function freePort(): Promise<number> {
  const held = createServer().listen(0, '127.0.0.1');
  await once(held, 'listening');
  const { port } = held.address() as AddressInfo;
  held.close();
  await once(held, 'close');
  return port;
}

describe.skipIf(environment.missing !== '')(titled('the Tinker SDK while processes are killed', environment), () => {
  let facts: Facts;
  beforeAll(async () => {
    // Builds the server as users start it, from the current src.
    execFileSync(process.execPath, [setUp]);
    home = await mkdtemp(join(tmpdir(), 'daybreak-tinker-'));
    await writeToyModel(join(home, 'toy'));
    const port = await freePort();
    const settings = { model: join(home, 'toy'), logFile: join(home, 'log'), env: { DAYBREAK_PORT: String(port) } };
    server = new ChaosServer({ home: join(home, 'data'), key, ...settings });
    await start();
    await server.up();
    void keepRunning();
    const asked = { url: `http://127.0.0.1:${port}/tinker`, key, pidFile: join(home, 'pid') };
    facts = await factsOf(environment.python, [program], { env: { TEST_SERVER: JSON.stringify(asked) } });
  });
  afterAll(async () => {
    isOver = true;
    await server?.killHttp();
    if (home !== undefined) await rm(home, { recursive: true, force: true });
  });

  test('the same clients continue, and end with the losses and samples of an undisturbed run, to the bit', () => {
    expect(facts.calm.refused).toEqual([]);
    expect(facts.calm.losses).toEqual(facts.calm.losses.toSorted((a, b) => b - a));
    const { losses, tokens } = facts.calm;
    expect(facts.struck).toEqual({ losses, tokens });
  });

  test('lost gradients are reported as server errors, three to six times for four kills', () => {
    const told = facts.refused.map(([category, message]) => [
      category,
      /(is|was) lost|compute process exited/.test(message),
    ]);
    expect(told).toEqual(told.map(() => ['server', true]));
    // A kill between forward_backward and optim_step costs one try. A kill during forward_backward costs one, or none
    // if its answer arrived first and optim_step reported the loss.
    expect(told.length).toBeGreaterThanOrEqual(3);
    expect(told.length).toBeLessThanOrEqual(6);
  });

  test('an optim_step pipelined with its forward_backward is applied completely or not at all', () => {
    for (const [struck, calm] of facts.followed) expect(struck).toBe(calm);
  });
});
