import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerRole } from '../../src/cluster/worker-heartbeat.ts';
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
  /** Role of each server, in start order. */
  roles: readonly ServerRole[];
  /** Puts HAProxy in front of the servers that answer requests. */
  isBalanced?: boolean;
  key: string;
  /** Model to serve; default: a toy model. */
  model?: string;
  /** URL of an empty database; default: one of a new PostgreSQL server. */
  databaseUrl?: string;
  /** Answers of the toy model, if it is served. */
  answers?: readonly string[];
  /**
   * Gives each server its own links to the engines, in its own network namespace if the machine allows that, and makes
   * PostgreSQL durable across kills.
   */
  isTried?: boolean;
}

/** Services that the servers share, named by the environment variable with the address. */
export const ENGINES = ['DATABASE_URL', 'NATS_URL', 'DAYBREAK_S3_ENDPOINT'] as const;
export type Engine = (typeof ENGINES)[number];

/** Engine that can be killed and restarted with its data, or stopped and continued. */
interface EngineProcess {
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

/** Several servers on this machine, and the PostgreSQL, NATS and S3 servers that they share. */
export class LocalCluster {
  readonly servers: ChaosServer[] = [];
  /** Links of each server; empty unless `isTried`. */
  readonly links: Record<Engine, Link>[] = [];
  /** True if each server has its own network namespace. */
  hasNetworks = false;
  readonly folder: string;
  /** Base URL, which ends in `/v1`: HAProxy's, or else the first server's that answers requests. */
  baseUrl = '';
  readonly s3: S3Server;
  readonly engines: Record<Engine, EngineProcess>;
  readonly #options: LocalClusterOptions;
  readonly #env: Record<string, string>;
  readonly #ends: (() => Promise<void>)[];
  /** Cleans up if this process ends without a call of `stop`. */
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

  /** Starts the cluster; resolves when all servers answer. */
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
    // One after another: the first server creates the tables, and parallel starts would overload two cores.
    for (const role of roles) await this.add(role);
  }

  /** Starts another server, with further variables. Resolves when it answers. */
  async add(role: ServerRole, variables: Record<string, string> = {}): Promise<ChaosServer> {
    const home = join(this.folder, `server-${this.servers.length}`);
    const network = this.#options.isTried ? await this.#newNetwork() : { env: {}, enter: [] };
    // A fixed port, so that a restarted server has the same address.
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

  /** Creates a cable to each engine, and one for the server's clients; without namespaces, links from 127.0.0.1. */
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

const refused = () => Promise.reject(new Error('the database does not belong to this cluster'));
const notOurs: EngineProcess = { kill: refused, start: refused, freeze: refused, thaw: refused };

async function endAll(ends: (() => Promise<void>)[]): Promise<void> {
  for (const end of ends.toReversed()) await end();
}
