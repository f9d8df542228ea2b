import { DeviceOutOfMemoryError } from '../../compute/errors.ts';
import { cacheTypeOf } from '../../model/cache-type.ts';
import { openCheckpoint } from '../../model/checkpoint/checkpoint-open.ts';
import type { Precision, ServedModelFiles } from '../../model/model-files.ts';
import { keptBytes } from '../../model/weight-blocks.ts';
import { type DeviceMemory, usableBytes } from './device-memory.ts';

/** Bits of a weight in q4, the form in which every 4-bit file is kept on the device. */
const Q4_BITS = 5;

/**
 * Checks, before any upload, that the weights of all models fit into the device. Throws DeviceOutOfMemoryError that
 * says what they take, what there is, and what would fit; CheckpointError if a model does not support its cache type.
 */
export function checkFit(models: readonly ServedModelFiles[], memory: DeviceMemory): void {
  const usable = usableBytes(memory);
  const needs = models.map(needOf);
  const total = sum(needs.map(({ bytes }) => bytes));
  if (total <= usable) return;
  const each = models.map(({ id }, i) => `${id} ${inGib(needs[i].bytes)}`).join(', ');
  throw new DeviceOutOfMemoryError(
    `the weights take ${inGib(total)} GiB (${each}); of the ${inGib(memory.bytes)} GiB of the device's memory ` +
      `${inGib(usable)} are for models: ${whatFits(needs, usable)}`,
  );
}

interface Need {
  /** Bytes at the requested precision. */
  bytes: number;
  int8: number;
  q4: number;
}

function needOf({ path, precision = 'f32', kvCache }: ServedModelFiles): Need {
  const checkpoint = openCheckpoint(path);
  try {
    cacheTypeOf({ config: checkpoint.config, precision }, kvCache);
    const bytes = (of: Precision) => keptBytes(checkpoint, of);
    let weights = 0;
    for (const { rows, cols } of checkpoint.tensors.values()) weights += rows * cols;

    return { bytes: bytes(precision), int8: bytes('int8'), q4: (weights * Q4_BITS) / 8 };
  } finally {
    checkpoint.close();
  }
}

function whatFits(needs: readonly Need[], usable: number): string {
  const [int8, q4] = [sum(needs.map((need) => need.int8)), sum(needs.map((need) => need.q4))];
  if (int8 <= usable) return `DAYBREAK_PRECISION=int8 takes ${inGib(int8)} GiB`;
  if (q4 <= usable) return `4-bit files of the same models (such as Q4_K_M) take about ${inGib(q4)} GiB`;
  const parameters = Number(((usable * 8) / Q4_BITS / 1e9).toPrecision(2));
  return `serve fewer models, or one of at most about ${parameters} billion parameters in 4 bits`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function inGib(bytes: number): string {
  return (bytes / 2 ** 30).toPrecision(3);
}
