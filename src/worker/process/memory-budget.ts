import { MOST_JOBS, type TrainingRoom } from '../protocol.ts';
import { type DeviceMemory, usableBytes } from './device-memory.ts';

/** Part of what the weights leave: little of a machine's memory, which other programs want too; half of a GPU's own. */
const PART: Record<DeviceMemory['source'], number> = { machine: 1 / 8, driver: 1 / 2, assumed: 1 / 2 };
const LEAST_BYTES = 2 ** 28;

/** Tokens of the rows that one job at least is to have memory for, where the model's context has as many. */
export const ROOM_FOR_ROWS_OF = 4096;

/** Bytes of device memory of one training job: what the operator allows, else what long rows take at the least. */
export interface JobBytes {
  operator: number | null;
  /** What a job takes with rows of `ROOM_FOR_ROWS_OF` tokens, by the model that takes most. */
  longRows: number;
}

/**
 * Bytes of device memory for adapters, keys and values of all models together, once their weights are there. The rest
 * is for training: as many jobs as the operator's figure lets side by side, or one with long rows at the least.
 */
export function cacheRoom(memory: DeviceMemory, weightBytes: number, { operator, longRows }: JobBytes): number {
  const left = usableBytes(memory) - weightBytes;
  const ownGpu = memory.source !== 'machine';
  const room =
    ownGpu && operator !== null
      ? left - operatorJobs(memory, left - LEAST_BYTES, operator) * operator
      : Math.min(left * PART[memory.source], left - longRows);
  return Math.max(LEAST_BYTES, Math.floor(room));
}

/**
 * What jobs may take: all that run side by side together, and each its part. The operator's figure is for each; without
 * one it is what the served models leave of the device's memory, divided among as many jobs as may then have long rows.
 */
export function trainingRoom(
  memory: DeviceMemory,
  servedBytes: number,
  { operator, longRows }: JobBytes,
): TrainingRoom {
  const left = usableBytes(memory) - servedBytes;
  if (operator !== null) return room(operatorJobs(memory, left, operator), operator, 'operator');
  const jobs = sideBySide(left, longRows);
  return room(jobs, Math.max(LEAST_BYTES, Math.floor(left / jobs)), memory.source);
}

/** Where nobody tells how much memory a GPU has, or others share it, the operator is believed. */
function operatorJobs({ source }: DeviceMemory, left: number, jobBytes: number): number {
  return source === 'driver' ? sideBySide(left, jobBytes) : MOST_JOBS;
}

function sideBySide(left: number, jobBytes: number): number {
  return Math.max(1, Math.min(MOST_JOBS, Math.floor(left / jobBytes)));
}

function room(jobs: number, jobBytes: number, source: TrainingRoom['source']): TrainingRoom {
  return { jobs, jobBytes, roomBytes: jobs * jobBytes, source };
}
