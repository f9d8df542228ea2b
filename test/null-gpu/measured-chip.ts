import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chip, nodeOnChip } from '../../scripts/null-gpu.mjs';
import { run } from '../../scripts/run.mjs';
import type { Variant } from '../../src/compute/kernel.ts';
import type { KernelFigures } from './kernel-figures.ts';

export interface MeasuredVariant extends Variant {
  /** Whether it reads a weight matrix. */
  readsWeights: boolean;
  figures: KernelFigures;
}

/** Figures of the kernel variants that the big models use on a chip. */
export interface MeasuredChip {
  /** Name of the driver. */
  name: string;
  features: string[];
  variants: MeasuredVariant[];
  /** Figures of test/null-gpu/planted_spill.wgsl. */
  planted: KernelFigures;
}

/** Compiles for a chip. Throws SetupError if its driver is not available. */
export async function measureChip(chip: Chip): Promise<MeasuredChip> {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-chip-'));
  try {
    const { command, variables } = await nodeOnChip(chip, join(home, 'statistics'));
    const [program, ...args] = [...command, join(import.meta.dirname, 'measure-variants.ts'), join(home, 'out.json')];
    await run(program, args, { env: { ...process.env, ...variables, LD_LIBRARY_PATH: undefined } });
    return JSON.parse(await readFile(join(home, 'out.json'), 'utf8'));
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
