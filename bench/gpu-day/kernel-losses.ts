import { parseArgs } from 'node:util';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import type { Variant } from '../../src/compute/kernel.ts';
import { useTuning } from '../../src/compute/tuning-file.ts';
import { PRECISIONS, type Precision, type ServedModelFiles } from '../../src/model/model-files.ts';
import { loadModel } from '../../src/worker/process/loaded-model.ts';
import { notRun } from '../not-run.ts';
import { markdownTable } from '../report.ts';
import { type Bounds, boundsRows, measuredBounds } from './bounds.ts';
import { kernelShares } from './kernel-shares.ts';
import { largestLosses, lossesList, stepTable } from './losses-report.ts';
import { stepsOf } from './model-steps.ts';
import { defaultModels, modelNamed } from './profiled-models.ts';
import { type Clock, clockOf, TimedRecorder, type TimedStep } from './timed-recorder.ts';

/**
 * node bench/gpu-day/kernel-losses.ts [--model NAME ...] [--precision f16 ...] [--runs 5] [--clock repeats]: prints as
 * Markdown the share of the roofline that each kernel of a model's steps reaches. Reports failures there, and then
 * exits with 1.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { model: { ...text, multiple: true }, precision: { ...text, multiple: true }, runs: text, clock: text },
});
const runs = Number(values.runs ?? 5);

const CLOCKS: Record<Clock, string> = {
  timestamps: 'Timed by timestamps around each dispatch in its own compute pass, which costs more than within a step.',
  repeats: 'Timed by repeating all dispatches of a kind, as the adapter has no timestamps.',
};

/** Measured step, with the kernel variants of its device. */
interface MeasuredStep extends TimedStep {
  name: string;
  variants: readonly Variant[];
}

const { fallback, clock } = await aboutDevice();
let bounds: Bounds | null = null;
for (const name of values.model ?? defaultModels(fallback)) {
  try {
    await printModel(await modelNamed(name));
  } catch (error) {
    failed(name, error);
  }
}

async function aboutDevice(): Promise<{ fallback: boolean; clock: Clock }> {
  const device = await Device.open();
  await device.destroy();
  return { fallback: device.info.fallback, clock: (values.clock as Clock | undefined) ?? clockOf(device) };
}

/**
 * Measures and prints a model. Limits are measured before and after, and the best counts, since other processes may
 * slow a measurement.
 */
async function printModel(files: ServedModelFiles): Promise<void> {
  bounds = await measuredBounds(clock, bounds);
  const steps: MeasuredStep[] = [];
  for (const precision of PRECISIONS.filter((one) => values.precision?.includes(one) ?? true)) {
    try {
      await measureSteps(files, precision, steps);
    } catch (error) {
      failed(`${files.id}, ${precision}`, error);
    }
  }
  const best = await measuredBounds(clock, bounds);
  bounds = best;
  console.log(`\n${markdownTable('The roofline, measured', boundsRows(best))}`);
  console.log(`\n${CLOCKS[clock]}`);
  const profiled = steps.map(({ name, wholeSeconds, dispatches, variants }) => {
    return { name, wholeSeconds, shares: kernelShares(dispatches, best, variants) };
  });
  console.log(`\n### ${files.id}: the five largest losses\n\n${lossesList(largestLosses(profiled, 5))}`);
  for (const step of profiled) {
    console.log(`\n#### ${files.id}, ${step.name}\n\n${stepTable(step, best.matrixFlops)}`);
  }
}

/** Measures steps into `steps`. Each precision has its own device, which frees the memory of the previous one. */
async function measureSteps(files: ServedModelFiles, precision: Precision, steps: MeasuredStep[]): Promise<void> {
  const device = await Device.open();
  useTuning(device);
  try {
    const model = await loadModel(device, new DeviceLock(), { ...files, precision }, () => {});
    for (const step of stepsOf(model, precision, fallback)) {
      const name = `${precision}, ${step.name}`;
      console.error(`${files.id}, ${name}`);
      try {
        const timed = await step.time(new TimedRecorder(device, clock), runs);
        steps.push({ ...timed, name, variants: device.kernels.variants });
      } catch (error) {
        failed(`${files.id}, ${name}`, error);
      }
    }
  } finally {
    await device.destroy();
  }
}

function failed(what: string, error: unknown): void {
  process.exitCode = 1;
  console.error(error);
  console.log(`\n${notRun(what, error)}`);
}
