import type { Asked } from './server.ts';
import { eventsOf, hasEnded, type JobEvent, type TrainedModel } from './training.ts';

/** Watches the jobs of a round as clients do, across all crashes of the server. */
export class Witness {
  readonly #models: readonly TrainedModel[];
  readonly #jobs: readonly string[];
  readonly #seen = new Map<string, JobEvent[]>();
  /** Kills since the job's last new event. */
  readonly #struck = new Map<string, number>();

  constructor(models: readonly TrainedModel[]) {
    this.#models = models;
    this.#jobs = models.flatMap(({ jobs }) => jobs);
  }

  /** Reads all events. Throws if an earlier event has changed, moved or disappeared. */
  async look(server: Asked): Promise<void> {
    for (const job of this.#jobs) {
      const before = this.#seen.get(job) ?? [];
      if (hasEnded(before)) continue;
      const now = await eventsOf(server, job);
      if (JSON.stringify(now.slice(0, before.length)) !== JSON.stringify(before)) {
        throw new Error(`job ${job}: events that were already seen have changed`);
      }
      if (now.length > before.length) this.#struck.delete(job);
      this.#seen.set(job, now);
    }
  }

  /** Records a kill. It hits one job of each model; later jobs only wait. */
  noteKill(): void {
    for (const { jobs } of this.#models) {
      const running = jobs.find((job) => !this.#ended(job));
      if (running !== undefined) this.#struck.set(running, (this.#struck.get(running) ?? 0) + 1);
    }
  }

  /**
   * Whether another kill is useful. A server fails a job that it has crashed under a few times without a new step, so
   * that it does not crash forever.
   */
  get mayKill(): boolean {
    return [...this.#struck.values()].every((kills) => kills < 2);
  }

  get steps(): number {
    return [...this.#seen.values()].flat().filter(({ type }) => type === 'gradient_step').length;
  }

  get jobsEnded(): number {
    return this.#jobs.filter((job) => this.#ended(job)).length;
  }

  get allEnded(): boolean {
    return this.jobsEnded === this.#jobs.length;
  }

  #ended(job: string): boolean {
    return hasEnded(this.#seen.get(job) ?? []);
  }
}
