import {
  APIStatusError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InsufficientStorageError,
  InternalServerError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  RateLimitError,
  ServiceUnavailableError,
  UnprocessableEntityError,
} from './errors.ts';

const classes: Record<number, typeof APIStatusError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  422: UnprocessableEntityError,
  429: RateLimitError,
  500: InternalServerError,
  503: ServiceUnavailableError,
  507: InsufficientStorageError,
};

/** Returns the error of a response with the body `text`. */
export function statusError(place: string, response: Response, text: string): APIStatusError {
  const ErrorClass = classes[response.status] ?? APIStatusError;
  return new ErrorClass(place, response, parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
