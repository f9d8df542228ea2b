import type { Chip } from '../../scripts/null-gpu.mjs';
import type { MeasuredVariant } from './measured-chip.ts';

/** Kernels known to use private memory on a chip; their rows of the table must not become worse. */
interface KnownFaults {
  /** Spilled registers. */
  spilled?: readonly string[];
  /** Spills, and arrays that are indexed at run time. */
  scratch?: readonly string[];
}

// A tile of int8 products takes more registers than a lane has on these chips.
const KNOWN_FAULTS: Partial<Record<Chip, KnownFaults>> = {
  m1: { spilled: ['matmul_int8_tiled'], scratch: ['matmul_int8_tiled'] },
  adreno740: { spilled: ['matmul_int8_tiled'] },
};

/**
 * Describes figures that no kernel may have on a chip, whatever the table says: spills, scratch, weights read without
 * wide loads. Variants are named as `npm run kernel` accepts them.
 */
export function forbiddenFigures(chip: Chip, variants: readonly MeasuredVariant[]): string[] {
  const { spilled = [], scratch = [] } = KNOWN_FAULTS[chip] ?? {};
  return variants.flatMap(({ name, knobs, readsWeights, figures }) => {
    const found: string[] = [];
    if (figures.spilled > 0 && !spilled.includes(name)) found.push(`spills ${figures.spilled} registers`);
    if (figures.scratch > 0 && !scratch.includes(name)) found.push(`takes ${figures.scratch} bytes of scratch`);
    if (readsWeights && figures.wide === 0 && !isNvidia(chip)) found.push('reads weights without 16-byte loads');
    const variant = Object.entries(knobs).map(([knob, value]) => ` ${knob}=${value}`);
    return found.map((what) => `${name}${variant.join('')}: ${what}`);
  });
}

/** NVK always loads word by word and checks the bounds of each word (docs/kernels.md). */
function isNvidia(chip: Chip): boolean {
  return chip === 'turing' || chip === 'ampere';
}
