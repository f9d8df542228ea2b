import { expect } from 'vitest';
import type { DecoderWeights } from '../../src/model/device-weights.ts';
import { loraLayout } from '../../src/model/lora-layout.ts';
import type { CacheSetting } from '../../src/model/model-files.ts';
import { longestFitting } from '../../src/training/trainer/memory-plan.ts';
import { cacheRoom, trainingRoom } from '../../src/worker/process/memory-budget.ts';
import { longRowsBytes, planServing } from '../../src/worker/process/serving-plan.ts';

const GiB = 2 ** 30;

/**
 * Returns the serving and training plan of one model on a GPU with `gib` GiB, as the compute process makes it.
 * `longest` is the longest row in tokens that a job has memory for. `operator` is the operator's limit in bytes per
 * job.
 */
export function plannedOn(
  gib: number,
  model: Pick<DecoderWeights, 'config' | 'precision' | 'bytes'>,
  { kvCache = 'auto', operator = null }: { kvCache?: CacheSetting; operator?: number | null } = {},
) {
  const { config, bytes: weightBytes } = model;
  const device = { info: { fallback: false }, maxBindingBytes: 2 ** 32 - 4, matrix: undefined };
  const memory = { bytes: gib * GiB, source: 'driver' as const };
  const files = { id: 'model', path: '', kvCache, highestRank: 32 };
  const job = { operator, longRows: longRowsBytes(device, model, files) };
  const serving = planServing(device, model, files, cacheRoom(memory, weightBytes, job));
  const served = weightBytes + serving.adapterBytes + serving.cacheBytes;
  const training = trainingRoom(memory, served, job);
  // Training gets at least 256 MiB, whatever is left.
  expect(served + training.roomBytes).toBeLessThanOrEqual(0.9 * memory.bytes + GiB / 4);
  const allowed = { config, lora: loraLayout(config), allowedBytes: training.jobBytes };
  return { ...serving, ...training, longest: longestFitting(allowed, serving.contextLength) };
}
