import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { BUCKET, LocalCluster } from '../cluster/local-cluster.ts';
import { cacheFolder } from '../root-folder.mjs';
import { calmRun } from './chaos.ts';
import { type Fault, FaultMaker } from './faults.ts';
import { Front } from './front.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { randomNumbers } from './random.ts';
import { ChaosServer } from './server.ts';
import { type StreamCounts, Streams } from './streams.ts';
import { beginRound, clusterPlans, type Lessons, type TrainedModel } from './training.ts';
import { Witness } from './witness.ts';

export interface ClusterChaosOptions {
  faults: number;
  seed: number;
  /** The longest that a fault stays before it is mended. */
  longestMs: number;
  /** One line for each round and each fault, as it comes. */
  say?(text: string): void;
}

export interface ClusterChaosReport {
  /** By what was hit and how. */
  faults: Record<string, number>;
  rounds: number;
  /** Gradient steps that were committed under the faults, and jobs that were claimed again. */
  steps: number;
  claimedAgain: number;
  /** Shards of steps that workers computed for each other, but for those of workers that were killed. */
  givenShards: number;
  streams: StreamCounts;
  /** Streams with other tokens than in calm, a gap or a double; those that broke while nothing was wrong. */
  wrongStreams: string[];
  /** Plans whose outcome is not that of the calm run on one machine, to the bit. */
  different: string[];
}

const roles = ['api', 'api', 'worker', 'worker', 'worker'] as const;
const pollMs = 100;
/** A job that gets no further is not hit again: a server gives one up that has died under it a few times. */
const longestRoundMs = 30 * 60_000;

/**
 * Trains on one server in calm, then in a cluster whose workers, API replicas and engines are hit one after the other
 * while it trains and streams, and compares. Throws when an event of a job changes.
 */
export async function runClusterChaos(options: ClusterChaosOptions): Promise<ClusterChaosReport> {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-cluster-chaos-'));
  const key = randomBytes(30).toString('base64url');
  let cluster: LocalCluster | undefined;
  let alone: ChaosServer | undefined;
  let isWell = false;
  try {
    cluster = await LocalCluster.start({ roles, isBalanced: true, key, isTried: true });
    const model = join(cluster.folder, 'toy');
    alone = new ChaosServer({ home: join(folder, 'calm'), model, key, logFile: join(folder, 'calm.log') });
    await alone.spawn();
    await alone.up();
    const streams = new Streams(new Front(cluster.baseUrl, key));
    await streams.learn(alone);
    const { lessons, calm } = await calmRun({ server: alone, home: join(folder, 'calm') }, clusterPlans);
    options.say?.('the calm run is over');
    const report = await new ClusterStorm(options, { cluster, lessons, calm, streams, key }).blow();
    isWell = report.different.length + report.wrongStreams.length === 0;
    return report;
  } finally {
    if (cluster !== undefined && !isWell) await keepLogs(cluster.folder, options);
    await alone?.killHttp();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** For whoever wants to know why a job came to something else. */
async function keepLogs(folder: string, { seed, say }: ClusterChaosOptions): Promise<void> {
  const kept = join(cacheFolder, `chaos-${seed}`);
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  await mkdir(kept, { recursive: true });
  for (const name of logs) await copyFile(join(folder, name), join(kept, name));
  say?.(`the logs of the servers are in ${kept}`);
}

interface StormParts {
  cluster: LocalCluster;
  lessons: Lessons;
  calm: Record<string, Outcome>;
  streams: Streams;
  key: string;
}

class ClusterStorm {
  readonly #options: ClusterChaosOptions;
  readonly #parts: StormParts;
  readonly #front: Front;
  readonly #random: () => number;
  readonly #maker: FaultMaker;
  readonly #faults: Record<string, number> = {};
  #count = 0;

  constructor(options: ClusterChaosOptions, parts: StormParts) {
    this.#options = options;
    this.#parts = parts;
    this.#front = new Front(parts.cluster.baseUrl, parts.key);
    this.#random = randomNumbers(options.seed);
    this.#maker = new FaultMaker(parts.cluster, roles);
  }

  async blow(): Promise<ClusterChaosReport> {
    const { streams, lessons, calm } = this.#parts;
    const different: string[] = [];
    let [rounds, steps] = [0, 0];
    streams.begin();
    while (this.#count < this.#options.faults) {
      await this.#untilWhole();
      const models = await beginRound(this.#front, lessons, rounds++, clusterPlans);
      const witness = new Witness(models);
      await this.#round(witness);
      steps += witness.steps;
      for (const model of models) {
        if (isDeepStrictEqual(await this.#outcomeOf(model), calm[model.plan])) continue;
        different.push(`${model.plan} ${rounds} (${await this.#endsOf(model)})`);
      }
      this.#options.say?.(`round ${rounds}: ${this.#count} faults, ${steps} steps, ${streams.line}`);
    }
    await streams.end();
    const givenShards = await this.#givenShards();
    const claimedAgain = await this.#query('select count(*)::int as n from jobs where attempts > 1');
    return {
      ...{ faults: this.#faults, rounds, steps, claimedAgain: Number(claimedAgain[0].n), givenShards, different },
      ...{ streams: streams.counts, wrongStreams: streams.wrong },
    };
  }

  /** Hits the cluster until the jobs of the round have ended. */
  async #round(witness: Witness): Promise<void> {
    const watching = this.#watch(witness);
    while (!witness.allEnded && this.#count < this.#options.faults) {
      await sleep(this.#random() * 5_000);
      const fault = this.#maker.pick(this.#random, witness.mayKill);
      if (fault.mayEndJobs) witness.noteKill();
      await this.#hit(fault);
    }
    await watching;
  }

  async #hit(fault: Fault): Promise<void> {
    const { streams } = this.#parts;
    const ms = 500 + this.#random() * this.#options.longestMs;
    this.#options.say?.(`${fault.name} for ${(ms / 1000).toFixed(1)} s`);
    this.#faults[fault.kind] = (this.#faults[fault.kind] ?? 0) + 1;
    this.#count += 1;
    streams.excuse();
    await fault.begin();
    await sleep(ms);
    await fault.end();
    await this.#untilWhole();
    streams.endExcuse();
  }

  async #watch(witness: Witness): Promise<void> {
    const until = performance.now() + longestRoundMs;
    while (!witness.allEnded) {
      if (performance.now() > until) throw new Error('jobs have not ended half an hour after they were created');
      await witness.look(this.#front);
      await sleep(pollMs);
    }
  }

  /** Resolves when all workers are ready for both replicas, and both answer. */
  async #untilWhole(): Promise<void> {
    const { servers } = this.#parts.cluster;
    for (const server of servers.filter((_, place) => roles[place] === 'api')) {
      for (;;) {
        const answer = await server.ask('GET', '/preview/workers').catch(() => null);
        const workers = answer?.status === 200 ? JSON.parse(answer.text).data : [];
        const ready = workers.filter(({ state }: { state: string }) => state === 'ready');
        if (ready.length === 3 && (await server.ask('GET', '/readyz').catch(() => null))?.status === 200) break;
        await sleep(pollMs);
      }
    }
  }

  async #outcomeOf(model: TrainedModel): Promise<Outcome> {
    // What a fault left in the bucket is the sweeper's, a day later.
    const rows = await this.#query(`select folder from checkpoints where model_id = '${model.id}'`);
    const known = new Set(rows.flatMap(({ folder }) => (folder === null ? [] : [basename(String(folder))])));
    const home = this.#parts.cluster.s3.bucketFolder(BUCKET);
    return outcomeOf(this.#front, home, model, (folder) => known.has(folder));
  }

  async #givenShards(): Promise<number> {
    const workers = this.#parts.cluster.servers.filter((_, place) => roles[place] === 'worker');
    const texts = await Promise.all(workers.map((server) => server.ask('GET', '/metrics')));
    const given = texts.map(({ text }) => /^daybreak_shards_computed_for_others_total (\d+)$/m.exec(text)?.[1]);
    return given.reduce((sum, count) => sum + Number(count), 0);
  }

  /** How its jobs ended, for people. */
  async #endsOf({ jobs }: TrainedModel): Promise<string> {
    const ends = await Promise.all(jobs.map((id) => this.#front.call('GET', `/preview/training-jobs/${id}`)));
    return ends.map(({ status, error_message: why }) => `${status} ${why ?? ''}`.trim()).join(', ');
  }

  async #query(text: string): Promise<Record<string, unknown>[]> {
    const database = new pg.Client({ connectionString: this.#parts.cluster.databaseUrl });
    await database.connect();
    try {
      return (await database.query(text)).rows;
    } finally {
      await database.end();
    }
  }
}
