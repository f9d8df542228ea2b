import type { MessagesErrorBody } from '../../generated/types.ts';
import type { ApiError } from './api-error.ts';
import { errorBody } from './error-body.ts';
import { errorTable } from './error-table.ts';

type MessagesErrorType = MessagesErrorBody['error']['type'];

/** Anthropic's error types by HTTP status. */
const TYPES: Readonly<Record<number, MessagesErrorType>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
};

/** Returns the error body with the fields that Anthropic's clients read. */
export function messagesErrorBody(apiError: ApiError, requestId: string): MessagesErrorBody {
  const { error, detail } = errorBody(apiError);
  const { status } = errorTable[apiError.code];
  const type = TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  return { type: 'error', error: { ...error, type }, detail, request_id: requestId };
}
