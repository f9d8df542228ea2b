import { StorageError, type StorageErrorCode, type StorageResource } from '../../artifacts/storage-error.ts';
import type { ErrorBody, ErrorCode } from '../../generated/types.ts';
import { RequestError } from '../../inference/chat/request-error.ts';
import { TextProcessEnded } from '../../inference/text/text-process.ts';
import { TrainingInputError } from '../../training/training-input-error.ts';
import { WorkerDown, WorkerError } from '../../worker/client/worker-error.ts';
import type { WorkerErrorCode } from '../../worker/protocol.ts';
import { ApiError, invalidField, shortInput } from './api-error.ts';
import { errorTable } from './error-table.ts';

export function errorBody(error: ApiError): ErrorBody {
  return {
    error: { message: error.message, type: errorTable[error.code].type, param: error.param, code: error.code },
    detail: error.issues ?? error.message,
  };
}

/** Converts any thrown error to an error response. An unknown error becomes a 500 without details. */
export function toApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof RequestError) return fromRequestError(error);
  if (error instanceof TrainingInputError) return fromTrainingInputError(error);
  if (error instanceof StorageError) return fromStorageError(error, requestId);
  if (error instanceof WorkerDown) {
    return new ApiError('compute_unavailable', error.message, { retryAfter: error.retryAfter, cause: error });
  }
  if (error instanceof TextProcessEnded) {
    const message = 'The process that tokenizes prompts exited during this request. Try again.';
    return new ApiError('compute_unavailable', message, { retryAfter: 1, cause: error });
  }
  if (error instanceof WorkerError) return fromWorkerError(error, requestId);
  return internalError(error, requestId);
}

function internalError(cause: unknown, requestId: string): ApiError {
  return new ApiError('internal_error', `The server failed on request ${requestId}; its log says why.`, { cause });
}

function fromRequestError(error: RequestError): ApiError {
  if (error.type === 'not_found_error') return new ApiError('model_not_found', error.message, { param: error.param });
  const own = error.code === 'context_length_exceeded' || error.code === 'unsupported_value';
  const code = own ? error.code : 'validation_failed';
  if (error.param === null) return new ApiError(code, error.message);
  const { issues } = invalidField(error.param, withoutField(error.message, error.param), undefined);
  return new ApiError(code, error.message, { param: error.param, issues });
}

/** Removes the leading field name from a message: an issue has it in `loc`. */
function withoutField(message: string, field: string): string {
  return message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
}

function fromTrainingInputError({ message, path: place, reason }: TrainingInputError): ApiError {
  const issue = { loc: ['body', ...place], msg: reason, type: 'value_error', input: null, ctx: {} };
  return new ApiError('validation_failed', message, { param: place.join('.') || null, issues: [issue] });
}

const storageCodes: Record<StorageErrorCode, ErrorCode> = {
  not_found: 'not_found',
  conflict: 'conflict',
  stale_lease: 'conflict',
  job_cancelled: 'conflict',
  disk_full: 'disk_full',
  too_large: 'payload_too_large',
  quota_exceeded: 'quota_exceeded',
  unsafe_name: 'validation_failed',
  invalid_value: 'validation_failed',
  unavailable: 'database_unavailable',
  damaged: 'internal_error',
  older_tables: 'internal_error',
  newer_tables: 'internal_error',
  folder_in_use: 'internal_error',
  folder_unusable: 'internal_error',
};

/** Request fields that identify each kind of resource. */
const fieldOf: Partial<Record<StorageResource, string>> = {
  model: 'model_id',
  job: 'training_job_id',
  run: 'run_id',
  'training run': 'training_run_id',
  log: 'log_id',
  trajectory: 'trajectory_id',
  artifact: 'artifact_id',
  file: 'file_name',
  checkpoint: 'step',
  cursor: 'after',
};

function fromStorageError(error: StorageError, requestId: string): ApiError {
  const code = storageCodes[error.code];
  // The object belongs to the caller, and the operator needs to know which one it is.
  if (error.code === 'damaged') return new ApiError(code, error.message, { cause: error });
  if (code === 'internal_error') return internalError(error, requestId);
  const field = error.resource === null ? undefined : fieldOf[error.resource];
  if (code === 'not_found' && field !== undefined) {
    return new ApiError(code, `${field}: ${error.message.replace(/^T/, 't')}`, { param: field, cause: error });
  }
  if (error.code === 'conflict' && error.resource === 'model') {
    return new ApiError(code, `name: ${error.message}`, { param: 'name', cause: error });
  }
  if (error.code === 'unsafe_name') {
    const issue = { loc: ['path', 'file_name'], msg: error.message, type: 'value_error', input: null, ctx: {} };
    return new ApiError(code, `file_name: ${error.message}`, { param: 'file_name', issues: [issue] });
  }
  if (code === 'validation_failed') {
    const loc = ['body', ...(error.resource ? [error.resource] : [])];
    const issue = { loc, msg: error.message, type: 'value_error', input: shortInput(undefined), ctx: {} };
    return new ApiError(code, error.message, { param: error.resource, issues: [issue] });
  }
  const retryAfter = errorTable[code].status === 503 ? 5 : undefined;
  return new ApiError(code, error.message, { retryAfter, cause: error });
}

/** Public messages. The compute process's own messages may contain paths and driver text, so they go to the log. */
const workerSentences: Partial<Record<ErrorCode, string>> = {
  compute_unavailable: 'The device could not process this request. Try again, or send a shorter one.',
  queue_full: 'Too many requests are waiting already. Try again later.',
  draining: 'The server is stopping, or the request was cancelled.',
  disk_full: 'The disk of the server is full.',
};

/** Error codes whose messages are meant for the caller. */
const forUsers: ReadonlySet<WorkerErrorCode> = new Set(['invalid_grammar', 'not_finite']);

const workerCodes: Record<WorkerErrorCode, ErrorCode> = {
  model_load_failed: 'internal_error',
  adapter_load_failed: 'internal_error',
  out_of_memory: 'compute_unavailable',
  device_lost: 'compute_unavailable',
  queue_full: 'queue_full',
  invalid_grammar: 'validation_failed',
  not_finite: 'internal_error',
  aborted: 'draining',
  training_failed: 'internal_error',
  training_no_room: 'internal_error',
  training_too_large: 'internal_error',
  disk_full: 'disk_full',
  worker_down: 'compute_unavailable',
  internal: 'internal_error',
};

function fromWorkerError(error: WorkerError, requestId: string): ApiError {
  const code = workerCodes[error.code];
  const sentence = forUsers.has(error.code) ? error.message : workerSentences[code];
  if (sentence === undefined) return internalError(error, requestId);
  const retryAfter = errorTable[code].status === 503 ? 2 : undefined;
  return new ApiError(code, sentence, { retryAfter, cause: error });
}
