import type { ErrorCode, ErrorType } from '../../generated/types.ts';

interface ErrorRow {
  status: number;
  type: ErrorType;
}

/**
 * Status and type of every error code. Codes about the request's content are 400 here, and 422 on operations whose
 * clients expect that (`validationStatus` of the operation table).
 */
export const errorTable: Readonly<Record<ErrorCode, ErrorRow>> = {
  validation_failed: { status: 400, type: 'invalid_request_error' },
  unsupported_value: { status: 400, type: 'invalid_request_error' },
  context_length_exceeded: { status: 400, type: 'invalid_request_error' },
  invalid_api_key: { status: 401, type: 'authentication_error' },
  insufficient_scope: { status: 403, type: 'permission_error' },
  host_not_allowed: { status: 403, type: 'permission_error' },
  not_found: { status: 404, type: 'not_found_error' },
  model_not_found: { status: 404, type: 'not_found_error' },
  method_not_allowed: { status: 405, type: 'invalid_request_error' },
  conflict: { status: 409, type: 'conflict_error' },
  quota_exceeded: { status: 409, type: 'conflict_error' },
  payload_too_large: { status: 413, type: 'invalid_request_error' },
  unsupported_media_type: { status: 415, type: 'invalid_request_error' },
  headers_too_large: { status: 431, type: 'invalid_request_error' },
  malformed_request: { status: 400, type: 'invalid_request_error' },
  request_timeout: { status: 408, type: 'invalid_request_error' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error' },
  internal_error: { status: 500, type: 'server_error' },
  not_implemented: { status: 501, type: 'server_error' },
  queue_full: { status: 503, type: 'server_error' },
  draining: { status: 503, type: 'server_error' },
  compute_unavailable: { status: 503, type: 'server_error' },
  database_unavailable: { status: 503, type: 'server_error' },
  disk_full: { status: 507, type: 'server_error' },
};

export function errorStatus(code: ErrorCode, validationStatus: 400 | 422): number {
  const { status } = errorTable[code];
  return status === 400 ? validationStatus : status;
}
