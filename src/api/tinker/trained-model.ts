import { randomUUID } from 'node:crypto';
import type { FairSemaphore } from '../../inference/fair-semaphore.ts';
import type { ServedModel } from '../../inference/served-models.ts';
import type { LoraSettings } from '../../model/lora-layout.ts';
import type { AccumulateRequest, AccumulateResult, AdamSettings } from '../../training/trainer/trainer.ts';
import type { ComputeClient } from '../../worker/client/compute-client.ts';
import type { TrainOpenRequest } from '../../worker/protocol.ts';
import { ApiError } from '../errors/api-error.ts';

export interface TrainedModelParts {
  compute: ComputeClient;
  /** One call computes at a time, since each takes memory; owners have their turns. */
  turns: FairSemaphore;
}

/** Where training begins: a fresh adapter, or a saved one, and the moments that are saved with it. */
export type TrainingStart = Pick<TrainOpenRequest, 'start' | 'optimizerFile'>;

/** An adapter that a client trains call by call. What is asked of it is done in the order in which it was asked. */
export class TrainedModel {
  /** `{session_id}:train:{model_seq_id}` */
  readonly id: string;
  readonly base: ServedModel;
  readonly #parts: TrainedModelParts;
  readonly #owner: string;
  readonly #session = `tinker-${randomUUID()}`;
  /** The compute process that holds it; null before it is opened and once it is closed. */
  #pid: number | null = null;
  #lora: LoraSettings | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: TrainedModelParts, named: { id: string; base: ServedModel; owner: string }) {
    this.#parts = parts;
    this.id = named.id;
    this.base = named.base;
    this.#owner = named.owner;
  }

  /** Does `work` behind all that was asked before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => {});
    return next;
  }

  /** Throws an ApiError where it was not opened. */
  get lora(): LoraSettings {
    if (this.#lora === null) throw new ApiError('validation_failed', `The model '${this.id}' was not made.`);
    return this.#lora;
  }

  /** Opens it, or goes on from elsewhere. Throws WorkerError. */
  async open(start: TrainingStart): Promise<void> {
    const { compute, turns } = this.#parts;
    const asked = { session: this.#session, model: this.base.id, ...start };
    const { lora } = await turns.run(this.#owner, () => compute.trainOpen(asked));
    this.#pid = compute.report().pid;
    this.#lora = lora;
  }

  /** Throws as `held` does, and WorkerError. */
  async accumulate(request: AccumulateRequest): Promise<AccumulateResult> {
    const session = this.#held();
    const { compute, turns } = this.#parts;
    return turns.run(this.#owner, () => compute.trainAccumulate({ session, request }));
  }

  /** Gives back the norm of the gradient. Throws as `held` does, and WorkerError. */
  async apply(settings: AdamSettings): Promise<number> {
    const session = this.#held();
    const { compute, turns } = this.#parts;
    return turns.run(this.#owner, () => compute.trainApply({ session, settings }));
  }

  /** Writes into `folder`, which exists. Throws as `held` does, and WorkerError. */
  async save(folder: string, { optimizer }: { optimizer: boolean }): Promise<void> {
    const session = this.#held();
    await this.#parts.compute.trainSave({ session, folder, optimizer });
  }

  /** Frees what the device holds, behind what was asked before. */
  async close(): Promise<void> {
    await this.inTurn(async () => {
      const { compute } = this.#parts;
      if (this.#pid === compute.report().pid) await compute.trainEnd(this.#session).catch(() => {});
      this.#pid = null;
    });
  }

  /** Throws an ApiError where the compute process that held it is gone. */
  #held(): string {
    const { pid, state } = this.#parts.compute.report();
    if (this.lora && this.#pid === pid && state === 'ready') return this.#session;
    throw new ApiError(
      'internal_error',
      `The model '${this.id}' is lost: the compute process that held it has ended. What was saved is there; load it ` +
        'into a new model (create_training_client_from_state).',
    );
  }
}
