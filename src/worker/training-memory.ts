import { totalmem } from 'node:os';
import type { Device } from '../compute/device.ts';
import type { ModelConfig } from '../model/checkpoint/config.ts';
import { headWidth } from '../model/decoder-layer.ts';

/** Jobs that may train at the same time, each with memory of its own (jobs/job-runner.ts). */
const JOBS = 4;
/** Of a machine's memory, what models, chats and jobs may take together where the device is its processor. */
const SHARE = 0.75;
/** WebGPU does not tell how much memory a GPU has. */
const GPU_BYTES = 8 * 2 ** 30;
const LEAST_BYTES = 2 ** 28;
/** Tokens of a micro-batch, where there is memory and one binding holds their activations. */
const CAPACITY = { fallback: 512, gpu: 4096 };

/**
 * Bytes that one job may take where the operator says nothing: on a software adapter its part of the machine's memory, or
 * of the container's, beside what the served models took; a fixed amount on a GPU.
 */
export function usualTrainingMemory(device: Device, servedBytes: number): number {
  if (!device.info.fallback) return GPU_BYTES;
  const { constrainedMemory } = process;
  const container = constrainedMemory() || Number.POSITIVE_INFINITY;
  const machine = Math.min(totalmem(), container);
  return Math.max(LEAST_BYTES, Math.floor((SHARE * machine - servedBytes) / JOBS));
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
