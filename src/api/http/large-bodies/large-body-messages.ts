import type { RouteId } from '../../../generated/operations.ts';
import type { ErrorCode, ValidationIssue } from '../../../generated/types.ts';
import type { TrainedModelName } from '../../../jobs/plan/trained-model-name.ts';
import type { KeptGroup } from '../../../training/rl/trajectory-lines.ts';
import type { ContractRequest } from '../../contract/contract-backend.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { LogSummary } from '../../log-summary.ts';

/** Messages to the thread of a large body: first `read`, then jobs on its trajectories. */
export type LargeBodyJob =
  | {
      kind: 'read';
      route: RouteId;
      request: Omit<ContractRequest, 'body'>;
      segments: Uint8Array<ArrayBuffer>[];
      /** Maximum heap of the parsed body, in bytes. */
      maxHeap: number;
    }
  | { kind: 'trajectories'; model: TrainedModelName }
  | { kind: 'log'; split: string }
  /** Requests the next part of the groups as lines of JSON. */
  | { kind: 'lines' };

/** An `ApiError` in a form that can be sent between threads. */
export interface Refusal {
  code: ErrorCode;
  message: string;
  param: string | null;
  issues: ValidationIssue[] | null;
}

export type LargeBodyAnswer =
  | { kind: 'refused'; refusal: Refusal }
  /** The body without its trajectories. Fields unknown to the contract keep their names, but their values are null. */
  | { kind: 'read'; head: unknown }
  /** The bytes of the body. */
  | { kind: 'trajectories'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'log'; summary: LogSummary }
  /** `bytes` is empty after the last part. */
  | { kind: 'lines'; bytes: Uint8Array<ArrayBuffer>; groups: KeptGroup[] };

/** Returns the error for a body whose parsing would take more memory than `bytes`. */
export function tooMuchToRead(bytes: number): ApiError {
  const most = Math.floor(bytes / 2 ** 20);
  const message = `The body takes more than ${most} MiB of memory to parse. Split it into several requests.`;
  return new ApiError('payload_too_large', message);
}
