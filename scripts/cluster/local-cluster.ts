import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerRole } from '../../src/cluster/worker-beat.ts';
import { ChaosServer } from '../chaos/server.ts';
import { startHaproxy } from '../haproxy.mjs';
import { startNats } from '../nats.mjs';
import { startPostgres } from '../postgres.mjs';
import { type S3Server, startS3Server } from '../s3-server.mjs';
import { writeToyModel } from '../toy-model.ts';

export const BUCKET = 'daybreak';

export interface LocalClusterOptions {
  /** What each server does, in the order in which they start. */
  roles: readonly ServerRole[];
  /** Has HAProxy stand before those that answer requests. */
  isBalanced?: boolean;
  key: string;
  /** What they serve; a toy model where absent. */
  model?: string;
  /** An empty database; one of a new PostgreSQL server where absent. */
  databaseUrl?: string;
  /** What the toy answers, where that is served. */
  answers?: readonly string[];
}

/** Several servers on this machine, and the PostgreSQL, NATS and S3 servers that they share. */
export class LocalCluster {
  readonly servers: ChaosServer[] = [];
  readonly folder: string;
  /** Ends in `/v1`: HAProxy's, or else that of the first server which answers requests. */
  baseUrl = '';
  readonly s3: S3Server;
  readonly #options: LocalClusterOptions;
  readonly #env: Record<string, string>;
  readonly #ends: (() => Promise<void>)[];
  /** Where this process ends without a call of `stop`. */
  readonly #abandon = () => {
    for (const server of this.servers) void server.killHttp();
    rmSync(this.folder, { recursive: true, force: true });
  };

  private constructor(
    folder: string,
    s3: S3Server,
    options: LocalClusterOptions,
    env: Record<string, string>,
    ends: (() => Promise<void>)[],
  ) {
    this.folder = folder;
    this.s3 = s3;
    this.#options = options;
    this.#env = env;
    this.#ends = ends;
    process.once('exit', this.#abandon);
  }

  /** Resolves when all servers answer. */
  static async start(options: LocalClusterOptions): Promise<LocalCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'daybreak-cluster-'));
    const ends: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
    try {
      const nats = await startNats();
      ends.push(() => nats.stop());
      const s3 = await startS3Server();
      ends.push(() => s3.stop());
      s3.makeBucket(BUCKET);
      const postgres = options.databaseUrl === undefined ? await startPostgres() : null;
      if (postgres !== null) ends.push(() => postgres.stop());
      const env = {
        DATABASE_URL: options.databaseUrl ?? postgres!.url,
        NATS_URL: nats.url,
        DAYBREAK_S3_ENDPOINT: s3.endpoint,
        DAYBREAK_S3_BUCKET: BUCKET,
        ...s3.credentials,
      };
      const cluster = new LocalCluster(folder, s3, options, env, ends);
      await cluster.#startServers();
      await cluster.#startBalancer();
      return cluster;
    } catch (error) {
      await endAll(ends);
      throw error;
    }
  }

  async stop(): Promise<void> {
    process.off('exit', this.#abandon);
    await Promise.all(this.servers.map((server) => server.killHttp()));
    await endAll(this.#ends);
  }

  async #startServers(): Promise<void> {
    const { roles, key, model = join(this.folder, 'toy'), answers } = this.#options;
    if (this.#options.model === undefined) await writeToyModel(model, { answers });
    for (const [number, role] of roles.entries()) {
      const home = join(this.folder, `server-${number}`);
      const env = { ...this.#env, DAYBREAK_ROLE: role };
      const server = new ChaosServer({ home, model, key, logFile: `${home}.log`, env });
      this.servers.push(server);
      // One after the other: the first makes the tables, and two cores have enough to do.
      await server.spawn();
      await server.up();
    }
  }

  async #startBalancer(): Promise<void> {
    const asked = this.servers.filter((_, number) => this.#options.roles[number] !== 'worker');
    this.baseUrl = asked[0]?.baseUrl ?? '';
    if (!this.#options.isBalanced || asked.length === 0) return;
    const servers = asked.map(({ baseUrl }) => new URL(baseUrl!).host);
    const haproxy = await startHaproxy({ servers, file: join(this.folder, 'haproxy.cfg') });
    this.#ends.push(() => haproxy.stop());
    this.baseUrl = `${haproxy.url}/v1`;
  }
}

async function endAll(ends: (() => Promise<void>)[]): Promise<void> {
  for (const end of ends.toReversed()) await end();
}
