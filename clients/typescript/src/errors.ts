import type { ErrorBody, ErrorCode, ErrorType, TrainingJob, ValidationIssue } from './generated/types.gen.ts';
import { retryAfterMs } from './retry.ts';

/** Base class of all errors that this package throws, except the reason of your own abort signal. */
export class DaybreakError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The server could not be reached, or the connection was lost. See `cause`. */
export class APIConnectionError extends DaybreakError {}

/** The server sent nothing within the timeout, or a wait took longer than its timeout. */
export class APITimeoutError extends APIConnectionError {}

/** Error that the server reported. Its fields come from the `ErrorBody`, if the body is one. */
export class APIError extends DaybreakError {
  /** Body as the server sent it: parsed JSON, or text if it is not JSON (a proxy's page). */
  readonly body: unknown;
  /** Id of the request in the server's log. */
  readonly requestId: string | undefined;
  readonly code: ErrorCode | undefined;
  readonly type: ErrorType | undefined;
  /** Name of the invalid field, if there is one. */
  readonly param: string | undefined;
  /** All issues of a request that failed validation. */
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

/** Error that the server reported in the middle of a stream. */
export class StreamError extends APIError {}

/** Response with an error status. Common statuses have a subclass each. */
export class APIStatusError extends APIError {
  readonly status: number;
  readonly headers: Headers;
  /** Seconds that the server asks to wait before a retry; null if it does not ask. */
  readonly retryAfter: number | null;

  constructor(place: string, response: Response, body: unknown) {
    super(`${place}: ${response.status}`, body, response.headers.get('x-request-id') ?? undefined);
    this.status = response.status;
    this.headers = response.headers;
    const asked = retryAfterMs(response.headers.get('retry-after'));
    this.retryAfter = asked === undefined ? null : asked / 1000;
  }
}

/** 400: the request is invalid, or the model does not support it. */
export class BadRequestError extends APIStatusError {}
/** 401: the API key is missing or invalid. */
export class AuthenticationError extends APIStatusError {}
/** 403: the key lacks the permission. */
export class PermissionDeniedError extends APIStatusError {}
/** 404: a resource named in the request does not exist. */
export class NotFoundError extends APIStatusError {}
/** 409: the request conflicts with the current state. */
export class ConflictError extends APIStatusError {}
/** 413: the body is larger than the operation's limit. */
export class PayloadTooLargeError extends APIStatusError {}
/** 422: the request failed validation; see `issues`. */
export class UnprocessableEntityError extends APIStatusError {}
/** 429: the key exceeds its rate limit. */
export class RateLimitError extends APIStatusError {}
/** 500: internal error of the server. */
export class InternalServerError extends APIStatusError {}
/** 503: the queue is full, the server is draining, or a part of it does not work. */
export class ServiceUnavailableError extends APIStatusError {}
/** 507: the server's disk is full; nothing was stored. */
export class InsufficientStorageError extends APIStatusError {}

/** A training job that was waited for failed or was cancelled. */
export class TrainingJobError extends DaybreakError {
  readonly job: TrainingJob;

  constructor(job: TrainingJob) {
    super(`training job ${job.id} ${job.status}: ${job.error_message}`);
    this.job = job;
  }
}
