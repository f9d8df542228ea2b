import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../../artifacts/data-folder.ts';
import { atHand } from '../../artifacts/stored-file.ts';
import { temporaryBeside } from '../../artifacts/temporary-name.ts';
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
  /** One call computes at a time, since each takes memory; owners have their turns. */
  turns: FairSemaphore;
  live: LiveModels;
  store: RecordsByOwner;
  folder: DataFolder;
}

/** Where training begins: a fresh adapter, or a saved one, and the moments that are saved with it. */
export type TrainingStart = Pick<TrainOpenRequest, 'start' | 'optimizerFile'>;

/** Which model it is. */
export type NamedModel = Pick<TinkerRun, 'id' | 'session' | 'owner' | 'labels'> & { base: ServedModel };

/** How long a call waits for a compute process that starts again. */
const READY_MS = 10 * 60_000;

/**
 * An adapter that a client trains call by call. What is asked of it is done in the order in which it was asked. After
 * each step adapter and moments are stored, so that whichever process ends, it goes on from there: what is lost is the
 * gradient that was added up since, and the step that would have taken it is refused.
 */
export class TrainedModel {
  /** `{session_id}:train:{model_seq_id}` */
  readonly id: string;
  readonly base: ServedModel;
  readonly #named: NamedModel;
  readonly #parts: TrainedModelParts;
  /** As the compute process knows it. */
  readonly #session = `tinker-${randomUUID()}`;
  /** The compute process that holds it; null where none does. */
  #pid: number | null = null;
  /** Null before it is made. */
  #lora: LoraSettings | null = null;
  /** The folder of its last step, relative to the data folder. */
  #folder: string | null = null;
  /** Where the gradient is that was added up since the last step. */
  #sum: 'none' | 'device' | 'file' | 'lost' = 'none';
  #sumFile: string | null = null;
  /** Whether a process has ended since, and nothing was added up after that. */
  #restarted = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: TrainedModelParts, named: NamedModel) {
    this.#parts = parts;
    this.#named = named;
    this.id = named.id;
    this.base = named.base;
  }

  /** A model as an earlier server left it. */
  static restored(parts: TrainedModelParts, base: ServedModel, run: TinkerRun): TrainedModel {
    const model = new TrainedModel(parts, { ...run, base });
    model.#lora = run.lora as LoraSettings;
    model.#folder = run.folder;
    model.#sum = run.summed ? 'lost' : 'none';
    model.#restarted = true;
    return model;
  }

  /** Does `work` behind all that was asked before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => {});
    return next;
  }

  /** Whether there is a state of it to go on from. */
  get isMade(): boolean {
    return this.#lora !== null;
  }

  /** Throws an ApiError where it was not made. */
  get lora(): LoraSettings {
    if (this.#lora !== null) return this.#lora;
    throw new ApiError('validation_failed', `The model '${this.id}' was not made.`);
  }

  /**
   * Makes it, or has it go on from elsewhere. Throws WorkerError and StorageError; it then is as it was, but for what
   * was added up since its last step, which may be lost.
   */
  async open(start: TrainingStart, answer: TinkerAnswer): Promise<void> {
    await this.#computing(async () => {
      const { compute, live } = this.#parts;
      const { pid } = compute.report();
      const asked = { session: this.#session, model: this.base.id, ...start };
      const opening = live.withRoom(this, () => compute.trainOpen(asked));
      const { lora } = await opening.catch(async (error) => {
        await this.#setAside();
        throw error;
      });
      this.#pid = pid;
      await live.use(this);
      await this.#commit(lora, answer);
      this.#restarted = false;
    });
  }

  /** Adds a gradient, whole or not at all. Throws ApiError, WorkerError and StorageError. */
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
   * Takes a step and stores it together with what `told` makes of the norm of the gradient, which is given back. Throws
   * ApiError, WorkerError and StorageError; it then is as the step before left it.
   */
  apply(settings: AdamSettings, told: (norm: number) => TinkerAnswer): Promise<number> {
    return this.#computing(async () => {
      const lora = this.lora;
      await this.#hold();
      if (this.#sum === 'lost' || (this.#sum === 'none' && this.#restarted)) {
        await this.#beginAnew();
        throw new ApiError(
          'compute_unavailable',
          'The gradient that optim_step was to take is lost: a process of the server has ended, or its disk was full. ' +
            `'${this.id}' is as the optim_step before left it; call forward_backward and optim_step again.`,
        );
      }
      const { compute } = this.#parts;
      const norm = await compute.trainApply({ session: this.#session, settings });
      if (!Number.isFinite(norm)) {
        await this.#beginAnew();
        throw new ApiError(
          'validation_failed',
          `The gradient's norm is ${norm}, so no step was taken: '${this.id}' is as the optim_step before left it.`,
        );
      }
      await this.#commit(lora, told(norm));
      return norm;
    });
  }

  /** Writes it into `folder`, which exists. Throws ApiError and WorkerError. */
  async save(folder: string, { optimizer }: { optimizer: boolean }): Promise<void> {
    await this.#computing(async () => {
      await this.#hold();
      await this.#parts.compute.trainSave({ session: this.#session, folder, optimizer });
    });
  }

  /** Leaves the device to others: what was added up goes to a file. */
  async spill(): Promise<void> {
    const { compute, folder } = this.#parts;
    const session = this.#session;
    if (this.#sum === 'device') {
      const file = temporaryBeside(join(folder.root, session));
      const isKept = await compute.trainSaveSum({ session, file }).catch(() => false);
      this.#sum = isKept ? 'file' : 'lost';
      this.#sumFile = file;
    }
    await compute.trainEnd(session).catch(() => {});
    this.#pid = null;
  }

  /** Frees what the device holds, behind what was asked before. */
  async close(): Promise<void> {
    await this.inTurn(() => this.#parts.turns.run(this.#named.owner, () => this.#letGo()));
    await this.#dropSumFile();
  }

  async #computing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#parts.turns.run(this.#named.owner, work);
    } catch (error) {
      if (!(error instanceof WorkerDown)) throw error;
      throw new ApiError(
        'compute_unavailable',
        `The compute process ended. '${this.id}' is as its last optim_step left it, without what forward_backward ` +
          'added since: go on from there with forward_backward.',
        { cause: error },
      );
    }
  }

  /** Has the device hold it as its last step left it, with what was added up since. */
  async #hold(): Promise<void> {
    const { compute, live } = this.#parts;
    const made = this.lora;
    const isHeld = this.#pid !== null && this.#pid === compute.report().pid;
    if (made && isHeld && compute.report().state === 'ready') return live.use(this);
    if (this.#pid !== null) this.#lose();
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
    // Another server may have taken it up meanwhile, and taken steps.
    const run = await store.ownedBy(this.#named.owner).tinkerRuns.get(this.id);
    if (run.folder === null) throw new ApiError('not_found', `The session of '${this.id}' has ended.`);
    this.#folder = run.folder;
    using held = await atHand(folder, run.folder);
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
      await this.#beginAnew();
      throw error;
    }
  }

  /** Stores what the device holds as the model's state. Where that fails the device lets go of it. */
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
      await this.#beginAnew();
      throw error;
    }
  }

  /** Goes back to the last step, with nothing added up. */
  async #beginAnew(): Promise<void> {
    await this.#letGo();
    this.#sum = 'none';
    this.#restarted = true;
  }

  async #letGo(): Promise<void> {
    const { compute, live } = this.#parts;
    if (this.#pid === compute.report().pid) await compute.trainEnd(this.#session).catch(() => {});
    this.#pid = null;
    live.forget(this);
  }

  /** After an open that failed: the device may hold what it was, something else, or nothing. */
  async #setAside(): Promise<void> {
    const { compute, live } = this.#parts;
    // Of a process that has ended `#hold` takes care.
    if (this.#pid !== null && this.#pid !== compute.report().pid) return;
    live.forget(this);
    await this.spill();
  }

  /** The process that held it has ended. */
  #lose(): void {
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
