import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startS3Server } from '../s3-server.mjs';
import { writeToyModel } from '../toy-model.ts';
import { calmRun } from './chaos.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { ChaosServer } from './server.ts';
import { beginModel, type Lessons, plans, type TrainedModel } from './training.ts';
import { Witness } from './witness.ts';

/** Fault of a server: `kill -9`; SIGSTOP, then SIGCONT once another server has the job; SIGTERM. */
export type Strike = 'kill' | 'freeze' | 'stop';

export interface SharedChaosOptions {
  /** An empty PostgreSQL database. */
  url: string;
  /** For each round, the faults that hit servers with running jobs, all at the same moment; at most one per plan. */
  rounds: readonly (readonly Strike[])[];
  say?(text: string): void;
}

/** Time until another server took over the job. */
interface Takeover {
  strike: Strike;
  seconds: number;
}

export interface SharedChaosReport {
  takeovers: Takeover[];
  /** Outcome of each model on one server without faults, and each time under faults. */
  calm: Record<string, Outcome>;
  struck: { plan: string; outcome: Outcome }[];
  /** Number of claims of each job that was claimed more than once. */
  attempts: number[];
}

const bucket = 'daybreak';
const servers = 3;
const pollMs = 20;

interface JobRow {
  id: string;
  status: string;
  holder: string | null;
  steps_done: number;
  attempts: number;
}

/**
 * Trains on one undisturbed server, then on three that share a database and a bucket. Faults hit servers that run jobs.
 * Compares the outcomes.
 */
export async function runSharedChaos(options: SharedChaosOptions): Promise<SharedChaosReport> {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-shared-chaos-'));
  const model = join(folder, 'toy');
  writeToyModel(model);
  const all: ChaosServer[] = [];
  const open = (name: string, env: Record<string, string> = {}): ChaosServer => {
    const server = new ChaosServer({ home: join(folder, name), model, key, logFile: join(folder, `${name}.log`), env });
    all.push(server);
    return server;
  };
  const key = randomBytes(30).toString('base64url');
  const database = new pg.Client({ connectionString: options.url });
  await database.connect();
  const s3 = await startS3Server();
  try {
    const alone = open('calm');
    await started([alone]);
    const { lessons, calm } = await calmRun({ server: alone, home: join(folder, 'calm') });
    options.say?.('the calm run has finished');
    s3.makeBucket(bucket);
    const files = { DAYBREAK_S3_ENDPOINT: s3.endpoint, DAYBREAK_S3_BUCKET: bucket, ...s3.credentials };
    const shared = { DATABASE_URL: options.url, ...files };
    const many = Array.from({ length: servers }, (_, i) => open(`server-${i}`, shared));
    await started(many.slice(0, 1));
    await started(many.slice(1));
    const storm = new SharedStorm(options, { servers: many, database, lessons, home: s3.bucketFolder(bucket) });
    return { calm, ...(await storm.blow()) };
  } finally {
    for (const server of all) {
      server.thaw();
      await server.killHttp();
    }
    await database.end();
    await s3.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function started(some: readonly ChaosServer[]): Promise<void> {
  for (const server of some) await server.spawn();
  await Promise.all(some.map((server) => server.up()));
}

interface StormParts {
  servers: readonly ChaosServer[];
  database: pg.Client;
  lessons: Lessons;
  /** Folder with the bucket's files. */
  home: string;
}

/** Server that was hit while it ran a job. */
interface Hit {
  strike: Strike;
  server: ChaosServer;
  job: JobRow;
}

class SharedStorm {
  readonly #options: SharedChaosOptions;
  readonly #parts: StormParts;
  readonly #takeovers: Takeover[] = [];

  constructor(options: SharedChaosOptions, parts: StormParts) {
    this.#options = options;
    this.#parts = parts;
  }

  async blow(): Promise<Omit<SharedChaosReport, 'calm'>> {
    const { servers, lessons, home } = this.#parts;
    const struck: SharedChaosReport['struck'] = [];
    for (const [round, strikes] of this.#options.rounds.entries()) {
      const models: TrainedModel[] = [];
      // Each server claims the jobs that were sent to it.
      for (const [place, plan] of Object.keys(plans).entries()) {
        models.push(await beginModel(servers[place], lessons, plan, round));
      }
      await this.#round(models, strikes);
      for (const model of models) {
        // The sweeper removes files left in the bucket by a fault only a day later.
        const known = await this.#foldersOf(model);
        const outcome = await outcomeOf(servers[0], home, model, (folder) => known.has(folder));
        struck.push({ plan: model.plan, outcome });
      }
    }
    const rows = await this.#jobs();
    const attempts = rows.map((row) => row.attempts).filter((count) => count > 1);
    for (const server of servers) await server.stop();
    return { takeovers: this.#takeovers, struck, attempts };
  }

  async #round(models: readonly TrainedModel[], strikes: readonly Strike[]): Promise<void> {
    const { servers } = this.#parts;
    const hits = await this.#hit(models, strikes);
    const free = servers.find((server) => hits.every((hit) => hit.server !== server)) ?? servers[0];
    const witness = new Witness(models);
    for (let open = hits, began = performance.now(); open.length > 0; await sleep(pollMs)) {
      open = await this.#stillHeld(open, began);
      await witness.look(free);
    }
    for (const { server, strike } of hits) {
      if (strike === 'freeze') server.thaw();
      else await started([server]);
    }
    while (!witness.allEnded) {
      await sleep(pollMs);
      await witness.look(free);
    }
  }

  /** Hits as many servers as there are strikes, each running a job that has done a step. */
  async #hit(models: readonly TrainedModel[], strikes: readonly Strike[]): Promise<Hit[]> {
    const { servers } = this.#parts;
    const own = new Set(models.flatMap(({ jobs }) => jobs));
    for (; ; await sleep(pollMs)) {
      const rows = (await this.#jobs()).filter(({ id }) => own.has(id));
      const at = new Map<ChaosServer, JobRow>();
      for (const job of rows.filter(({ status, steps_done }) => status === 'running' && steps_done > 0)) {
        const server = servers.find(({ pid }) => job.holder?.includes(`-${pid}-`));
        if (server !== undefined) at.set(server, job);
      }
      if (rows.every(({ status }) => status === 'succeeded')) throw new Error('the jobs ended before they were hit');
      if (at.size < strikes.length) continue;
      return Promise.all(
        [...at].slice(0, strikes.length).map(([server, job], i) => this.#strike(strikes[i], server, job)),
      );
    }
  }

  async #strike(strike: Strike, server: ChaosServer, job: JobRow): Promise<Hit> {
    this.#options.say?.(`${strike}: ${job.id} after ${job.steps_done} steps`);
    if (strike === 'kill') await server.killHttp();
    else if (strike === 'freeze') server.freeze();
    else await server.stop();
    return { strike, server, job };
  }

  /** Returns the hits whose job no other server has claimed yet. */
  async #stillHeld(hits: readonly Hit[], began: number): Promise<Hit[]> {
    const rows = await this.#jobs();
    return hits.filter(({ strike, job }) => {
      const now = rows.find(({ id }) => id === job.id);
      if (now === undefined || now.status === 'queued' || now.attempts === job.attempts) return true;
      const seconds = (performance.now() - began) / 1_000;
      this.#options.say?.(`${strike}: another has ${job.id} after ${seconds.toFixed(1)} s`);
      this.#takeovers.push({ strike, seconds });
      return false;
    });
  }

  /** Returns the names of checkpoint folders in the database. */
  async #foldersOf({ id }: TrainedModel): Promise<Set<string>> {
    const { rows } = await this.#parts.database.query('select folder from checkpoints where model_id = $1', [id]);
    return new Set(rows.flatMap(({ folder }) => (folder === null ? [] : [basename(folder)])));
  }

  async #jobs(): Promise<JobRow[]> {
    const { rows } = await this.#parts.database.query('select id, status, holder, steps_done, attempts from jobs');
    return rows as JobRow[];
  }
}
