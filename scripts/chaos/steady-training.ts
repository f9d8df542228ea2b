import { setTimeout as sleep } from 'node:timers/promises';
import type { Front } from './front.ts';
import { beginModel, type Lessons, type Plans, type TrainedModel } from './training.ts';
import { Witness } from './witness.ts';

const POLL_MS = 250;
/** A server fails a job after a few crashes without progress, so a job that makes no progress is not hit again. */
const LONGEST_MS = 30 * 60_000;

interface SteadyTrainingParts {
  front: Front;
  lessons: Lessons;
  plans: Plans;
  /** Unique prefix for the models' names. */
  name: string;
  /** Milliseconds between two models of a plan. */
  restMs: number;
}

/** Trains models of each plan one after another, while faults happen. */
export class SteadyTraining {
  /** Models for which every job was accepted. */
  readonly models: TrainedModel[] = [];
  /** Accepted jobs of models for which a later job was not accepted. */
  readonly others: string[] = [];
  /** Error that stops the training: an event has changed, or a job does not end. */
  failure: Error | null = null;
  readonly #parts: SteadyTrainingParts;
  readonly #witnesses = new Map<string, Witness>();
  #clients: Promise<void>[] = [];
  #isEnding = false;
  #isAbandoned = false;
  #stepsBefore = 0;

  constructor(parts: SteadyTrainingParts) {
    this.#parts = parts;
  }

  begin(): void {
    this.#clients = Object.keys(this.#parts.plans).map((plan) =>
      this.#client(plan).catch((error) => {
        this.failure ??= error as Error;
      }),
    );
  }

  /** Begins no further jobs; resolves when the current jobs have ended. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#clients);
  }

  /** Stops watching all jobs, whether or not they have ended. */
  abandon(): void {
    this.#isEnding = true;
    this.#isAbandoned = true;
  }

  /** Records a fault by which jobs may lose their workers. */
  noteKill(): void {
    for (const witness of this.#witnesses.values()) witness.noteKill();
  }

  get mayKill(): boolean {
    return [...this.#witnesses.values()].every(({ mayKill }) => mayKill);
  }

  /** Number of committed optimizer steps. */
  get steps(): number {
    return [...this.#witnesses.values()].reduce((sum, { steps }) => sum + steps, this.#stepsBefore);
  }

  async #client(plan: string): Promise<void> {
    const { front, restMs } = this.#parts;
    for (let count = 0; !this.#isEnding; count++) {
      const model = await this.#accepted(plan, count);
      if (model === null) continue;
      this.models.push(model);
      const witness = new Witness([model]);
      this.#witnesses.set(plan, witness);
      for (const until = performance.now() + LONGEST_MS; !witness.allEnded; await sleep(POLL_MS)) {
        if (this.#isAbandoned) return;
        await witness.look(front);
        if (performance.now() > until)
          throw new Error(`${plan}: a job has not ended half an hour after it was accepted`);
      }
      this.#stepsBefore += witness.steps;
      this.#witnesses.delete(plan);
      for (let waited = 0; waited < restMs && !this.#isEnding; waited += POLL_MS) await sleep(POLL_MS);
    }
  }

  /** Creates a model and its jobs. Returns null if a request failed; the next attempt uses another model. */
  async #accepted(plan: string, count: number): Promise<TrainedModel | null> {
    const { front, lessons, plans, name } = this.#parts;
    const jobs: string[] = [];
    try {
      return await beginModel(front, lessons, plan, `${name}-${count}`, plans[plan], jobs);
    } catch {
      this.others.push(...jobs);
      await sleep(500);
      return null;
    }
  }
}
