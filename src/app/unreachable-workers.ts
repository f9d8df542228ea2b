import type { Logger } from 'pino';
import type { ClusterMember } from '../cluster/cluster-member.ts';
import { DEAD_MS } from '../cluster/worker-heartbeat.ts';
import { periodically } from '../jobs/periodic.ts';
import type { BusWorker, BusWorkers } from '../store/bus-workers.ts';

interface UnreachableTimes {
  /** Interval at which a worker renews its row in the database and each server reads these rows. */
  checkMs: number;
  /** How long a row stays valid. A worker takes up to 15 s to notice that its bus is lost. */
  freshMs: number;
  /** How long a worker is unreachable before it is reported: longer than its row outlives it or its bus. */
  graceMs: number;
}

/** Each worker renews its row every `checkMs`. */
export const defaultUnreachableTimes: UnreachableTimes = { checkMs: 10_000, freshMs: 30_000, graceMs: 50_000 };

/** Most names in a warning, to keep it one line. */
const MAX_NAMES = 20;

interface UnreachableParts {
  known: BusWorkers;
  cluster: Pick<ClusterMember, 'worker' | 'workers' | 'connectedMs'>;
  /** Name of this server for operators. */
  name: string;
  log: Logger;
  times?: UnreachableTimes;
}

/**
 * Finds workers that share the database and are on a bus, but are not heard on the bus of this server. With different
 * `NATS_URL`s, two halves of a cluster share all jobs, but chats reach no worker of the other half. Servers of one NATS
 * cluster hear each other whichever NATS server they connect to, so addresses are not compared.
 */
export class UnreachableWorkers {
  readonly #parts: UnreachableParts & { times: UnreachableTimes };
  /** When each worker was first found unreachable, by the monotonic clock, in ms. */
  readonly #since = new Map<string, number>();
  readonly #end: () => Promise<void>;
  #names: readonly string[] = [];

  constructor(parts: UnreachableParts) {
    this.#parts = { times: defaultUnreachableTimes, ...parts };
    const noteFailure = (error: unknown) =>
      parts.log.warn({ err: error }, 'the workers of the database could not be checked');
    this.#end = periodically(this.#parts.times.checkMs, () => this.#check(), noteFailure);
  }

  /** Returns a warning fit for any user, or null while all workers are heard. */
  warning(): string | null {
    const count = this.#names.length;
    if (count === 0) return null;
    const what = count === 1 ? 'A worker of this database is' : `${count} workers of this database are`;
    const rest = 'connected to NATS but not heard by this server, which sends no chats there';
    return `${what} ${rest}. Set NATS_URL to the same NATS for all servers, and restart those that change.`;
  }

  /** Returns the warning with the names of the workers, for operators. */
  named(): string | null {
    const warning = this.warning();
    const more = this.#names.length - MAX_NAMES;
    const names = this.#names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
    return warning && `${warning} Not heard: ${names}.`;
  }

  async close(): Promise<void> {
    await this.#end();
    const { known, cluster } = this.#parts;
    // If the database is unreachable, the row expires by itself.
    if (cluster.worker !== null) await known.forget(cluster.worker.incarnation).catch(() => {});
  }

  async #check(): Promise<void> {
    const { known, cluster, name, times } = this.#parts;
    const { worker, connectedMs } = cluster;
    if (worker !== null && connectedMs > 0) await known.note({ id: worker.incarnation, name }, times.freshMs);
    // A server that has just joined, or is cut off, hears nobody yet.
    const isConnected = connectedMs > Math.min(DEAD_MS, times.graceMs);
    this.#judge(isConnected ? await known.list() : []);
  }

  #judge(known: readonly BusWorker[]): void {
    const { cluster, times, log } = this.#parts;
    const now = performance.now();
    const silent = known.filter(({ id }) => !cluster.workers.has(id));
    const ids = new Set(silent.map(({ id }) => id));
    for (const id of this.#since.keys()) if (!ids.has(id)) this.#since.delete(id);
    for (const id of ids) if (!this.#since.has(id)) this.#since.set(id, now);
    const before = this.named();
    this.#names = silent.filter(({ id }) => now - this.#since.get(id)! >= times.graceMs).map((one) => one.name);
    this.#names = this.#names.toSorted();
    const after = this.named();
    if (after === before) return;
    if (after === null) log.info('all workers of the database are heard again');
    else log.warn(after);
  }
}
