type RequestErrorType = 'invalid_request_error' | 'not_found_error';

/**
 * A request that cannot be served as it stands. `message` names the field, what is wrong and what is allowed.
 * The API answers 400 for `invalid_request_error` and 404 for `not_found_error`.
 */
export class RequestError extends Error {
  override name = 'RequestError';
  /** The field at fault, as the caller spelled it; null when no single field is. */
  readonly param: string | null;
  readonly type: RequestErrorType;
  /** A machine-readable reason where clients look for one, such as `context_length_exceeded`. */
  readonly code: string | null;

  constructor(
    param: string | null,
    message: string,
    type: RequestErrorType = 'invalid_request_error',
    code: string | null = null,
  ) {
    super(message);
    this.param = param;
    this.type = type;
    this.code = code;
  }
}
