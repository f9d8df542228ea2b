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

/** What the compiler for a chip made of the variants that the big models take there. */
export interface MeasuredChip {
  /** The driver. */
  name: string;
  features: string[];
  variants: MeasuredVariant[];
  /** What it made of test/null-gpu/planted_spill.wgsl. */
  planted: KernelFigures;
}

/** Compiles for a chip. Throws SetupError where its driver can't be had. */
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
