import { setTimeout as sleep } from 'node:timers/promises';
import { serialize } from 'node:v8';
import type { Logger } from 'pino';
import { writeFileAtomic } from '../artifacts/atomic-write.ts';
import { type DataFolder, newStepPath } from '../artifacts/data-folder.ts';
import { publishStored } from '../artifacts/publish.ts';
import { removePaths } from '../artifacts/removal.ts';
import { ensureLocal, type LocalCopy, newStoredPath } from '../artifacts/stored-file.ts';
import type { AdapterFiles } from '../model/model-files.ts';
import type { TrainStepRequest, TrainStepResult } from '../training/train-step.ts';
import type { OpenedStep } from '../training/trainer/trainer.ts';
import type { ComputeClient } from '../worker/client/compute-client.ts';
import type { ShardResult, StepHelper, StepHelpers } from '../worker/client/step-helpers.ts';
import { WorkerError } from '../worker/client/worker-error.ts';
import { JobFailure } from './job-failure.ts';
import type { ShardTimes } from './shard-times.ts';

export interface HelpedStepParts {
  compute: Pick<ComputeClient, 'trainBeginStep' | 'trainAddShard' | 'trainFinishStep'>;
  folder: DataFolder;
  helpers: StepHelpers;
  log: Logger;
}

/** The part of a running job that its steps need. */
export interface HelpedJob {
  id: string;
  /** Name of the session, as given to `trainBegin`. */
  session: string;
  /** Id of the base model. */
  model: string;
  /** Capacity of a micro-batch in tokens. */
  capacity: number;
  signal: AbortSignal;
  times: ShardTimes;
}

/** Sequences of a step and the weights before it; `adapter` is null for a new adapter. */
export interface StepWork {
  request: TrainStepRequest;
  adapter: AdapterFiles | null;
}

/** A shard that a helper was asked for. */
interface ShardAssignment {
  helper: string;
  /** When it was asked, by the monotonic clock. */
  startedAt: number;
  /** Resolves with null if the helper fails; never rejects. */
  done: Promise<HelpedShard | null>;
  found: HelpedShard | null;
}

interface HelpedShard extends ShardResult {
  file: LocalCopy;
}

/**
 * An optimizer step whose shards other workers of the cluster also compute. This worker takes shards from the first on,
 * helpers from the last. All gradients are summed here in order, so the bits do not depend on who computed them. Shards
 * that a helper refuses, fails or delivers late are computed here. Equal bits rest on the class of training; if both
 * computed a shard, the bits are compared.
 */
export class HelpedStep {
  readonly #parts: HelpedStepParts;
  readonly #job: HelpedJob;
  readonly #work: StepWork;
  readonly #opened: OpenedStep;
  readonly #path: string;
  readonly #assignments = new Map<number, ShardAssignment>();
  /** Helpers that work on a shard or have failed in this step. */
  readonly #unavailableHelpers = new Set<string>();
  /** SHA-256 of shards that were computed here because their helpers were late. */
  readonly #recomputed = new Map<number, string>();
  /** The next shard to add. */
  #next = 0;
  /** Number of shards whose gradients came from helpers. */
  #helped = 0;
  /** The last shard that no helper was given. */
  #last: number;
  #written: Promise<void> | undefined;
  /** Aborts when the step ends, by success or failure. */
  readonly #over = new AbortController();

  private constructor(parts: HelpedStepParts, job: HelpedJob, work: StepWork, opened: OpenedStep) {
    this.#parts = parts;
    this.#job = job;
    this.#work = work;
    this.#opened = opened;
    this.#path = newStepPath(job.id);
    this.#last = opened.shards - 1;
  }

  /**
   * Runs a step. Rejects as `ComputeClient.trainStep` does, and with `JobFailure` if two workers computed different
   * bits.
   */
  static async run(parts: HelpedStepParts, job: HelpedJob, work: StepWork): Promise<TrainStepResult> {
    const { session, signal } = job;
    const opened = await parts.compute.trainBeginStep({ session, request: work.request, slopes: null }, signal);
    return new HelpedStep(parts, job, work, opened).#run();
  }

  async #run(): Promise<TrainStepResult> {
    const { compute, log } = this.#parts;
    const { shards } = this.#opened;
    try {
      for (; this.#next < shards; this.#next++) {
        this.#assignShards();
        await this.#add(this.#next);
      }
      this.#compareRecomputed();
      if (this.#helped > 0) log.info({ job: this.#job.id, shards, helped: this.#helped }, 'other workers helped');
      return await compute.trainFinishStep(this.#job.session);
    } finally {
      this.#over.abort();
      this.#removeFiles();
    }
  }

  #assignShards(): void {
    const { helpers } = this.#parts;
    for (const helper of this.#opened.shards > 1 ? helpers.ready(this.#job.model) : []) {
      if (!this.#unavailableHelpers.has(helper.name) && this.#isHelpWorthwhile()) void this.#runHelper(helper);
    }
  }

  #isHelpWorthwhile(): boolean {
    const left = this.#last - this.#next + 1;
    return !this.#over.signal.aborted && left > 1 && this.#job.times.isHelpWorthwhile(left);
  }

  /** Gives a helper one shard after another. A helper that fails is not asked again in this step. */
  async #runHelper(helper: StepHelper): Promise<void> {
    this.#unavailableHelpers.add(helper.name);
    while (this.#isHelpWorthwhile()) {
      const shard = this.#last--;
      const startedAt = performance.now();
      const assignment: ShardAssignment = {
        helper: helper.name,
        startedAt,
        done: this.#ask(helper, shard, startedAt),
        found: null,
      };
      this.#assignments.set(shard, assignment);
      assignment.found = await assignment.done;
      if (assignment.found === null) return;
    }
    this.#unavailableHelpers.delete(helper.name);
  }

  async #ask(helper: StepHelper, shard: number, startedAt: number): Promise<HelpedShard | null> {
    const { folder, log } = this.#parts;
    const { model, capacity, times, id } = this.#job;
    const { adapter } = this.#work;
    try {
      this.#written ??= this.#write();
      await this.#written;
      const ask = { step: this.#path, request: this.#path, model, adapter, capacity, shard };
      const done = await helper.compute(ask, this.#over.signal);
      const file = await ensureLocal(folder, done.path).catch(async (error) => {
        await this.#remove(done.path);
        throw error;
      });
      times.recordHelper((performance.now() - startedAt) / 1000, done.seconds);
      return { ...done, file };
    } catch (error) {
      log.info({ err: error, job: id, shard, helper: helper.name }, 'a worker did not help with a step');
      return null;
    }
  }

  async #write(): Promise<void> {
    const { folder } = this.#parts;
    const bytes = serialize({ request: this.#work.request, slopes: this.#opened.slopes });
    await writeFileAtomic(await newStoredPath(folder, this.#path), bytes);
    await publishStored(folder, this.#path);
  }

  async #add(shard: number): Promise<void> {
    const { compute } = this.#parts;
    const { session, signal, times } = this.#job;
    const assignment = this.#assignments.get(shard);
    const found = assignment && (await this.#awaitHelper(assignment));
    if (found && (await this.#addHelperGradient(shard, found))) return;
    const isLate = assignment !== undefined && found === undefined;
    const startedAt = performance.now();
    const sha256 = await compute.trainAddShard({ session, shard, file: null, digest: isLate }, signal);
    times.recordOwn((performance.now() - startedAt) / 1000);
    if (sha256 !== null) this.#recomputed.set(shard, sha256);
  }

  /** Returns the helper's shard, null if the helper failed, or undefined if it is late. */
  async #awaitHelper({ startedAt, done }: ShardAssignment): Promise<HelpedShard | null | undefined> {
    const { signal, times } = this.#job;
    const waiting = new AbortController();
    const left = Math.max(0, startedAt + 1000 * times.timeoutSeconds - performance.now());
    const late = sleep(left, undefined, { signal: AbortSignal.any([signal, waiting.signal]) }).catch(() => undefined);
    const found = await Promise.race([done, late]);
    waiting.abort();
    signal.throwIfAborted();
    return found;
  }

  /** Adds a helper's gradient. Returns false if the file holds no gradient of this step. */
  async #addHelperGradient(shard: number, { file, path }: HelpedShard): Promise<boolean> {
    const { compute, log } = this.#parts;
    const { session, signal, times, id } = this.#job;
    const startedAt = performance.now();
    try {
      await compute.trainAddShard({ session, shard, file: file.path, digest: false }, signal);
    } catch (error) {
      const code = error instanceof WorkerError ? error.code : null;
      if (code !== 'adapter_load_failed' && code !== 'training_failed') throw error;
      log.warn({ err: error, job: id, shard, path }, 'the gradient from another worker cannot be used');
      return false;
    }
    times.recordAddition((performance.now() - startedAt) / 1000);
    this.#helped += 1;
    return true;
  }

  /** Compares shards that arrived late with those computed here meanwhile. */
  #compareRecomputed(): void {
    const { helpers, log } = this.#parts;
    const { id, model } = this.#job;
    for (const [shard, sha256] of this.#recomputed) {
      const { found, helper } = this.#assignments.get(shard)!;
      if (found === null || found.sha256 === sha256) continue;
      const bits = { here: sha256, there: found.sha256 };
      log.error(
        { job: id, shard, helper, ...bits },
        'this worker and a helper computed different bits for the same gradient',
      );
      throw new JobFailure(
        `Two workers of the class ${helpers.classOf(model)}, which should compute the same bits, computed different ` +
          'bits for the same gradient. Ask the operator to check the log, and to look for a faulty device or driver.',
      );
    }
  }

  /** Removes the files of the step. Shards still being computed are removed on arrival. */
  #removeFiles(): void {
    for (const { done } of this.#assignments.values()) {
      void done.then((found) => {
        found?.file[Symbol.dispose]();
        return found && this.#remove(found.path);
      });
    }
    void this.#written?.then(
      () => this.#remove(this.#path),
      () => {},
    );
  }

  /** Removes a file; never rejects, since the sweeper removes leftovers. */
  async #remove(path: string): Promise<void> {
    const { folder, log } = this.#parts;
    await removePaths(folder, [path]).catch((error) =>
      log.warn({ err: error, path }, 'a file of a step could not be removed'),
    );
  }
}
