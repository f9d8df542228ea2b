import { MOST_JOBS, type TrainingRoom } from '../protocol.ts';
import { type DeviceMemory, usableBytes } from './device-memory.ts';

/** Part of what the weights leave: little of a machine's memory, which other programs want too; half of a GPU's own. */
const PART: Record<DeviceMemory['source'], number> = { machine: 1 / 8, driver: 1 / 2, assumed: 1 / 2 };
const LEAST_BYTES = 2 ** 28;

/**
 * Bytes of device memory for the keys and values of all models together, once their weights are there. The rest is for
 * training: where the operator says how much that is, a GPU caches in all that it leaves.
 */
export function cacheRoom(memory: DeviceMemory, weightBytes: number, trainingJobBytes: number | null): number {
  const left = usableBytes(memory) - weightBytes;
  const ownGpu = memory.source !== 'machine';
  const room = ownGpu && trainingJobBytes !== null ? left - MOST_JOBS * trainingJobBytes : left * PART[memory.source];
  return Math.max(LEAST_BYTES, Math.floor(room));
}

/**
 * What jobs may take: all that run side by side together, and each its part. The operator's figure is for each; without
 * one it is what the served models leave of the device's memory, divided among as many jobs as may run.
 */
export function trainingRoom(memory: DeviceMemory, servedBytes: number, operatorBytes: number | null): TrainingRoom {
  if (operatorBytes !== null) return room(operatorBytes, 'operator');
  return room(Math.max(LEAST_BYTES, Math.floor((usableBytes(memory) - servedBytes) / MOST_JOBS)), memory.source);
}

function room(jobBytes: number, source: TrainingRoom['source']): TrainingRoom {
  return { jobs: MOST_JOBS, jobBytes, roomBytes: MOST_JOBS * jobBytes, source };
}
