import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { TinkerAnswer } from '../../store/tinker-runs.ts';
import { WorkerDown, WorkerError } from '../../worker/client/worker-error.ts';
import type { WorkerErrorCode } from '../../worker/protocol.ts';
import { toApiError } from '../errors/error-body.ts';
import { errorTable } from '../errors/error-table.ts';
import { ASK_AGAIN, type FutureKey, type FutureResult } from './futures.ts';
import type { TinkerSession, TinkerSessions } from './sessions.ts';
import type { TrainedModel } from './trained-model.ts';

/** Converts a result to the record that is stored in the same transaction as its change. */
export type RecordedResult = (result: object) => TinkerAnswer;

const tooLarge: ReadonlySet<WorkerErrorCode> = new Set(['training_too_large', 'training_no_room']);

const CANCELLED = { error: 'The client cancelled this sample.', category: 'user' } as const;

/** Starts the work that clients request, and returns the ids of its results. */
export class WorkStarter {
  readonly #sessions: TinkerSessions;
  readonly #log: Logger;

  constructor(sessions: TinkerSessions, log: Logger) {
    this.#sessions = sessions;
    this.#log = log;
  }

  /**
   * Starts work and returns the id of its result. Idempotent: a repeated key returns the same id. Throws as
   * `Futures.start` does.
   */
  begin({ futures }: TinkerSession, key: FutureKey, work: (answered: RecordedResult) => Promise<FutureResult>): string {
    const answered = (id: string) => (result: object) => ({ key: key.key, id, result });
    return futures.start(
      key,
      (id) => work(answered(id)),
      (error) => this.#failed(error),
    );
  }

  /**
   * Starts a sample, which may be cancelled. If a process of the server ends, the client is told to send the sample
   * again as a new request.
   */
  beginSample(
    { futures }: TinkerSession,
    key: FutureKey,
    work: (cancelled: AbortSignal) => Promise<FutureResult>,
  ): string {
    const failed = (error: unknown) => (error instanceof WorkerDown ? ASK_AGAIN : this.#failed(error));
    const orCancelled = (_id: string, cancelled: AbortSignal) =>
      work(cancelled).catch((error) => {
        if (cancelled.aborted) return CANCELLED;
        throw error;
      });
    return futures.start(key, orCancelled, failed);
  }

  /**
   * Starts work on a model, after all earlier work on it. Without a `seq_id`, a request is never a repetition. Also
   * throws `not_found`.
   */
  async onModel(
    owner: string,
    { model_id, seq_id }: { model_id: string; seq_id?: number | null },
    work: (model: TrainedModel, session: TinkerSession, answered: RecordedResult) => Promise<FutureResult>,
  ): Promise<{ request_id: string; model_id: string }> {
    const { session, model } = await this.#sessions.model(owner, model_id);
    const key = { key: `${model_id} ${seq_id ?? randomUUID()}`, of: model_id };
    const request_id = this.begin(session, key, (answered) => model.enqueue(() => work(model, session, answered)));
    return { request_id, model_id };
  }

  /** Converts a failure to a result, so that clients do not retry it. */
  #failed(error: unknown): FutureResult {
    if (error instanceof WorkerError && tooLarge.has(error.code)) {
      return { error: error.message, category: 'user' };
    }
    const found = toApiError(error, 'of a Tinker client');
    const { status } = errorTable[found.code];
    if (status >= 500) this.#log.error({ err: found.cause ?? found }, found.message);
    return { error: found.message, category: status < 500 ? 'user' : 'server' };
  }
}
