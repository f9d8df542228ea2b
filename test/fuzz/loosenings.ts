import { operations, type RouteId } from '../../src/generated/operations.ts';
import { loosenings } from '../schemathesis/loosenings.ts';
import type { Answer } from './exchange.ts';

/**
 * Refusals of valid data that Schemathesis needs no table for: it accepts 404 and 409, and gets the server's names.
 */
const own: readonly { code: string; params: readonly string[]; operations?: readonly RouteId[]; reason: string }[] = [
  {
    code: 'not_found',
    params: [
      'model_id',
      'run_id',
      'log_id',
      'trajectory_id',
      'sequence',
      'training_job_id',
      'training_run_id',
      'artifact_id',
      'training_data_url',
      'file_name',
      'step',
      'after',
    ],
    reason: 'An id of the right form need not be that of a thing that there is.',
  },
  { code: 'model_not_found', params: ['model'], reason: 'Which models are served is known to the server.' },
  {
    code: 'validation_failed',
    params: ['base_model'],
    operations: ['createModel'],
    reason: 'Which base models are served is known to the server.',
  },
  {
    code: 'not_found',
    params: [''],
    operations: ['deleteSession'],
    reason: 'The key of the requests is no session.',
  },
  {
    code: 'not_found',
    params: [''],
    operations: (Object.keys(operations) as RouteId[]).filter((id) => operations[id].tag.startsWith('tinker')),
    reason: 'An id of the right form need not be that of a thing that there is.',
  },
  {
    code: 'not_found',
    params: ['address'],
    operations: ['tinkerDownloadFile', 'wandbDownloadFile', 'wandbUploadFile'],
    reason: 'The server alone can sign an address.',
  },
  {
    code: 'not_found',
    params: ['run'],
    operations: ['wandbFileStream'],
    reason: 'A run is begun before lines of it come.',
  },
  {
    code: 'validation_failed',
    params: ['', 'body'],
    operations: ['tinkerForwardBackward', 'tinkerLoadWeights', 'tinkerWeightsInfo', 'tinkerCreateSamplingSession'],
    reason:
      'Bytes are seldom a message, and texts seldom a path; a base model or a path is needed, a session or a model.',
  },
  {
    code: 'rate_limit_exceeded',
    params: [''],
    operations: ['tinkerSample'],
    reason: 'A session keeps so many results for its client to fetch.',
  },
  {
    code: 'unsupported_value',
    params: [''],
    operations: ['tinkerCreateSession'],
    reason: 'An owner has so many sessions at a time.',
  },
  {
    code: 'conflict',
    params: ['name'],
    operations: ['createModel'],
    reason: 'Which names are taken is known to the store.',
  },
  {
    code: 'conflict',
    params: [''],
    operations: ['cancelTrainingJob', 'retryTrainingJob'],
    reason: 'The job may have ended, or not.',
  },
];

/** Returns whether a refusal of valid data is in the table above, or in the one that both fuzzers share. */
export function isExcused(operation: RouteId, { json }: Answer): boolean {
  const { code, param, message } = json?.error ?? {};
  const isOwn = own.some((row) => {
    return row.code === code && row.params.includes(param ?? '') && (row.operations?.includes(operation) ?? true);
  });
  if (isOwn) return true;
  // An alias has the refusals of its main operation.
  const names: string[] = [operation, operations[operation].handledBy];
  return loosenings.some(
    (entry) => entry.operations.some((id) => names.includes(id)) && startsWith(message, entry.message),
  );
}

function startsWith(message: unknown, pattern: string): boolean {
  return typeof message === 'string' && new RegExp(`^(?:${pattern})`, 's').test(message);
}
