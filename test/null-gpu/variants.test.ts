import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amdFamilies, type ShimmedGpu, shimmedNode } from '../../scripts/null-gpu.mjs';
import { run } from '../../scripts/run.mjs';
import type { Variant } from '../../src/compute/kernel.ts';
import { smollm2File } from '../oracle/smollm2-file.ts';
import { filesBelow } from '../structure/source-files.ts';
import { isLong } from '../tier.ts';
import { nullGpu } from './null-gpu.ts';

interface Adapter {
  vendor: string;
  name: string;
  features: string[];
}

/** GPUs of others, and how the driver that compiles for them begins its name. */
const shimmed: [gpu: ShimmedGpu, driver: RegExp][] = [
  ['ampere', /^NVK/],
  ['m1', /^Honeykrisp/],
  ...(isLong
    ? ([
        ['turing', /^NVK/],
        ['adreno740', /^turnip/i],
      ] as [ShimmedGpu, RegExp][])
    : []),
];

interface Compiled extends Adapter {
  compiled: (Variant & { error: string | null })[];
}

const isThere = (await nullGpu('navi31')) !== undefined;

describe.skipIf(!isThere)('GPUs compile', () => {
  let home: string;
  let collected: Adapter & { variants: Variant[] };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'daybreak-variants-'));
    collected = await onGpu('navi31', 'run-models.ts', 'collected.json', await smollm2File());
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  /** Runs a program of this folder on such a GPU; returns what it wrote. */
  async function onGpu<T>(family: string, program: string, out: string, argument: string): Promise<T> {
    const env = { ...process.env, ...(await nullGpu(family)) };
    await run(process.execPath, [join(import.meta.dirname, program), join(home, out), argument], { env });
    return JSON.parse(await readFile(join(home, out), 'utf8'));
  }

  test('every kernel that serving and training take there, with 64 lanes and without subgroups', () => {
    expect(collected).toMatchObject({ vendor: 'amd', name: expect.stringMatching(/^radv/i) });
    const used = new Set(collected.variants.map(({ name }) => name));
    const kernels = filesBelow('kernels', '.wgsl').filter((path) => path.split('/').length === 2);
    const missed = kernels.map((path) => basename(path, '.wgsl')).filter((kernel) => !used.has(kernel));
    expect(missed.filter((kernel) => !kernel.endsWith('_subgroup'))).toEqual([]);
    expect([...used].filter((kernel) => kernel.endsWith('_subgroup'))).toEqual([]);
    for (const { knobs } of collected.variants) {
      expect([64, 256]).toContain(knobs.LANES);
      expect(knobs.SUBGROUP ?? 0).toBe(0);
    }
  });

  test('products of every stored type', () => {
    const types = (kernel: string) =>
      [...new Set(collected.variants.filter(({ name }) => name === kernel).map(({ knobs }) => knobs.WEIGHT))].sort();
    expect(types('matmul')).toEqual(['bf16', 'f16', 'f32', 'q4', 'q8']);
    expect(types('matmul_transposed')).toEqual(['bf16', 'f16', 'f32', 'q4', 'q8']);
    expect(types('matmul_int8')).toEqual(['q4', 'q8']);
  });

  test.each(amdFamilies)('all of them for %s', async (family) => {
    const from = join(home, 'collected.json');
    const answer = await onGpu<Compiled>(family, 'compile-variants.ts', `${family}.json`, from);
    expect(answer.vendor).toBe('amd');
    expect(answer.features.includes('shader-f16')).toBe(family !== 'polaris10');
    expect(answer.compiled.filter(({ error }) => error !== null)).toEqual([]);
    expect(answer.compiled).toHaveLength(collected.variants.length);
  });

  test.each(shimmed)('all of them for %s', async (gpu, driver) => {
    const { command, variables } = await shimmedNode(gpu);
    const [program, ...args] = [...command, join(import.meta.dirname, 'compile-variants.ts')];
    const out = join(home, `${gpu}.json`);
    const env = { ...process.env, ...variables, LD_LIBRARY_PATH: undefined };
    await run(program, [...args, out, join(home, 'collected.json')], { env });
    const answer: Compiled = JSON.parse(await readFile(out, 'utf8'));
    expect(answer.name).toMatch(driver);
    expect(answer.compiled.filter(({ error }) => error !== null)).toEqual([]);
    expect(answer.compiled).toHaveLength(collected.variants.length);
  });
});
