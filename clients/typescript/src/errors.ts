import type { ErrorBody, ErrorCode, ErrorType, TrainingJob, ValidationIssue } from './generated/types.gen.ts';
import { retryAfterMs } from './retry.ts';

/** Anything that this package throws, but for the reason of an abort of your own. */
export class DaybreakError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The server could not be reached, or the connection broke off; `cause` says how. */
export class APIConnectionError extends DaybreakError {}

/** The server did not answer within the timeout. */
export class APITimeoutError extends APIConnectionError {}

/** What the server itself says is wrong: the contract's `ErrorBody`, where the body is one. */
export class APIError extends DaybreakError {
  /** The body as the server sent it: JSON, or text where it is none (a proxy's page). */
  readonly body: unknown;
  /** Finds the request in the server's log. */
  readonly requestId: string | undefined;
  readonly code: ErrorCode | undefined;
  readonly type: ErrorType | undefined;
  /** The field at fault, when there is one. */
  readonly param: string | undefined;
  /** Every fault of a request that fails validation. */
  readonly issues: readonly ValidationIssue[];

  constructor(fallback: string, body: unknown, requestId: string | undefined) {
    const { error, detail } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorBody>;
    super(error?.message ?? fallback);
    this.body = body;
    this.requestId = requestId;
    this.code = error?.code;
    this.type = error?.type;
    this.param = error?.param ?? undefined;
    this.issues = Array.isArray(detail) ? detail : [];
  }
}

/** An error that the server reported in the middle of a stream. */
export class StreamError extends APIError {}

/** An answer with an error status. Common statuses have a class of their own. */
export class APIStatusError extends APIError {
  readonly status: number;
  readonly headers: Headers;
  /** Seconds that the server asks to wait; null when it did not say. */
  readonly retryAfter: number | null;

  constructor(place: string, response: Response, body: unknown) {
    super(`${place}: ${response.status}`, body, response.headers.get('x-request-id') ?? undefined);
    this.status = response.status;
    this.headers = response.headers;
    const asked = retryAfterMs(response.headers.get('retry-after'));
    this.retryAfter = asked === undefined ? null : asked / 1000;
  }
}

/** 400: the request fails validation, or asks for what the model cannot do. */
export class BadRequestError extends APIStatusError {}
/** 401: no API key, or one that is not valid. */
export class AuthenticationError extends APIStatusError {}
/** 403: the key may not do this. */
export class PermissionDeniedError extends APIStatusError {}
/** 404: something that the request names does not exist. */
export class NotFoundError extends APIStatusError {}
/** 409: the request does not fit the present state. */
export class ConflictError extends APIStatusError {}
/** 413: the body is larger than the operation's limit. */
export class PayloadTooLargeError extends APIStatusError {}
/** 422: the request fails validation; `issues` has every fault. */
export class UnprocessableEntityError extends APIStatusError {}
/** 429: the key is over its limit. */
export class RateLimitError extends APIStatusError {}
/** 500: a fault of the server. */
export class InternalServerError extends APIStatusError {}
/** 503: the queue is full, the server is draining, or a part of it does not work. */
export class ServiceUnavailableError extends APIStatusError {}
/** 507: the server's disk is full; nothing was stored. */
export class InsufficientStorageError extends APIStatusError {}

/** A job that was waited for has failed or was cancelled. */
export class TrainingJobError extends DaybreakError {
  readonly job: TrainingJob;

  constructor(job: TrainingJob) {
    super(`training job ${job.id} ${job.status}: ${job.error_message}`);
    this.job = job;
  }
}
