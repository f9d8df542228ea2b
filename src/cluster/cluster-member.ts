import { randomUUID } from 'node:crypto';
import { MAX_WAITING } from '../inference/generate-request.ts';
import type { ComputeClient } from '../worker/client/compute-client.ts';
import type { LoadReport } from '../worker/protocol.ts';
import type { AdapterPlaces } from './adapter-places.ts';
import type { Bus } from './bus.ts';
import { CallServer } from './call-server.ts';
import { measureClass } from './model-class.ts';
import { BEAT_MS, type BeatModel, subjects, type WorkerBeat, type WorkerState } from './worker-beat.ts';
import { WorkerPool } from './worker-pool.ts';

export interface MemberParts {
  bus: Bus;
  compute: ComputeClient;
  loaded: LoadReport;
  /** As operators see it. */
  name: string;
  version: string;
  /** What a stored adapter is called in all servers, and where it lies here. */
  adapters: AdapterPlaces;
}

/** One server of a cluster: it lends its compute process to all, and its requests go to whichever has their prompt. */
export class ClusterMember {
  /** In the place of the compute process, for requests. */
  readonly pool: WorkerPool;
  readonly #parts: MemberParts;
  readonly #models: BeatModel[];
  readonly #incarnation = randomUUID();
  readonly #server: CallServer;
  readonly #beating: NodeJS.Timeout;
  #state: WorkerState = 'ready';

  private constructor(parts: MemberParts, models: BeatModel[]) {
    this.#parts = parts;
    this.#models = models;
    const { bus, compute, adapters } = parts;
    this.#server = new CallServer({ bus, compute, incarnation: this.#incarnation, places: MAX_WAITING, adapters });
    this.pool = new WorkerPool(bus, adapters);
    this.#beat();
    this.#beating = setInterval(() => this.#beat(), BEAT_MS);
  }

  /** Resolves when its own worker is known to its pool. */
  static async join(parts: MemberParts): Promise<ClusterMember> {
    const models: BeatModel[] = [];
    for (const { id, contextLength, trainingLength } of parts.loaded.models) {
      const measured = await measureClass(parts.compute, id, parts.version);
      models.push({ id, class: measured, contextLength, trainingLength, places: MAX_WAITING });
    }
    const member = new ClusterMember(parts, models);
    await member.pool.workers.until(member.#incarnation);
    return member;
  }

  /** Takes no more calls. Resolves when those that it has have ended, or after `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    this.#state = 'draining';
    this.#beat();
    await this.#server.drain(AbortSignal.timeout(graceMs));
  }

  /** What still runs goes on elsewhere. */
  async close(): Promise<void> {
    clearInterval(this.#beating);
    this.#server.close();
    this.pool.close();
    await this.#parts.bus.close();
  }

  #beat(): void {
    const { bus, name, version, compute } = this.#parts;
    const isUp = compute.report().state === 'ready';
    const state = this.#state === 'ready' && !isUp ? 'loading' : this.#state;
    const beat: WorkerBeat = {
      ...{ incarnation: this.#incarnation, name, version, state },
      ...{ models: this.#models, load: this.#server.load },
    };
    bus.publish(subjects.workerBeats, beat);
  }
}
