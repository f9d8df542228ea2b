import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerRole } from '../../src/cluster/worker-beat.ts';
import { ChaosServer } from '../chaos/server.ts';
import { startNats } from '../nats.mjs';
import { startPostgres } from '../postgres.mjs';
import { startS3Server } from '../s3-server.mjs';
import { writeToyModel } from '../toy-model.ts';

const BUCKET = 'daybreak';

export interface LocalClusterOptions {
  servers: number;
  /** What each of them does, the first first; those beyond do all. */
  roles?: readonly ServerRole[];
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
  readonly #options: LocalClusterOptions;
  readonly #env: Record<string, string>;
  readonly #ends: (() => Promise<void>)[];

  private constructor(
    folder: string,
    options: LocalClusterOptions,
    env: Record<string, string>,
    ends: (() => Promise<void>)[],
  ) {
    this.folder = folder;
    this.#options = options;
    this.#env = env;
    this.#ends = ends;
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
      const cluster = new LocalCluster(folder, options, env, ends);
      await cluster.#startServers();
      return cluster;
    } catch (error) {
      await endAll(ends);
      throw error;
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.killHttp()));
    await endAll(this.#ends);
  }

  async #startServers(): Promise<void> {
    const { servers, key, model = join(this.folder, 'toy'), answers, roles = [] } = this.#options;
    if (this.#options.model === undefined) await writeToyModel(model, { answers });
    for (let number = 0; number < servers; number++) {
      const home = join(this.folder, `server-${number}`);
      const env = { ...this.#env, DAYBREAK_ROLE: roles[number] ?? 'all' };
      const server = new ChaosServer({ home, model, key, logFile: `${home}.log`, env });
      this.servers.push(server);
      // One after the other: the first makes the tables, and two cores have enough to do.
      await server.spawn();
      await server.up();
    }
  }
}

async function endAll(ends: (() => Promise<void>)[]): Promise<void> {
  for (const end of ends.toReversed()) await end();
}
