import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerRole } from '../../src/cluster/worker-beat.ts';
import { Link } from '../chaos/link.ts';
import { NetworkNamespace } from '../chaos/network-namespace.ts';
import { ChaosServer } from '../chaos/server.ts';
import { standstill } from '../chaos/standstill.ts';
import { freePort } from '../engine-process.mjs';
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
  /**
   * Gives each server links of its own to the engines, in a network of its own where the machine allows that, and
   * PostgreSQL that survives its death.
   */
  isTried?: boolean;
}

/** What servers share, by the variable with its address. */
export const ENGINES = ['DATABASE_URL', 'NATS_URL', 'DAYBREAK_S3_ENDPOINT'] as const;
export type Engine = (typeof ENGINES)[number];

/** A server that can be killed, and started again with what it kept; or stand still, and go on. */
interface EngineProcess {
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

/** Several servers on this machine, and the PostgreSQL, NATS and S3 servers that they share. */
export class LocalCluster {
  readonly servers: ChaosServer[] = [];
  /** Those of each server, where it has some. */
  readonly links: Record<Engine, Link>[] = [];
  /** Whether each server has a network of its own. */
  hasNetworks = false;
  readonly folder: string;
  /** Ends in `/v1`: HAProxy's, or else that of the first server which answers requests. */
  baseUrl = '';
  readonly s3: S3Server;
  readonly engines: Record<Engine, EngineProcess>;
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
    engines: Record<Engine, EngineProcess>,
    options: LocalClusterOptions,
    env: Record<string, string>,
    ends: (() => Promise<void>)[],
  ) {
    this.folder = folder;
    this.s3 = s3;
    this.engines = engines;
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
      const postgres = options.databaseUrl === undefined ? await startPostgres({ isDurable: options.isTried }) : null;
      if (postgres !== null) ends.push(() => postgres.stop());
      const env = {
        DATABASE_URL: options.databaseUrl ?? postgres!.url,
        NATS_URL: nats.url,
        DAYBREAK_S3_ENDPOINT: s3.endpoint,
        DAYBREAK_S3_BUCKET: BUCKET,
        ...s3.credentials,
      };
      const engines = {
        DATABASE_URL: postgres === null ? notOurs : { ...postgres, ...standstill(() => postgres.pid) },
        NATS_URL: { kill: () => nats.stop(), start: () => nats.start(), ...standstill(() => nats.pid) },
        DAYBREAK_S3_ENDPOINT: { ...s3, ...standstill(() => s3.pid) },
      };
      const cluster = new LocalCluster(folder, s3, engines, options, env, ends);
      await cluster.#startServers();
      await cluster.#startBalancer();
      return cluster;
    } catch (error) {
      await endAll(ends);
      throw error;
    }
  }

  get databaseUrl(): string {
    return this.#env.DATABASE_URL;
  }

  async stop(): Promise<void> {
    process.off('exit', this.#abandon);
    for (const server of this.servers) server.thaw();
    await Promise.all(this.servers.map((server) => server.killHttp()));
    await endAll(this.#ends);
  }

  get #model(): string {
    return this.#options.model ?? join(this.folder, 'toy');
  }

  async #startServers(): Promise<void> {
    const { roles, answers } = this.#options;
    if (this.#options.model === undefined) await writeToyModel(this.#model, { answers });
    // One after the other: the first makes the tables, and two cores have enough to do.
    for (const role of roles) await this.add(role);
  }

  /** One more server, with further variables. Resolves when it answers. */
  async add(role: ServerRole, variables: Record<string, string> = {}): Promise<ChaosServer> {
    const home = join(this.folder, `server-${this.servers.length}`);
    const network = this.#options.isTried ? await this.#newNetwork() : { env: {}, enter: [] };
    // One that is started again is found where it was.
    const port = role === 'worker' ? '0' : String(await freePort());
    const env = { ...this.#env, ...network.env, ...variables, DAYBREAK_ROLE: role, DAYBREAK_PORT: port };
    const server = new ChaosServer({
      home,
      model: this.#model,
      key: this.#options.key,
      logFile: `${home}.log`,
      env,
      enter: network.enter,
    });
    this.servers.push(server);
    await server.spawn();
    await server.up();
    return server;
  }

  /** A cable to each engine, and one to those who ask the server; or else links from 127.0.0.1. */
  async #newNetwork(): Promise<{ env: Record<string, string>; enter: string[] }> {
    const namespace = await NetworkNamespace.open(ENGINES.length + 1);
    if (namespace !== null) this.#ends.push(() => namespace.close());
    const links = {} as Record<Engine, Link>;
    for (const [number, engine] of ENGINES.entries()) {
      const link = await Link.to(this.#env[engine], namespace?.cables[number]);
      this.#ends.push(async () => link.close());
      links[engine] = link;
    }
    this.links.push(links);
    this.hasNetworks = namespace !== null;
    const urls = Object.fromEntries(ENGINES.map((engine) => [engine, links[engine].url]));
    const front = namespace?.cables[ENGINES.length];
    const env: Record<string, string> = front === undefined ? urls : { ...urls, DAYBREAK_HOST: front.inner };
    return { env, enter: namespace?.enter ?? [] };
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

const refused = () => Promise.reject(new Error('the database is not of this cluster'));
const notOurs: EngineProcess = { kill: refused, start: refused, freeze: refused, thaw: refused };

async function endAll(ends: (() => Promise<void>)[]): Promise<void> {
  for (const end of ends.toReversed()) await end();
}
