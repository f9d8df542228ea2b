import type { StepHelpers } from '../worker/client/step-helpers.ts';
import type { AdapterPlaces } from './adapter-places.ts';
import type { Bus } from './bus.ts';
import { ClusterWorker, type LentCompute } from './cluster-worker.ts';
import { type GossipParts, gossip } from './gossip.ts';
import { LiveWorkers } from './live-workers.ts';
import { type Helper, ShardCalls } from './shard-calls.ts';
import { type ServerRole, subjects } from './worker-beat.ts';
import { WorkerPool } from './worker-pool.ts';

export interface MemberParts {
  bus: Bus;
  role: ServerRole;
  /** Not used where the role is `api`. */
  lent: LentCompute | null;
  /** What a stored adapter is called in all servers, and where it lies here. */
  adapters: AdapterPlaces;
  /** The identity of the database that its servers share. */
  database: string;
}

/** One server of a cluster: it lends its compute process to all, or has all answer its requests, or does both. */
export class ClusterMember {
  /** In the place of the compute process, for requests; null in a worker, which has none. */
  readonly pool: WorkerPool | null;
  /** Null where nothing is lent. */
  readonly worker: ClusterWorker | null;
  /** The pool's, where there is one. */
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

  /** Resolves when its own worker, if it has one, is known to its pool. */
  static async join({ role, lent, ...parts }: MemberParts): Promise<ClusterMember> {
    const { bus, adapters, database } = parts;
    const pool = role === 'worker' ? null : new WorkerPool(bus, adapters, database);
    const worker = role === 'api' || lent === null ? null : await ClusterWorker.start({ ...parts, role, lent });
    if (pool !== null && worker !== null) await pool.workers.until(worker.incarnation);
    return new ClusterMember(bus, pool, worker, pool?.workers ?? new LiveWorkers(bus, () => {}, database));
  }

  /** Tells the others what clients take of their limits here, and hears what they take elsewhere. Call it once. */
  shareLimits<Use>(parts: Pick<GossipParts<Use>, 'tell' | 'hear'>): void {
    this.#ends.push(gossip({ bus: this.#bus, subject: subjects.limits, ...parts }));
  }

  /**
   * Has `helper` compute shards of steps for the other workers, and gives back who computes them for this one; null
   * where nothing is lent. `jobs` counts the training jobs that run here. Call it once.
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

  /** Shards of steps that were computed here for other workers. */
  get givenShards(): number {
    return this.#steps?.given ?? 0;
  }

  /** Milliseconds for which the bus has been there; 0 while it is lost. */
  get connectedMs(): number {
    return this.#bus.connectedMs;
  }

  /** Why it takes no part in the cluster now; null while it does. */
  problem(): string | null {
    if (this.#bus.lostMs > 0) return 'The bus of the cluster is lost.';
    return this.worker?.state === 'draining' ? 'The worker is draining.' : null;
  }

  /** Takes no more calls. Resolves when those that it has have ended, or after `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    await this.worker?.drain(graceMs);
  }

  /** What still runs goes on elsewhere. */
  async close(): Promise<void> {
    for (const end of this.#ends) end();
    this.worker?.close();
    this.pool?.close();
    await this.#bus.close();
  }
}
