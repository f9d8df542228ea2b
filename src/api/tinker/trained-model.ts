import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../../artifacts/data-folder.ts';
import { ensureLocal } from '../../artifacts/stored-file.ts';
import { temporarySibling } from '../../artifacts/temporary-name.ts';
import type { FairSemaphore } from '../../inference/fair-semaphore.ts';
import type { ServedModel } from '../../inference/served-models.ts';
import type { LoraSettings } from '../../model/lora-layout.ts';
import type { RecordsByOwner } from '../../store/store.ts';
import type { TinkerAnswer, TinkerRun } from '../../store/tinker-runs.ts';
import type { AccumulateRequest, AccumulateResult, AdamSettings } from '../../training/trainer/trainer.ts';
import type { ComputeClient } from '../../worker/client/compute-client.ts';
import { WorkerDown } from '../../worker/client/worker-error.ts';
import { OPTIMIZER_FILE, type TrainOpenRequest } from '../../worker/protocol.ts';
import { ApiError } from '../errors/api-error.ts';
import type { LiveModels } from './live-models.ts';
import { storeAdapter } from './stored-adapter.ts';

export interface TrainedModelParts {
  compute: ComputeClient;
  /** Allows one call to compute at a time, since each takes memory; owners take turns. */
  turns: FairSemaphore;
  live: LiveModels;
  store: RecordsByOwner;
  folder: DataFolder;
}

/** Start of training: a fresh adapter, or a saved one, and the optimizer moments saved with it. */
export type TrainingStart = Pick<TrainOpenRequest, 'start' | 'optimizerFile'>;

/** Identity of a model. */
export type NamedModel = Pick<TinkerRun, 'id' | 'session' | 'owner' | 'labels'> & { base: ServedModel };

/** Milliseconds that a call waits for a compute process that restarts. */
const READY_MS = 10 * 60_000;

/**
 * An adapter that a client trains call by call. Calls run in the order in which they arrive. The adapter and its
 * moments are stored after each optimizer step, so training resumes from there after any process ends. Only the
 * gradient accumulated since then is lost, and the step that would have used it is refused.
 */
export class TrainedModel {
  /** `{session_id}:train:{model_seq_id}` */
  readonly id: string;
  readonly base: ServedModel;
  readonly #named: NamedModel;
  readonly #parts: TrainedModelParts;
  /** Session name in the compute process. */
  readonly #session = `tinker-${randomUUID()}`;
  /** Id of the compute process that holds the model; null if none does. */
  #pid: number | null = null;
  /** LoRA settings; null until the model is created. */
  #lora: LoraSettings | null = null;
  /** Folder of the last optimizer step, relative to the data folder. */
  #folder: string | null = null;
  /** Location of the gradient accumulated since the last optimizer step. */
  #sum: 'none' | 'device' | 'file' | 'lost' = 'none';
  #sumFile: string | null = null;
  /** Whether a process has ended and no gradient was accumulated since then. */
  #restarted = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: TrainedModelParts, named: NamedModel) {
    this.#parts = parts;
    this.#named = named;
    this.id = named.id;
    this.base = named.base;
  }

  /** Returns a model as an earlier server left it. */
  static restored(parts: TrainedModelParts, base: ServedModel, run: TinkerRun): TrainedModel {
    const model = new TrainedModel(parts, { ...run, base });
    model.#lora = run.lora as LoraSettings;
    model.#folder = run.folder;
    model.#sum = run.summed ? 'lost' : 'none';
    model.#restarted = true;
    return model;
  }

  /** Runs `work` after all earlier calls. */
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => {});
    return next;
  }

  /** Whether the model has a state to continue from. */
  get isOpen(): boolean {
    return this.#lora !== null;
  }

  /** LoRA settings. Throws an ApiError if the model was not created. */
  get lora(): LoraSettings {
    if (this.#lora !== null) return this.#lora;
    throw new ApiError('validation_failed', `The model '${this.id}' was not created.`);
  }

  /**
   * Creates the model, or loads other weights into it. Throws WorkerError and StorageError. The model is then
   * unchanged, but the gradient accumulated since its last step may be lost.
   */
  async open(start: TrainingStart, answer: TinkerAnswer): Promise<void> {
    await this.#computing(async () => {
      const { compute, live } = this.#parts;
      const { pid } = compute.report();
      const asked = { session: this.#session, model: this.base.id, ...start };
      const opening = live.withRoom(this, () => compute.trainOpen(asked));
      const { lora } = await opening.catch(async (error) => {
        await this.#spillAfterFailure();
        throw error;
      });
      this.#pid = pid;
      await live.use(this);
      await this.#commit(lora, answer);
      this.#restarted = false;
    });
  }

  /** Accumulates a gradient, all or nothing. Throws ApiError, WorkerError and StorageError. */
  accumulate(request: AccumulateRequest): Promise<AccumulateResult> {
    return this.#computing(async () => {
      const { compute, live } = this.#parts;
      await this.#hold();
      const call = { session: this.#session, request };
      const result = await live.withRoom(this, () => compute.trainAccumulate(call));
      if (!request.forwardOnly) await this.#noteAdded();
      return result;
    });
  }

  /**
   * Takes an optimizer step and stores it with the record that `told` makes of the gradient's norm; returns the norm.
   * Throws ApiError, WorkerError and StorageError; the model is then as the previous step left it.
   */
  apply(settings: AdamSettings, told: (norm: number) => TinkerAnswer): Promise<number> {
    return this.#computing(async () => {
      const lora = this.lora;
      await this.#hold();
      if (this.#sum === 'lost' || (this.#sum === 'none' && this.#restarted)) {
        await this.#revert();
        throw new ApiError(
          'compute_unavailable',
          'The gradient for optim_step was lost: a process of the server exited, or its disk was full. ' +
            `'${this.id}' is in the state after the previous optim_step; call forward_backward and optim_step again.`,
        );
      }
      const { compute } = this.#parts;
      const norm = await compute.trainApply({ session: this.#session, settings });
      if (!Number.isFinite(norm)) {
        await this.#revert();
        throw new ApiError(
          'validation_failed',
          `The gradient's norm is ${norm}, so no step was taken: '${this.id}' is unchanged since the last one.`,
        );
      }
      await this.#commit(lora, told(norm));
      return norm;
    });
  }

  /** Writes the model into `folder`, which must exist. Throws ApiError and WorkerError. */
  async save(folder: string, { optimizer }: { optimizer: boolean }): Promise<void> {
    await this.#computing(async () => {
      await this.#hold();
      await this.#parts.compute.trainSave({ session: this.#session, folder, optimizer });
    });
  }

  /** Frees the device for other models; the accumulated gradient is written to a file. */
  async spill(): Promise<void> {
    const { compute, folder } = this.#parts;
    const session = this.#session;
    if (this.#sum === 'device') {
      const file = temporarySibling(join(folder.root, session));
      const isKept = await compute.trainSaveSum({ session, file }).catch(() => false);
      this.#sum = isKept ? 'file' : 'lost';
      this.#sumFile = file;
    }
    await compute.trainEnd(session).catch(() => {});
    this.#pid = null;
  }

  /** Frees the model's state on the device, after all earlier calls. */
  async close(): Promise<void> {
    await this.enqueue(() => this.#parts.turns.run(this.#named.owner, () => this.#unload()));
    await this.#dropSumFile();
  }

  async #computing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#parts.turns.run(this.#named.owner, work);
    } catch (error) {
      if (!(error instanceof WorkerDown)) throw error;
      throw new ApiError(
        'compute_unavailable',
        `The compute process exited. '${this.id}' is in the state after its last optim_step, without the gradients ` +
          'that forward_backward added since: continue from there with forward_backward.',
        { cause: error },
      );
    }
  }

  /** Ensures that the device holds the model as of its last step, with the gradient accumulated since. */
  async #hold(): Promise<void> {
    const { compute, live } = this.#parts;
    const made = this.lora;
    const isHeld = this.#pid !== null && this.#pid === compute.report().pid;
    if (made && isHeld && compute.report().state === 'ready') return live.use(this);
    if (this.#pid !== null) this.#onProcessLost();
    await compute.ready(AbortSignal.timeout(READY_MS));
    const { pid } = compute.report();
    this.#lora = await this.#reopen();
    this.#pid = pid;
    if (this.#sum === 'file') this.#sum = 'device';
    await this.#dropSumFile();
    await live.use(this);
  }

  async #reopen(): Promise<LoraSettings> {
    const { compute, live, store, folder } = this.#parts;
    // Another server may have restored the model meanwhile, and taken steps.
    const run = await store.ownedBy(this.#named.owner).tinkerRuns.get(this.id);
    if (run.folder === null) throw new ApiError('not_found', `The session of '${this.id}' has ended.`);
    this.#folder = run.folder;
    using held = await ensureLocal(folder, run.folder);
    const start = { id: run.folder, folder: held.path };
    const sumFile = this.#sum === 'file' ? this.#sumFile : null;
    const files = { optimizerFile: join(held.path, OPTIMIZER_FILE), sumFile };
    const asked = { session: this.#session, model: this.base.id, start, ...files };
    const { lora } = await live.withRoom(this, () => compute.trainOpen(asked));
    return lora;
  }

  async #noteAdded(): Promise<void> {
    this.#restarted = false;
    if (this.#sum !== 'none') return;
    this.#sum = 'device';
    try {
      await this.#parts.store.ownedBy(this.#named.owner).tinkerRuns.noteSum(this.id);
    } catch (error) {
      await this.#revert();
      throw error;
    }
  }

  /** Stores the device's state as the model's state. On failure, the device releases it. */
  async #commit(lora: LoraSettings, answer: TinkerAnswer): Promise<void> {
    const { compute, store, folder } = this.#parts;
    const { owner, session, labels } = this.#named;
    const runs = store.ownedBy(owner).tinkerRuns;
    const was = this.#folder;
    this.#sum = 'none';
    await this.#dropSumFile();
    try {
      const { path } = await storeAdapter(
        folder,
        this.id,
        (temporary) => compute.trainSave({ session: this.#session, folder: temporary, optimizer: true }),
        async ({ path }) => {
          if (was !== null) return runs.commit({ id: this.id, was, folder: path, lora, answer });
          await runs.add({ id: this.id, session, baseModel: this.base.id, lora, labels, folder: path, answer });
          return [];
        },
      );
      this.#folder = path;
      this.#lora = lora;
    } catch (error) {
      await this.#revert();
      throw error;
    }
  }

  /** Returns to the last step, without an accumulated gradient. */
  async #revert(): Promise<void> {
    await this.#unload();
    this.#sum = 'none';
    this.#restarted = true;
  }

  async #unload(): Promise<void> {
    const { compute, live } = this.#parts;
    if (this.#pid === compute.report().pid) await compute.trainEnd(this.#session).catch(() => {});
    this.#pid = null;
    live.forget(this);
  }

  /** Spills the model after a failed open: the device may hold its previous state, another one, or nothing. */
  async #spillAfterFailure(): Promise<void> {
    const { compute, live } = this.#parts;
    // If the process has ended, `#hold` handles that.
    if (this.#pid !== null && this.#pid !== compute.report().pid) return;
    live.forget(this);
    await this.spill();
  }

  /** Records that the process which held the model has ended. */
  #onProcessLost(): void {
    this.#pid = null;
    this.#restarted = true;
    if (this.#sum === 'device') this.#sum = 'lost';
    this.#parts.live.forget(this);
  }

  async #dropSumFile(): Promise<void> {
    if (this.#sumFile !== null) await rm(this.#sumFile, { force: true });
    this.#sumFile = null;
  }
}
