import { MAX_JOBS, type TrainingRoom } from '../protocol.ts';
import { type DeviceMemory, usableBytes } from './device-memory.ts';

/**
 * Part of the memory left by the weights that caches may take: little of a machine's memory, which other programs need
 * too; half of a GPU's own.
 */
const PART: Record<DeviceMemory['source'], number> = { machine: 1 / 8, driver: 1 / 2, assumed: 1 / 2 };
const MIN_BYTES = 2 ** 28;

/** Sequence length for which at least one job should have memory, if the model's context is that long. */
export const ROOM_FOR_ROWS_OF = 4096;

/** Bytes of device memory of one training job: the operator's limit if set, else the minimum for long sequences. */
export interface JobBytes {
  operator: number | null;
  /** Bytes of a job with sequences of `ROOM_FOR_ROWS_OF` tokens, for the model that takes most. */
  longRows: number;
}

/**
 * Returns the bytes of device memory for adapters and KV caches of all models together, given the bytes of their
 * weights. The rest is for training: as many concurrent jobs as the operator's limit allows, or at least one with long
 * sequences.
 */
export function cacheRoom(memory: DeviceMemory, weightBytes: number, { operator, longRows }: JobBytes): number {
  const left = usableBytes(memory) - weightBytes;
  const ownGpu = memory.source !== 'machine';
  const room =
    ownGpu && operator !== null
      ? left - operatorJobs(memory, left - MIN_BYTES, operator) * operator
      : Math.min(left * PART[memory.source], left - longRows);
  return Math.max(MIN_BYTES, Math.floor(room));
}

/**
 * Returns the memory of training jobs: all concurrent ones together, and each. The operator's limit is for each job.
 * Without it, memory that the served models leave is divided among as many jobs as can then have long sequences.
 */
export function trainingRoom(
  memory: DeviceMemory,
  servedBytes: number,
  { operator, longRows }: JobBytes,
): TrainingRoom {
  const left = usableBytes(memory) - servedBytes;
  if (operator !== null) return room(operatorJobs(memory, left, operator), operator, 'operator');
  const jobs = sideBySide(left, longRows);
  return room(jobs, Math.max(MIN_BYTES, Math.floor(left / jobs)), memory.source);
}

/**
 * Returns the number of concurrent jobs under the operator's limit. If no driver reports the GPU's memory, or it is
 * shared, the operator's limit is trusted.
 */
function operatorJobs({ source }: DeviceMemory, left: number, jobBytes: number): number {
  return source === 'driver' ? sideBySide(left, jobBytes) : MAX_JOBS;
}

function sideBySide(left: number, jobBytes: number): number {
  return Math.max(1, Math.min(MAX_JOBS, Math.floor(left / jobBytes)));
}

function room(jobs: number, jobBytes: number, source: TrainingRoom['source']): TrainingRoom {
  return { jobs, jobBytes, roomBytes: jobs * jobBytes, source };
}
