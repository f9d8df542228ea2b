import type { DeviceLock } from '../../compute/device-lock.ts';
import { AdapterWait, type FetchAdapter } from './adapter-wait.ts';
import { type EngineStats, IterationTokens } from './engine-stats.ts';
import { MaskWait } from './mask-wait.ts';
import type { Scheduler } from './scheduler.ts';
import type { Sequence } from './sequence.ts';
import { NotFiniteError, type StepResults } from './step-results.ts';
import type { StepRunner, SubmittedStep } from './step-runner.ts';

/**
 * Runs steps while there is work. The next step is submitted before the tokens of the last one are read, so that the
 * device need not wait for the host. The result of a sequence that turns out to have ended is discarded. If the host
 * has to know those tokens before more can be sampled, the step is submitted without sampling, which follows once they
 * are known. A sequence whose grammar takes long then skips the sampling. No step is submitted early while another
 * caller waits for the device.
 */
export class StepLoop {
  readonly #scheduler: Scheduler;
  readonly #runner: StepRunner;
  readonly #lock: DeviceLock;
  readonly #masks: MaskWait;
  readonly #adapters: AdapterWait;
  #running = false;
  #steps = 0;
  #stepTokens = 0;
  readonly #iterations = new IterationTokens();
  #stepsAhead = 0;
  readonly #specDecode = { drafts: 0, draftTokens: 0, acceptedTokens: 0 };

  constructor(scheduler: Scheduler, runner: StepRunner, lock: DeviceLock, fetch: FetchAdapter) {
    this.#scheduler = scheduler;
    this.#runner = runner;
    this.#lock = lock;
    this.#masks = new MaskWait(scheduler);
    this.#adapters = new AdapterWait(scheduler, fetch);
  }

  /**
   * Counts of completed steps, their tokens, their iterations, steps submitted before the last was read, and draft
   * tokens.
   */
  get counts(): Pick<EngineStats, 'steps' | 'stepTokens' | 'iterations' | 'stepsAhead' | 'specDecode'> {
    const iterations = this.#iterations.counts;
    const specDecode = { ...this.#specDecode };
    return { steps: this.#steps, stepTokens: this.#stepTokens, iterations, stepsAhead: this.#stepsAhead, specDecode };
  }

  add(sequence: Sequence): void {
    this.#scheduler.add(sequence);
    this.#notify();
    if (!this.#running) void this.#run();
  }

  /** Ends a sequence with an error and frees all that it holds at once. Its tokens in flight are discarded. */
  end(sequence: Sequence, error: Error): void {
    this.#fail(sequence, error);
    this.#notify();
  }

  #notify(): void {
    this.#masks.notify();
    this.#adapters.notify();
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      for (let hasStepped = true; !this.#scheduler.idle; ) {
        await this.#masks.pass({ idle: !hasStepped });
        hasStepped = await this.#lock.run(() => this.#makeSteps());
        if (!hasStepped) await this.#adapters.pass();
      }
    } catch (error) {
      this.#runner.reset();
      for (const sequence of this.#scheduler.all()) {
        this.#scheduler.remove(sequence);
        sequence.fail(error as Error);
      }
    } finally {
      this.#running = false;
    }
  }

  /** Runs one step, and the steps that can follow without a pause. Returns whether there was one. */
  async #makeSteps(): Promise<boolean> {
    const first = this.#begin(null);
    for (let step = first; step !== null; ) {
      const next = this.#mayFollow(step) ? this.#begin(step) : null;
      await this.#runner.read(step, next !== null);
      this.#deliver(step);
      if (next?.isSampled === false) await this.#sampleLate(next);
      step = next;
    }
    return first !== null;
  }

  /**
   * Returns whether the next step may be submitted before `step` is read: no other caller waits for the device, `step`
   * has no draft tokens, and no sequence could draft in the next step.
   */
  #mayFollow({ isDrafted }: SubmittedStep): boolean {
    return !this.#lock.contended && !isDrafted && !this.#scheduler.couldDraft;
  }

  /** Samples the tokens of a step in flight, once the tokens before them are known. */
  async #sampleLate(step: SubmittedStep): Promise<void> {
    await this.#masks.waitForSampling(step.sampling.map(({ sequence }) => sequence));
    this.#masks.dropFailed();
    const late = step.sampling.filter(({ sequence }) => !sequence.isOver && sequence.blocked);
    for (const { sequence } of late) sequence.postpone();
    this.#runner.sample(step, new Set(late.map(({ sequence }) => sequence)));
  }

  /** Submits the next step, if there is one. `unread` is the step before it if that is in flight. */
  #begin(unread: SubmittedStep | null): SubmittedStep | null {
    this.#masks.dropFailed();
    const plan = this.#scheduler.next();
    this.#adapters.begin(plan.unread);
    if (plan.chunks.length > 0) {
      const step = this.#runner.submit(plan, unread);
      this.#scheduler.advance(plan.chunks);
      if (unread !== null) this.#stepsAhead += 1;
      return step;
    }
    if (plan.copies.length > 0) {
      // The admitted sequences wait for their grammars.
      this.#runner.copy(plan.copies);
      return null;
    }
    if (unread !== null || this.#scheduler.idle || this.#adapters.open) return null;
    if (this.#scheduler.running.some(({ blocked }) => blocked)) return null;
    throw new Error('the scheduler found nothing to run although requests are open');
  }

  #deliver({ T, sampling, positions, postponed, scored, failures, results }: SubmittedStep): void {
    this.#steps += 1;
    this.#stepTokens += T;
    for (const [sequence, error] of failures) this.#fail(sequence, error);
    scored.forEach(({ sequence, position }, i) => {
      const row = sampling.length + i;
      if (sequence.isOver || this.#failsAt(row, results, sequence)) return;
      sequence.promptLogprobs?.set(position, results.scored(row, sequence.request.promptLogprobs ?? 0));
    });
    let given = 0;
    sampling.forEach(({ sequence, drafts }, row) => {
      this.#specDecode.draftTokens += drafts.length > 0 ? 1 : 0;
      this.#specDecode.drafts += drafts.length === 1 ? 1 : 0;
      if (sequence.isOver || postponed.has(sequence)) return;
      if (drafts.length > 0 && !this.#accepts(sequence, positions[row], drafts)) return;
      if (this.#failsAt(row, results, sequence)) return;
      given += sequence.iterationTokens;
      this.#scheduler.deliver(sequence, results.token(row, sequence.request));
    });
    this.#iterations.add(given);
  }

  #fail(sequence: Sequence, error: Error): void {
    this.#scheduler.remove(sequence);
    sequence.fail(error);
  }

  /** Ends the sequence if a row of its logits is not finite. Returns whether it did. */
  #failsAt(row: number, results: StepResults, sequence: Sequence): boolean {
    if (results.isFinite(row)) return false;
    this.#fail(sequence, new NotFiniteError());
    return true;
  }

  /** Returns whether the last of `drafts` is accepted; it then counts as computed. */
  #accepts(sequence: Sequence, position: number, drafts: readonly number[]): boolean {
    if (!sequence.hasAccepted(drafts, position)) return false;
    this.#specDecode.acceptedTokens += 1;
    this.#scheduler.advance([{ sequence, count: 1 }]);
    return true;
  }
}
