import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { writeToyModel } from '../toy-model.ts';
import { leftovers, type Outcome, outcomeOf } from './outcome.ts';
import { randomNumbers } from './random.ts';
import { ChaosServer } from './server.ts';
import { beginRound, type Lessons, makeLessons, type Plans, plans, type TrainedModel } from './training.ts';
import { Witness } from './witness.ts';

export interface ChaosOptions {
  kills: number;
  seed: number;
  /** Prints one line for each round and each kill. */
  say?(text: string): void;
}

export interface ChaosReport {
  kills: { http: number; compute: number };
  /** Rounds of all plans, each started while the server was healthy. */
  rounds: number;
  /** Optimizer steps committed under the kills. */
  steps: number;
  /** Final state of each model without a kill, and each time under kills. */
  calm: Record<string, Outcome>;
  struck: { plan: string; outcome: Outcome }[];
  /** Plans whose outcome is not bitwise equal to the calm run's. */
  different: string[];
  /** Files that nothing refers to after a last start. */
  leftovers: string[];
}

const pollMs = 30;

/**
 * Trains without kills, then again under kills, and compares. Throws if a published event changes or a server does not
 * start.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-chaos-'));
  const model = join(folder, 'toy');
  writeToyModel(model);
  const servers: ChaosServer[] = [];
  const open = async (name: string): Promise<{ server: ChaosServer; home: string }> => {
    const home = join(folder, name);
    const key = randomBytes(30).toString('base64url');
    const server = new ChaosServer({ home, model, key, logFile: join(folder, `${name}.log`) });
    servers.push(server);
    await server.spawn();
    await server.up();
    return { server, home };
  };
  try {
    const { lessons, calm, calmMs } = await calmRun(await open('calm'));
    options.say?.(`calm run: ${duration(calmMs)}`);
    return { calm, ...(await new Storm(options, lessons, calm, calmMs).blow(await open('struck'))) };
  } finally {
    for (const server of servers) await server.killHttp();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Trains each model undisturbed; returns the outcomes and the duration. Stops the server. */
export async function calmRun({ server, home }: { server: ChaosServer; home: string }, all: Plans = plans) {
  const lessons = await makeLessons(server);
  const startedAt = performance.now();
  const models = await beginRound(server, lessons, 0, all);
  const witness = new Witness(models);
  while (!witness.allEnded) {
    await sleep(pollMs);
    await witness.look(server);
  }
  const calmMs = performance.now() - startedAt;
  const calm: Record<string, Outcome> = {};
  for (const trained of models) calm[trained.plan] = await outcomeOf(server, home, trained);
  await server.stop();
  return { lessons, calm, calmMs };
}

/** Kills the server's processes at random moments, which the seed determines. */
class Storm {
  readonly #options: ChaosOptions;
  readonly #lessons: Lessons;
  readonly #calm: Record<string, Outcome>;
  /** Longest time between two kills. */
  readonly #longestMs: number;
  readonly #random: () => number;
  readonly #kills = { http: 0, compute: 0 };
  readonly #startedAt = performance.now();
  /** Jobs that ended in earlier rounds. */
  #jobsEnded = 0;

  constructor(options: ChaosOptions, lessons: Lessons, calm: Record<string, Outcome>, calmMs: number) {
    this.#options = options;
    this.#lessons = lessons;
    this.#calm = calm;
    this.#longestMs = calmMs / 6;
    this.#random = randomNumbers(options.seed);
  }

  async blow({ server, home }: { server: ChaosServer; home: string }): Promise<Omit<ChaosReport, 'calm'>> {
    const struck: ChaosReport['struck'] = [];
    const all: TrainedModel[] = [];
    let rounds = 0;
    let steps = 0;
    while (this.#count < this.#options.kills) {
      const models = await beginRound(server, this.#lessons, rounds++);
      all.push(...models);
      const witness = await this.#round(server, models);
      steps += witness.steps;
      this.#jobsEnded += witness.jobsEnded;
      this.#say(`round ${rounds} ended after ${witness.steps} steps, ${this.#jobsEnded} jobs ended`);
    }
    await server.stop();
    // The last start removes files left behind by the kills.
    await server.spawn();
    await server.up();
    for (const model of all) struck.push({ plan: model.plan, outcome: await outcomeOf(server, home, model) });
    await server.stop();
    const differs = ({ plan, outcome }: ChaosReport['struck'][number]) => !isDeepStrictEqual(outcome, this.#calm[plan]);
    const different = struck.filter(differs).map(({ plan }) => plan);
    return { kills: this.#kills, rounds, steps, struck, different, leftovers: await leftovers(home) };
  }

  /** Waits until all jobs have ended, killing on the way. */
  async #round(server: ChaosServer, models: readonly TrainedModel[]): Promise<Witness> {
    const witness = new Witness(models);
    let killAt = this.#nextMoment();
    while (!witness.allEnded) {
      await sleep(pollMs);
      await witness.look(server);
      if (this.#count >= this.#options.kills || witness.allEnded || !witness.mayKill) continue;
      if (performance.now() < killAt) continue;
      await this.#kill(server, witness);
      killAt = this.#nextMoment();
    }
    return witness;
  }

  async #kill(server: ChaosServer, witness: Witness): Promise<void> {
    if (this.#random() < 0.5) {
      if (!(await server.killCompute())) return;
      this.#note('compute', witness);
      return;
    }
    await server.killHttp();
    this.#note('http', witness);
    await server.spawn();
    // Some servers are killed again before they have started.
    if (this.#random() < 0.3 && witness.mayKill && this.#count < this.#options.kills) {
      await sleep(this.#random() * 1_500);
      await server.killHttp();
      this.#note('http', witness);
      await server.spawn();
    }
    await server.up();
  }

  #note(process: 'http' | 'compute', witness: Witness): void {
    this.#kills[process]++;
    witness.noteKill();
    const jobs = this.#jobsEnded + witness.jobsEnded;
    this.#say(
      `kill ${this.#count} of ${this.#options.kills}: ${process}, ${witness.steps} steps into its round, ${jobs} jobs ended`,
    );
  }

  #say(text: string): void {
    this.#options.say?.(`${duration(performance.now() - this.#startedAt)}  ${text}`);
  }

  #nextMoment(): number {
    return performance.now() + this.#random() * this.#longestMs;
  }

  get #count(): number {
    return this.#kills.http + this.#kills.compute;
  }
}

/** Formats a duration as minutes:seconds. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
