type RequestErrorType = 'invalid_request_error' | 'not_found_error';

/**
 * Error for a request that cannot be served. `message` names the field, the fault and the allowed values.
 * The API answers 400 for `invalid_request_error` and 404 for `not_found_error`.
 */
export class RequestError extends Error {
  override name = 'RequestError';
  /** The invalid field, as the caller spelled it; null if it is not a single field. */
  readonly param: string | null;
  readonly type: RequestErrorType;
  /** Machine-readable reason that clients check, such as `context_length_exceeded`; else null. */
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
