import type { RecordedDispatch } from '../../src/compute/command.ts';

/**
 * Returns a key that is equal for dispatches of one variant with the same grid and cost, such as those of all layers.
 */
export function kernelKeyOf({ kernel, grid, cost }: RecordedDispatch): string {
  return [kernel.id, ...grid, cost.flops, cost.bytes].join();
}
