import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { toApiError } from '../errors/error-body.ts';
import { errorTable } from '../errors/error-table.ts';
import type { FutureResult } from './futures.ts';
import type { TinkerSession, TinkerSessions } from './sessions.ts';
import type { TrainedModel } from './trained-model.ts';

/** Begins what clients ask for, and tells them where the result will be. */
export class BegunWork {
  readonly #sessions: TinkerSessions;
  readonly #log: Logger;

  constructor(sessions: TinkerSessions, log: Logger) {
    this.#sessions = sessions;
    this.#log = log;
  }

  /** Gives back the id of the result. A request of the same `key` is the same one. Throws as `Futures.start` does. */
  begin({ futures }: TinkerSession, key: string, work: () => Promise<FutureResult>): string {
    return futures.start(key, work, (error) => this.#failed(error));
  }

  /**
   * Begins what is asked of a model, behind all that was asked of it before; without a `seq_id` it is never a
   * repetition. Throws `not_found` too.
   */
  onModel(
    owner: string,
    { model_id, seq_id }: { model_id: string; seq_id?: number | null },
    work: (model: TrainedModel, session: TinkerSession) => Promise<FutureResult>,
  ): { request_id: string; model_id: string } {
    const { session, model } = this.#sessions.model(owner, model_id);
    const key = `${model_id} ${seq_id ?? randomUUID()}`;
    return { request_id: this.begin(session, key, () => model.inTurn(() => work(model, session))), model_id };
  }

  /** A failure as an answer: clients do not ask again for what it says. */
  #failed(error: unknown): FutureResult {
    const found = toApiError(error, 'of a Tinker client');
    const { status } = errorTable[found.code];
    if (status >= 500) this.#log.error({ err: found.cause ?? found }, found.message);
    return { error: found.message, category: status < 500 ? 'user' : 'server' };
  }
}
