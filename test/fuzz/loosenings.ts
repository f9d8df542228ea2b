import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { operations, type RouteId } from '../../src/generated/operations.ts';
import type { Answer } from './exchange.ts';

interface Entry {
  operations: RouteId[];
  /** A regular expression for the start of the error's message. */
  message: string;
  reason: string;
}

/** One table for both fuzzers: what is refused although it fits the schema, by what no schema can say. */
const table = new URL('../../scripts/schemathesis/loosenings.yaml', import.meta.url);
const shared: readonly Entry[] = parse(readFileSync(table, 'utf8'));

/** What Schemathesis takes without a table, because it knows the ids that the server gave and its own names. */
const own: readonly { code: string; params: readonly string[]; operations?: readonly RouteId[] }[] = [
  {
    code: 'not_found',
    params: [
      'model_id',
      'run_id',
      'log_id',
      'training_job_id',
      'artifact_id',
      'training_data_url',
      'file_name',
      'step',
      'after',
    ],
  },
  { code: 'model_not_found', params: ['model'] },
  { code: 'validation_failed', params: ['base_model'], operations: ['createModel'] },
  { code: 'conflict', params: ['name'], operations: ['createModel'] },
  // The job may have ended, or not.
  { code: 'conflict', params: [''], operations: ['cancelTrainingJob', 'retryTrainingJob'] },
];

/** Whether a refusal of valid data is one of the tables. */
export function isExcused(operation: RouteId, { json }: Answer): boolean {
  const { code, param, message } = json?.error ?? {};
  const isOwn = own.some((row) => {
    return row.code === code && row.params.includes(param ?? '') && (row.operations?.includes(operation) ?? true);
  });
  if (isOwn) return true;
  // An alias refuses what its operation refuses.
  const names: string[] = [operation, operations[operation].handledBy];
  return shared.some(
    (entry) => entry.operations.some((id) => names.includes(id)) && startsWith(message, entry.message),
  );
}

function startsWith(message: unknown, pattern: string): boolean {
  return typeof message === 'string' && new RegExp(`^(?:${pattern})`, 's').test(message);
}
