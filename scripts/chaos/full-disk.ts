import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { writeToyModel } from '../toy-model.ts';
import { Ballast } from './ballast.ts';
import { calmRun } from './chaos.ts';
import { leftovers, type Outcome, outcomeOf } from './outcome.ts';
import { randomNumbers } from './random.ts';
import { ChaosServer } from './server.ts';
import { Traffic } from './traffic.ts';
import { beginRound, type TrainedModel } from './training.ts';
import { Witness } from './witness.ts';

/** Disk to fill. */
export type FullDisk = 'data' | 'log' | 'both';
export const DISKS: readonly FullDisk[] = ['data', 'log', 'both'];

export interface FullDiskOptions {
  rounds: number;
  seed: number;
  disks: readonly FullDisk[];
  /** Prints one line for each round when it ends. */
  say?(text: string): void;
}

export interface FullDiskReport {
  /** Number of times that a disk was full. */
  fills: number;
  /** Number of times that the log reports a job waiting for space. */
  waits: number;
  chats: number;
  /** Uploads, logs and models that were stored, and those that were refused. */
  stored: number;
  refused: number;
  jobs: number;
  /** Everything that went wrong. */
  faults: string[];
}

const dataSize = '96m';
const logSize = '1m';
const reserve = '2MiB';
/** Number of times that the disk is filled in a round. */
const fillsPerRound = 3;
const pollMs = 50;

/**
 * Options of `unshare` for a private mount namespace: as root, or as root of a user namespace. The system may forbid
 * both.
 */
const WAYS = [['-m'], ['-U', '-r', '-m']];

/** Returns a command prefix that lets the command mount its own disks; null if the system forbids it. */
export function ownMounts(): string[] | null {
  const tried = (way: string[]) => spawnSync('unshare', [...way, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  const way = WAYS.find((options) => tried(options).status === 0);
  return way === undefined ? null : ['unshare', ...way];
}

/**
 * Trains while clients chat and store data, on small disks that fill up at random moments. Compares with a calm run,
 * and reads back all stored data. Needs the command prefix from `ownMounts`.
 */
export async function runOnFullDisks(options: FullDiskOptions): Promise<FullDiskReport> {
  const folder = mkdtempSync(join(tmpdir(), 'daybreak-full-'));
  const model = join(folder, 'toy');
  writeToyModel(model);
  const servers: ChaosServer[] = [];
  const open = async (home: string, logFile: string): Promise<ChaosServer> => {
    const key = randomBytes(30).toString('base64url');
    const env = { DAYBREAK_DISK_RESERVE: reserve };
    const server = new ChaosServer({ home, model, key, logFile, env });
    servers.push(server);
    await server.spawn();
    await server.up();
    return server;
  };
  const [data, log] = [mountDisk(folder, 'data', dataSize), mountDisk(folder, 'log', logSize)];
  try {
    const home = join(folder, 'calm');
    const calm = await calmRun({ server: await open(home, join(folder, 'calm.log')), home });
    const server = await open(join(data, 'home'), join(log, 'server.log'));
    const disks = { data: new Ballast(data), log: new Ballast(log) };
    const report = await new Flood(options, { server, disks, calm, home: join(data, 'home') }).run();
    const told = await readFile(join(log, 'server.log'), 'utf8');
    return { ...report, waits: told.split('the job waits for space').length - 1 };
  } finally {
    for (const server of servers) await server.killHttp();
    for (const disk of [data, log]) spawnSync('umount', ['-l', disk]);
    await rm(folder, { recursive: true, force: true });
  }
}

function mountDisk(folder: string, name: string, size: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]);
  return path;
}

interface FloodParts {
  server: ChaosServer;
  disks: Record<'data' | 'log', Ballast>;
  calm: Awaited<ReturnType<typeof calmRun>>;
  home: string;
}

/** Runs the rounds on full disks. */
class Flood {
  readonly #options: FullDiskOptions;
  readonly #parts: FloodParts;
  readonly #random: () => number;
  readonly #report: FullDiskReport = { fills: 0, waits: 0, chats: 0, stored: 0, refused: 0, jobs: 0, faults: [] };

  constructor(options: FullDiskOptions, parts: FloodParts) {
    this.#options = options;
    this.#parts = parts;
    this.#random = randomNumbers(options.seed);
  }

  async run(): Promise<FullDiskReport> {
    const { server, home } = this.#parts;
    const { rounds, disks } = this.#options;
    const all: { models: TrainedModel[]; traffic: Traffic }[] = [];
    const before = await server.pids();
    for (let round = 0; round < rounds; round++) all.push(await this.#round(round, disks[round % disks.length]));
    const after = await server.pids();
    // A process that plans jobs may have started with the first job.
    const lost = before.filter((pid) => !after.includes(pid));
    if (lost.length > 0) this.#fault(`processes ${lost} of ${before} are gone; there are ${after}`);
    await server.stop();
    // After a restart, all confirmed data is there, and nothing else.
    await server.spawn();
    await server.up();
    for (const { models, traffic } of all) await this.#check(models, traffic);
    await server.stop();
    for (const name of await leftovers(home)) this.#fault(`left over: ${name}`);
    return this.#report;
  }

  async #round(round: number, disk: FullDisk): Promise<{ models: TrainedModel[]; traffic: Traffic }> {
    const { server, calm } = this.#parts;
    const began = performance.now();
    const models = await beginRound(server, calm.lessons, round);
    const witness = new Witness(models);
    const traffic = new Traffic(server, this.#random, `round-${round}`);
    await traffic.begin();
    const flooding = this.#flood(disk, () => witness.allEnded);
    while (!witness.allEnded) {
      await sleep(pollMs);
      await witness.look(server);
    }
    await flooding;
    await traffic.end();
    await this.#check(models, traffic);
    for (const fault of traffic.faults) this.#fault(`round ${round}: ${fault}`);
    const { chats, stored, refused } = traffic.counts;
    this.#report.chats += chats;
    this.#report.stored += stored;
    this.#report.refused += refused;
    this.#report.jobs += witness.jobsEnded;
    const seconds = Math.round((performance.now() - began) / 1_000);
    const { fills, faults } = this.#report;
    const told = `${chats} chats, ${stored} stored, ${refused} refused, ${fills} fills and ${faults.length} faults so far`;
    this.#options.say?.(`round ${round + 1} (${disk}): ${seconds} s, ${told}`);
    return { models, traffic };
  }

  /** Fills the disk at random moments until the jobs have ended, then frees it. */
  async #flood(disk: FullDisk, over: () => boolean): Promise<void> {
    const { disks, calm } = this.#parts;
    const filled = disk === 'both' ? [disks.data, disks.log] : [disks[disk]];
    for (let fill = 0; fill < fillsPerRound && !over(); fill++) {
      await sleep((this.#random() * calm.calmMs) / 3);
      await Promise.all(filled.map((ballast) => ballast.fill()));
      this.#report.fills += 1;
      await sleep(this.#random() * calm.calmMs);
      await Promise.all(filled.map((ballast) => ballast.free()));
    }
  }

  async #check(models: readonly TrainedModel[], traffic: Traffic): Promise<void> {
    const { server, calm, home } = this.#parts;
    for (const fault of await traffic.check(server)) this.#fault(fault);
    for (const model of models) {
      const outcome = await outcomeOf(server, home, model);
      if (!isSame(outcome, calm.calm[model.plan])) {
        const ends = outcome.events.map((events) => JSON.stringify(events.at(-1)));
        this.#fault(`the model of the plan ${model.plan} has a different outcome: ${ends.join(', ')}`);
      }
    }
  }

  #fault(text: string): void {
    this.#report.faults.push(text);
  }
}

/**
 * Compares with the calm run. A job may drop tokens of trajectories while the disk is full, since they are kept for
 * inspection only.
 */
function isSame({ trajectories, ...rest }: Outcome, { trajectories: all, ...calm }: Outcome): boolean {
  const without = ({ summary }: Outcome['trajectories'][number]) => {
    return { summary: { ...summary, has_tokens: false }, tokens: null };
  };
  const wanted = all.flatMap((one) => [one, without(one)]);
  return (
    isDeepStrictEqual(rest, calm) && trajectories.every((one) => wanted.some((two) => isDeepStrictEqual(one, two)))
  );
}
