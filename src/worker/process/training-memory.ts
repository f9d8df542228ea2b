import type { Device } from '../../compute/device.ts';
import type { ModelConfig } from '../../model/checkpoint/config.ts';
import { headWidth } from '../../model/decoder-layer.ts';
import { MOST_JOBS, type TrainingRoom } from '../protocol.ts';
import { type DeviceMemory, usableBytes } from './device-memory.ts';

const LEAST_BYTES = 2 ** 28;
/** Tokens of a micro-batch, where there is memory and one binding holds their activations. */
const CAPACITY = { fallback: 512, gpu: 4096 };
/** Micro-batches so much larger than the usual are made for common beginnings. */
const MOST_TIMES = 8;

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

/** Tokens whose widest activation, gate and up side by side or q, k and v, fills one binding. */
export function bindableTokens(device: Device, config: ModelConfig): number {
  const widest = Math.max(2 * config.intermediate_size, headWidth(config), config.hidden_size);
  return Math.floor(device.maxBindingBytes / (4 * widest));
}

/** Tokens of a micro-batch that suit the device. */
export function usualCapacity(device: Device, config: ModelConfig): number {
  return Math.min(device.info.fallback ? CAPACITY.fallback : CAPACITY.gpu, bindableTokens(device, config));
}

/** The most tokens of a micro-batch. */
export function mostCapacity(device: Device, config: ModelConfig): number {
  return Math.min(MOST_TIMES * usualCapacity(device, config), bindableTokens(device, config));
}
