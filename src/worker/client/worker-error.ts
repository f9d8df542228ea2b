import type { WorkerErrorCode } from '../protocol.ts';

/** A call that the compute process refused or failed; `message` is for the log, as it may hold paths. */
export class WorkerError extends Error {
  override name = 'WorkerError';
  readonly code: WorkerErrorCode;

  constructor(code: WorkerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The compute process died, or is not up yet. It is being started again: the call may be repeated later. Users may see
 * it.
 */
export class WorkerDown extends WorkerError {
  override name = 'WorkerDown';
  /** Seconds after which a caller should try again. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super('worker_down', message);
    this.retryAfter = retryAfter;
  }
}
