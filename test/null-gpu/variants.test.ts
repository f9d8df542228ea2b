import { basename } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Chip, nodeOnChip } from '../../scripts/null-gpu.mjs';
import { filesBelow, textOf } from '../structure/source-files.ts';
import { isLong } from '../tier.ts';
import { differences, readTable, tableOf } from './figure-table.ts';
import { forbiddenFigures } from './forbidden-figures.ts';
import { orSkip } from './machine-lacks.ts';
import { type MeasuredChip, type MeasuredVariant, measureChip } from './measured-chip.ts';
import { measuredCode } from './measured-code.ts';

/** The chips that kernels are compiled for, how the driver begins its name, and whether it has 16-bit arithmetic. */
const chips: [chip: Chip, driverName: RegExp, f16: boolean][] = [
  ['navi31', /^radv/i, true],
  ['ampere', /^NVK/, true],
  ...((isLong
    ? [
        ['polaris10', /^radv/i, false],
        ['m1', /^Honeykrisp/, true],
        ['vega10', /^radv/i, true],
        ['navi10', /^radv/i, true],
        ['navi21', /^radv/i, true],
        ['gfx1201', /^radv/i, true],
        ['turing', /^NVK/, true],
        ['adreno740', /^turnip/i, true],
      ]
    : []) as [Chip, RegExp, boolean][]),
];
/** Kernels of CPU adapters, which no GPU compiles. */
const FOR_CPUS =
  /_subgroup\.wgsl$|\/matmul(_transposed|_int8)?\.wgsl$|\/attention_(paged|train|backward_query|backward_key_value)\.wgsl$/;
/** Kernels that only chips with subgroup matrices compile. */
const FOR_MATRICES = /_matrix\.wgsl$|\/(attention_panels|row_scale|tile_rows|tile_weights)\.wgsl$/;
/** Kernels that only chips without compile. */
const WITHOUT_MATRICES = /\/round_to_f16\.wgsl$/;
const isThere = (await orSkip(() => nodeOnChip('navi31', ''))) !== undefined;

const code = measuredCode();
/** Chips whose table was measured with other code; in the long tier, all chips. */
const asked = chips.filter(([chip]) => isLong || readTable(chip).code !== code);

test.each(chips)('the table of %s has a row for each kind of kernel', (chip) => {
  const names = new Set([...readTable(chip).rows.keys()].map((row) => row.split(' ', 1)[0]));
  expect([...names]).toEqual(expect.arrayContaining(['matvec', 'matmul_tiled', 'attention_paged_tiled', 'adamw']));
});

describe.skipIf(!isThere).each(asked)('kernels compiled for %s', (chip, driverName, f16) => {
  let measured: MeasuredChip;

  beforeAll(async () => {
    measured = await measureChip(chip);
  });

  test('come from the expected driver, with or without f16', () => {
    expect(measured.name).toMatch(driverName);
    expect(measured.features.includes('shader-f16')).toBe(f16);
  });

  test('include every GPU kernel of serving and training, with weights of every type', () => {
    const used = new Set(measured.variants.map(({ name }) => name));
    const kernels = filesBelow('kernels', '.wgsl').filter((path) => path.split('/').length === 2);
    const matrices = measured.features.includes('chromium-experimental-subgroup-matrix');
    const others = matrices ? WITHOUT_MATRICES : FOR_MATRICES;
    const isForOthers = (path: string) => FOR_CPUS.test(path) || others.test(path);
    const missed = kernels.filter((path) => !used.has(basename(path, '.wgsl')) && !isForOthers(path));
    const lacking = missed.map((path) => ({ path, features: lackingFeatures(path, measured.features) }));
    for (const { path, features } of lacking) if (features.length > 0) console.warn(`${chip}: no ${features}: ${path}`);
    expect(lacking.filter(({ features }) => features.length === 0).map(({ path }) => path)).toEqual([]);
    const byMatrices = matrices ? ['matvec_matrix', 'tile_weights'] : [];
    for (const product of ['matvec', 'matmul_tiled', 'matmul_transposed_tiled', ...byMatrices]) {
      expect(storedTypes(measured.variants, product), product).toEqual(['bf16', 'f16', 'f32', 'mxfp4', 'q4', 'q8']);
    }
    for (const product of ['matvec_int8', 'matmul_int8_tiled', 'expert_matmul_int8']) {
      expect(storedTypes(measured.variants, product), product).toEqual(['q4', 'q8']);
    }
  });

  test('spill no registers, use no scratch, and load weights 16 bytes at a time', () => {
    expect(forbiddenFigures(chip, measured.variants)).toEqual([]);
  });

  // `npm run kernel:figures` writes the tables.
  test('have no figure worse than the committed table', ({ skip }) => {
    const { driver, rows } = readTable(chip);
    skip(rows.size > 0 && driver !== measured.name, `the table is of ${driver}, and this is ${measured.name}`);
    expect(differences(tableOf(measured.variants), rows)).toEqual([]);
  });

  test('fail the check if a kernel spills', () => {
    const [product] = measured.variants.filter(({ name }) => name === 'matvec');
    const planted = [{ ...product, name: 'planted_spill', figures: measured.planted }];
    expect(forbiddenFigures(chip, planted)[0]).toMatch(/^planted_spill .*: spills \d+ registers$/);
    // The same in the place of a kernel that is known to spill is worse than the table.
    const inPlace = measured.variants.with(measured.variants.indexOf(product), { ...planted[0], name: 'matvec' });
    expect(differences(tableOf(inPlace), readTable(chip).rows)).toContainEqual(
      expect.stringMatching(/^matvec .*: spilled \d+, at most \d+ in the table$/),
    );
  });
});

/** WebGPU feature names of the WGSL extensions that kernels enable. */
const FEATURES: Record<string, string> = {
  f16: 'shader-f16',
  subgroups: 'subgroups',
  chromium_experimental_subgroup_matrix: 'chromium-experimental-subgroup-matrix',
};

function lackingFeatures(kernel: string, features: readonly string[]): string[] {
  const enabled = [...textOf(kernel).matchAll(/^\s*enable (\w+);/gm)].map(([, name]) => FEATURES[name] ?? name);
  return enabled.filter((feature) => !features.includes(feature));
}

function storedTypes(variants: readonly MeasuredVariant[], kernel: string): unknown[] {
  return [...new Set(variants.filter(({ name }) => name === kernel).map(({ knobs }) => knobs.WEIGHT))].sort();
}
