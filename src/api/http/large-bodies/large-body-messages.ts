import type { RouteId } from '../../../generated/operations.ts';
import type { ErrorCode, ValidationIssue } from '../../../generated/types.ts';
import type { TrainedModelName } from '../../../jobs/plan/trained-model-name.ts';
import type { KeptGroup } from '../../../training/rl/trajectory-lines.ts';
import type { ContractRequest } from '../../contract/contract-backend.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { LogSummary } from '../../log-summary.ts';

/** What the thread of a large body is told: first to read it, then what to do with its trajectories. */
export type LargeBodyJob =
  | {
      kind: 'read';
      route: RouteId;
      request: Omit<ContractRequest, 'body'>;
      segments: Uint8Array<ArrayBuffer>[];
      /** Bytes of heap that it may take when it is parsed. */
      mostHeap: number;
    }
  | { kind: 'trajectories'; model: TrainedModelName }
  | { kind: 'log'; split: string }
  /** The next part of the groups as lines of JSON. */
  | { kind: 'lines' };

/** An `ApiError`, as it crosses threads. */
export interface Refusal {
  code: ErrorCode;
  message: string;
  param: string | null;
  issues: ValidationIssue[] | null;
}

export type LargeBodyAnswer =
  | { kind: 'refused'; refusal: Refusal }
  /** The body without its trajectories and without what the contract does not know, whose names are there. */
  | { kind: 'read'; head: unknown }
  /** The bytes that were read. */
  | { kind: 'trajectories'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'log'; summary: LogSummary }
  /** Empty when there are no more. */
  | { kind: 'lines'; bytes: Uint8Array<ArrayBuffer>; groups: KeptGroup[] };

/** The refusal of a body that would take more than so many bytes of memory. */
export function tooMuchToRead(bytes: number): ApiError {
  const most = Math.floor(bytes / 2 ** 20);
  const message = `The body takes more than ${most} MiB of memory to read. Split it over several requests.`;
  return new ApiError('payload_too_large', message);
}
