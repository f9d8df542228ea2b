import { randomUUID } from 'node:crypto';
import { MAX_WAITING } from '../inference/generate-request.ts';
import type { ComputeClient } from '../worker/client/compute-client.ts';
import type { LoadReport } from '../worker/protocol.ts';
import type { AdapterPlaces } from './adapter-places.ts';
import type { Bus } from './bus.ts';
import { CallServer } from './call-server.ts';
import { measureClass, measureTraining } from './model-class.ts';
import {
  HEARTBEAT_MS,
  type HeartbeatModel,
  subjects,
  type WorkerHeartbeat,
  type WorkerState,
} from './worker-heartbeat.ts';

/** The compute process that a server lends, and its description for others. */
export interface LentCompute {
  compute: ComputeClient;
  loaded: LoadReport;
  /** Name of the server for operators. */
  name: string;
  version: string;
}

interface WorkerParts {
  bus: Bus;
  role: NonNullable<WorkerHeartbeat['role']>;
  lent: LentCompute;
  adapters: AdapterPlaces;
  /** Identity of the database that the cluster shares. */
  database: string;
}

/** Lends a compute process to a cluster: serves calls, and announces itself once a second. */
export class ClusterWorker {
  readonly incarnation: string = randomUUID();
  readonly #parts: WorkerParts;
  readonly #models: HeartbeatModel[];
  readonly #server: CallServer;
  readonly #heartbeatTimer: NodeJS.Timeout;
  /** Returns the number of training jobs that this server runs. */
  jobs = () => 0;
  #draining = false;

  private constructor(parts: WorkerParts, models: HeartbeatModel[]) {
    this.#parts = parts;
    this.#models = models;
    const { bus, adapters } = parts;
    const { compute } = parts.lent;
    this.#server = new CallServer({ bus, compute, incarnation: this.incarnation, places: MAX_WAITING, adapters });
    this.#publishHeartbeat();
    this.#heartbeatTimer = setInterval(() => this.#publishHeartbeat(), HEARTBEAT_MS);
  }

  /** Starts a worker, after measuring the classes of its models. */
  static async start(parts: WorkerParts): Promise<ClusterWorker> {
    const { compute, loaded, version } = parts.lent;
    const models: HeartbeatModel[] = [];
    for (const { id, contextLength, trainingLength } of loaded.models) {
      const measured = await measureClass(compute, id, version);
      const training = await measureTraining(compute, id, version);
      models.push({ id, class: measured, training, contextLength, trainingLength, places: MAX_WAITING });
    }
    return new ClusterWorker(parts, models);
  }

  get state(): WorkerState {
    if (this.#draining) return 'draining';
    return this.#parts.lent.compute.report().state === 'ready' ? 'ready' : 'loading';
  }

  /** Stops accepting calls. Resolves when the running calls have ended, or after `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    this.#draining = true;
    this.#publishHeartbeat();
    await this.#server.drain(AbortSignal.timeout(graceMs));
  }

  /** Stops the worker. Other workers take over the calls that run here. */
  close(): void {
    clearInterval(this.#heartbeatTimer);
    this.#server.close();
  }

  /** Returns the worker's description of itself. */
  heartbeat(): WorkerHeartbeat {
    const { role, lent, database } = this.#parts;
    const { name, version } = lent;
    const since = new Date(performance.timeOrigin).toISOString();
    const { incarnation, state } = this;
    const { load } = this.#server;
    const now = { state, load, jobs: this.jobs() };
    return { incarnation, name, version, models: this.#models, role, since, database, ...now };
  }

  #publishHeartbeat(): void {
    this.#parts.bus.publish(subjects.workerHeartbeats, this.heartbeat());
  }
}
