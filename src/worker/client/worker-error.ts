import type { WorkerErrorCode } from '../protocol.ts';

/** Error of a call that the compute process refused or failed; `message` may hold paths, so it is for the log. */
export class WorkerError extends Error {
  override name = 'WorkerError';
  readonly code: WorkerErrorCode;

  constructor(code: WorkerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The compute process died or is not up yet. It is being restarted, so the call may be repeated later. The message is
 * fit for users.
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
