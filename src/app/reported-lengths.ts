import type { LiveWorkers } from '../cluster/live-workers.ts';
import type { HeartbeatModel } from '../cluster/worker-heartbeat.ts';
import type { ModelLengths } from '../inference/served-models.ts';

/** How long the lengths are cached: workers come and go, and each request reads the lengths several times. */
const freshMs = 1_000;

/** Lengths that every live worker of a model supports; while there is none, the model's maximum. */
export class ReportedLengths implements ModelLengths {
  readonly #workers: Pick<LiveWorkers, 'all'>;
  readonly #model: string;
  readonly #most: number;
  #known: ModelLengths = { contextLength: 0, trainingLength: 0 };
  #staleAt = Number.NEGATIVE_INFINITY;

  constructor(workers: Pick<LiveWorkers, 'all'>, model: string, most: number) {
    this.#workers = workers;
    this.#model = model;
    this.#most = most;
  }

  get contextLength(): number {
    return this.#read().contextLength;
  }

  get trainingLength(): number {
    return this.#read().trainingLength;
  }

  #read(): ModelLengths {
    const now = performance.now();
    if (now < this.#staleAt) return this.#known;
    const reported = this.#workers
      .all()
      .flatMap(({ heartbeat }) => heartbeat.models.filter(({ id }) => id === this.#model));
    const least = (of: (model: HeartbeatModel) => number) => Math.min(this.#most, ...reported.map(of));
    this.#known = {
      contextLength: least(({ contextLength }) => contextLength),
      trainingLength: least(({ trainingLength }) => trainingLength),
    };
    this.#staleAt = now + freshMs;
    return this.#known;
  }
}
