// A process that has the driver compile kernel variants, one after another: compile-variants.ts OUT IN. Writes as JSON
// which device that was and what each took, with the error of one that was refused.
import { readFileSync, writeFileSync } from 'node:fs';
import { Device } from '../../src/compute/device.ts';
import type { KernelName, KnobsOf, Variant } from '../../src/compute/kernel.ts';

const [out, from] = process.argv.slice(2);
const { variants }: { variants: Variant[] } = JSON.parse(readFileSync(from, 'utf8'));
const device = await Device.open();
const { vendor, name, features } = device.info;
const compiled: (Variant & { milliseconds: number; error: string | null })[] = [];
for (const { name: kernel, knobs } of variants) {
  const before = performance.now();
  device.gpu.pushErrorScope('internal');
  device.gpu.pushErrorScope('validation');
  device.kernels.get(kernel as KernelName, knobs as KnobsOf<KernelName>);
  const errors = [await device.gpu.popErrorScope(), await device.gpu.popErrorScope()];
  const error = errors.find((one) => one !== null)?.message ?? null;
  compiled.push({ name: kernel, knobs, milliseconds: performance.now() - before, error });
  // A driver that ends the process leaves the name of what it could not compile.
  writeFileSync(out, JSON.stringify({ vendor, name, features, compiled }));
}
process.exit(0);
