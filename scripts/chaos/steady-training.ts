import { setTimeout as sleep } from 'node:timers/promises';
import type { Front } from './front.ts';
import { beginModel, type Lessons, type Plans, type TrainedModel } from './training.ts';
import { Witness } from './witness.ts';

const POLL_MS = 250;
/** A job that gets no further is not hit again: a server gives one up that has died under it a few times. */
const LONGEST_MS = 30 * 60_000;

interface SteadyTrainingParts {
  front: Front;
  lessons: Lessons;
  plans: Plans;
  /** Begins the names of the models, which no others have. */
  name: string;
  /** Between two models of a plan. */
  restMs: number;
}

/** Trains models of each plan one after another, beside whatever goes wrong. */
export class SteadyTraining {
  /** All whose jobs were accepted, each of them. */
  readonly models: TrainedModel[] = [];
  /** Jobs that were accepted of models whose next one was not. */
  readonly others: string[] = [];
  /** Why it cannot go on: an event has changed, or a job does not end. */
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

  /** Resolves when the jobs that were begun have ended; begins no others. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#clients);
  }

  /** Looks at no job any more, whether it has ended or not. */
  abandon(): void {
    this.#isEnding = true;
    this.#isAbandoned = true;
  }

  /** Call at each fault by which jobs may lose their workers. */
  noteKill(): void {
    for (const witness of this.#witnesses.values()) witness.noteKill();
  }

  get mayKill(): boolean {
    return [...this.#witnesses.values()].every(({ mayKill }) => mayKill);
  }

  /** Gradient steps that were committed. */
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

  /** Null where one of the requests was refused, or was not answered: then another model has the next try. */
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
