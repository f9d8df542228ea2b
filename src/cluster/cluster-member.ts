import type { StepHelpers } from '../worker/client/step-helpers.ts';
import type { AdapterPlaces } from './adapter-places.ts';
import type { Bus } from './bus.ts';
import { ClusterWorker, type LentCompute } from './cluster-worker.ts';
import { type GossipParts, gossip } from './gossip.ts';
import { LiveWorkers } from './live-workers.ts';
import { type Helper, ShardCalls } from './shard-calls.ts';
import { type ServerRole, subjects } from './worker-heartbeat.ts';
import { WorkerPool } from './worker-pool.ts';

export interface MemberParts {
  bus: Bus;
  role: ServerRole;
  /** Not used if the role is `api`. */
  lent: LentCompute | null;
  /** Maps between the paths of adapters in rows and on this machine. */
  adapters: AdapterPlaces;
  /** Identity of the database that the servers of the cluster share. */
  database: string;
}

/** A server of a cluster: it lends its compute process to all, sends its requests to all workers, or both. */
export class ClusterMember {
  /** Runs requests in place of the compute process; null in a worker, which answers none. */
  readonly pool: WorkerPool | null;
  /** Null if this server lends no compute. */
  readonly worker: ClusterWorker | null;
  /** Live workers; those of the pool, if there is one. */
  readonly workers: LiveWorkers;
  readonly #bus: Bus;
  readonly #ends: (() => void)[] = [];
  #steps: ShardCalls | null = null;

  private constructor(bus: Bus, pool: WorkerPool | null, worker: ClusterWorker | null, workers: LiveWorkers) {
    this.#bus = bus;
    this.pool = pool;
    this.worker = worker;
    this.workers = workers;
    if (pool === null) this.#ends.push(() => workers.close());
  }

  /** Joins the cluster. Resolves once the pool knows this server's own worker, if any. */
  static async join({ role, lent, ...parts }: MemberParts): Promise<ClusterMember> {
    const { bus, adapters, database } = parts;
    const pool = role === 'worker' ? null : new WorkerPool(bus, adapters, database);
    const worker = role === 'api' || lent === null ? null : await ClusterWorker.start({ ...parts, role, lent });
    if (pool !== null && worker !== null) await pool.workers.waitFor(worker.incarnation);
    return new ClusterMember(bus, pool, worker, pool?.workers ?? new LiveWorkers(bus, () => {}, database));
  }

  /** Shares with the other servers how much of their limits clients use. Call it once. */
  shareLimits<Use>(parts: Pick<GossipParts<Use>, 'getValue' | 'onValue'>): void {
    this.#ends.push(gossip({ bus: this.#bus, subject: subjects.limits, ...parts }));
  }

  /**
   * Lets `helper` compute shards of steps for other workers. Returns the workers that help this one, or null if this
   * server lends no compute. `jobs` returns the number of training jobs that run here. Call it once.
   */
  shareSteps(helper: Helper, jobs: () => number): StepHelpers | null {
    const { worker, workers } = this;
    if (worker === null) return null;
    worker.jobs = jobs;
    const calls = new ShardCalls({ bus: this.#bus, workers, worker, helper });
    this.#steps = calls;
    this.#ends.push(() => calls.close());
    return calls;
  }

  /** Number of shards computed here for other workers. */
  get servedShards(): number {
    return this.#steps?.served ?? 0;
  }

  /** Milliseconds since the bus was connected; 0 while it is lost. */
  get connectedMs(): number {
    return this.#bus.connectedMs;
  }

  /** Returns why this server cannot serve the cluster now, or null if it can. */
  problem(): string | null {
    if (this.#bus.lostMs > 0) return 'The bus of the cluster is lost.';
    return this.worker?.state === 'draining' ? 'The worker is draining.' : null;
  }

  /** Stops accepting calls. Resolves when the running calls have ended, or after `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    await this.worker?.drain(graceMs);
  }

  /** Leaves the cluster. Other workers take over the calls that run here; calls of the pool reject. */
  async close(): Promise<void> {
    for (const end of this.#ends) end();
    this.worker?.close();
    this.pool?.close();
    await this.#bus.close();
  }
}
