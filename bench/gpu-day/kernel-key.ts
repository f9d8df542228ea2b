import type { RecordedDispatch } from '../../src/compute/command.ts';

/** The same for dispatches of one variant with the same grid and the same work, such as those of all layers. */
export function kernelKeyOf({ kernel, grid, cost }: RecordedDispatch): string {
  return [kernel.id, ...grid, cost.flops, cost.bytes].join();
}
