import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { BUCKET, type LocalCluster } from '../cluster/local-cluster.ts';
import { type ClusterForm, drawn } from './cluster-form.ts';
import type { ClusterRound } from './cluster-round.ts';
import { dealFaults, drawFault, type Fault } from './faults.ts';
import type { Front } from './front.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { randomNumbers } from './random.ts';
import { SteadyTraining } from './steady-training.ts';
import { Streams } from './streams.ts';
import type { Lessons, TrainedModel } from './training.ts';

const POLL_MS = 100;
/** Deadline for a cluster to recover after a fault ends. */
const WHOLE_MS = 10 * 60_000;

export interface StormParts {
  form: ClusterForm;
  cluster: LocalCluster;
  front: Front;
  lessons: Lessons;
  /** Outcome of each plan in a calm run on one server, and the tokens of each stream there. */
  calm: Record<string, Outcome>;
  tokens: readonly number[][];
  /** When aborted, no further fault begins, and the round runs to its end. */
  signal?: AbortSignal;
  say?(text: string): void;
}

/** One round: hits a cluster with seeded random faults while it trains and streams. */
export class ClusterStorm {
  readonly #parts: StormParts;
  readonly #seed: number;
  readonly #random: () => number;
  readonly #deck: Fault[];
  readonly #streams: Streams;
  readonly #training: SteadyTraining;
  readonly #faults: Record<string, number> = {};
  /** Number of faults still to come. */
  #left: number;
  /** Indices of stopped servers. */
  readonly #still = new Set<number>();

  /** `most`: maximum number of faults. */
  constructor(parts: StormParts, seed: number, most: number) {
    this.#parts = parts;
    this.#seed = seed;
    this.#random = randomNumbers(seed);
    const { form, cluster, front, lessons, tokens } = parts;
    const { roles, times, plans, restMs } = form;
    this.#deck = dealFaults({ cluster, roles, times, random: this.#random });
    this.#left = Math.min(most, this.#deck.length);
    this.#streams = new Streams(front, form.streams, tokens);
    this.#training = new SteadyTraining({ front, lessons, plans, name: String(seed), restMs });
  }

  async blow(): Promise<ClusterRound> {
    const [streams, training, began] = [this.#streams, this.#training, performance.now()];
    const violations: string[] = [];
    let [claimedAgain, givenShards] = [0, 0];
    try {
      const before = await this.#givenShards();
      await this.#untilWhole();
      streams.begin();
      training.begin();
      while (this.#goesOn) await this.#hitNext(() => true);
      await training.end();
      violations.push(...(await this.#differences()));
      claimedAgain = await this.#claimedAgain();
      // A killed worker's counter restarts at 0.
      const since = (now: number, place: number) => now - (before[place] <= now ? before[place] : 0);
      givenShards = (await this.#givenShards()).map(since).reduce((sum, count) => sum + count, 0);
    } catch (error) {
      training.abandon();
      violations.push((error as Error).message);
    }
    await streams.end();
    return {
      ...{ seed: this.#seed, seconds: Math.round((performance.now() - began) / 1_000), faults: this.#faults },
      ...{ models: training.models.length, steps: training.steps, claimedAgain, givenShards },
      ...{ streams: streams.counts, violations: [...violations, ...streams.wrong] },
    };
  }

  get #goesOn(): boolean {
    return this.#left > 0 && !this.#parts.signal?.aborted;
  }

  /** Waits for a random pause, then causes the next suitable fault, if any. */
  async #hitNext(fits: (fault: Fault) => boolean): Promise<void> {
    const { form } = this.#parts;
    await sleep(1_000 * drawn(form.pause, this.#random));
    const { failure, mayKill } = this.#training;
    if (failure !== null) throw failure;
    const fault = drawFault(this.#deck, (one) => fits(one) && (mayKill || !one.mayEndJobs));
    if (fault !== null) await this.#hit(fault, 1_000 * drawn(form.seconds[fault.way], this.#random));
  }

  async #hit(fault: Fault, ms: number): Promise<void> {
    this.#parts.say?.(`${this.#left} left: ${fault.name} for ${(ms / 1_000).toFixed(1)} s`);
    this.#faults[fault.kind] = (this.#faults[fault.kind] ?? 0) + 1;
    this.#left -= 1;
    if (fault.mayEndJobs) this.#training.noteKill();
    this.#streams.excuse();
    await fault.begin();
    try {
      const until = performance.now() + ms;
      if (fault.way === 'stop' && fault.place !== null) await this.#hitOthers(fault.place, until);
      await sleep(Math.max(0, until - performance.now()));
    } finally {
      await fault.end();
    }
    await this.#untilWhole();
    if (this.#still.size === 0) this.#streams.endExcuse();
  }

  /** Causes other faults while one server is stopped, which must not affect the other servers. */
  async #hitOthers(place: number, until: number): Promise<void> {
    this.#still.add(place);
    try {
      while (performance.now() < until && this.#goesOn) await this.#hitNext(({ way }) => way !== 'stop');
    } finally {
      this.#still.delete(place);
    }
  }

  /** Resolves when each running replica answers and reports all running workers as ready. */
  async #untilWhole(): Promise<void> {
    const { cluster, form } = this.#parts;
    const goes = (role: string) => form.roles.flatMap((own, at) => (own === role && !this.#still.has(at) ? [at] : []));
    const workers = goes('worker').length;
    for (const place of goes('api')) {
      const server = cluster.servers[place];
      for (const until = performance.now() + WHOLE_MS; ; await sleep(POLL_MS)) {
        const answer = await server.ask('GET', '/preview/workers').catch(() => null);
        const listed: { state: string }[] = answer?.status === 200 ? JSON.parse(answer.text).data : [];
        const isReady = (await server.ask('GET', '/readyz').catch(() => null))?.status === 200;
        if (isReady && listed.filter(({ state }) => state === 'ready').length >= workers) break;
        const ended = cluster.servers.findIndex((one) => one.hasEnded);
        if (ended >= 0) throw new Error(`${form.roles[ended]} ${ended} has exited unexpectedly`);
        if (performance.now() > until)
          throw new Error(`the cluster has not recovered within ${WHOLE_MS / 60_000} minutes`);
      }
    }
  }

  /** Lists the jobs whose outcome differs from the calm run's. */
  async #differences(): Promise<string[]> {
    const { calm, front } = this.#parts;
    const different: string[] = [];
    for (const model of this.#training.models) {
      if (isDeepStrictEqual(await this.#outcomeOf(model), calm[model.plan])) continue;
      const ends = await Promise.all(model.jobs.map((id) => endOf(front, id)));
      different.push(`${model.plan}: jobs ${model.jobs.join(', ')} have a different outcome: ${ends.join(', ')}`);
    }
    for (const job of this.#training.others) {
      const end = await endOf(front, job);
      if (end !== 'succeeded') different.push(`job ${job} was accepted, but ended as: ${end}`);
    }
    return different;
  }

  async #outcomeOf(model: TrainedModel): Promise<Outcome> {
    const { front, cluster } = this.#parts;
    // The sweeper removes files left in the bucket by a fault only a day later.
    const rows = await this.#query('select folder from checkpoints where model_id = $1', [model.id]);
    const known = new Set(rows.flatMap(({ folder }) => (folder === null ? [] : [basename(String(folder))])));
    return outcomeOf(front, cluster.s3.bucketFolder(BUCKET), model, (folder) => known.has(folder));
  }

  /** Returns how many shards each worker has computed for others since its start. */
  async #givenShards(): Promise<number[]> {
    const { cluster, form } = this.#parts;
    const workers = cluster.servers.filter((_, place) => form.roles[place] === 'worker');
    const texts = await Promise.all(workers.map((server) => server.ask('GET', '/metrics').catch(() => ({ text: '' }))));
    return texts.map(({ text }) => Number(/^daybreak_shards_computed_for_others_total (\d+)$/m.exec(text)?.[1] ?? 0));
  }

  async #claimedAgain(): Promise<number> {
    const ids = this.#training.models.flatMap(({ jobs }) => jobs);
    const rows = await this.#query('select id from jobs where attempts > 1 and id = any($1)', [ids]);
    return rows.length;
  }

  async #query(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    const database = new pg.Client({ connectionString: this.#parts.cluster.databaseUrl });
    await database.connect();
    try {
      return (await database.query(text, values)).rows;
    } finally {
      await database.end();
    }
  }
}

/** Describes how a job ended. */
async function endOf(front: Front, id: string): Promise<string> {
  const { status, error_message: why } = await front.call('GET', `/preview/training-jobs/${id}`);
  return `${status} ${why ?? ''}`.trim();
}
