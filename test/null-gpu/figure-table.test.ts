import { describe, expect, test } from 'vitest';
import { differences, rowOf, tableOf } from './figure-table.ts';
import { forbiddenFigures } from './forbidden-figures.ts';
import { figuresOf, type KernelFigures } from './kernel-figures.ts';
import type { MeasuredVariant } from './measured-chip.ts';
import { parseStatistics } from './pipeline-statistics.ts';

const GOOD: KernelFigures = { registers: 60, waves: 24, spilled: 0, scratch: 0, moved: 0, shared: 1024, wide: 80 };

function variant(figures: Partial<KernelFigures> = {}, more: Partial<MeasuredVariant> = {}): MeasuredVariant {
  const knobs = { LANES: 64, WEIGHT: 'q4', ROWS: 8 };
  return { name: 'matmul', knobs, readsWeights: true, figures: { ...GOOD, ...figures }, ...more };
}

describe('the table of figures', () => {
  test('keeps the worst of each figure per row', () => {
    const table = tableOf([variant({ registers: 80 }), variant({ waves: 8, wide: 100 }), variant({ wide: 70 })]);
    expect([...table]).toEqual([['matmul WEIGHT=q4 ROWS=8', { ...GOOD, registers: 80, waves: 8, wide: 70 }]]);
  });

  test("names a row by those of a kernel's knobs that tell rows apart", () => {
    expect(rowOf({ name: 'swiglu', knobs: { LANES: 64 } })).toBe('swiglu');
    expect(rowOf({ name: 'rope', knobs: { E: 64, BYTES: 0 } })).toBe('rope');
    expect(rowOf({ name: 'rope', knobs: { E: 64, BYTES: 1 } })).toBe('rope BYTES=1');
    expect(rowOf({ name: 'tile_rows', knobs: { SUMMANDS: 1 } })).toBe('tile_rows');
    expect(rowOf({ name: 'tile_rows', knobs: { SUMMANDS: 2 } })).toBe('tile_rows SUMMANDS=2');
  });

  test.each([
    [{ registers: 61 }, 'registers 61, at most 60'],
    [{ waves: 23 }, 'waves 23, at least 24'],
    [{ spilled: 1 }, 'spilled 1, at most 0'],
    [{ scratch: 16 }, 'scratch 16, at most 0'],
    [{ moved: 1 }, 'moved 1, at most 0'],
    [{ shared: 2048 }, 'shared 2048, at most 1024'],
    [{ wide: 79 }, 'wide 79, at least 80'],
  ])('reports the worse figure %o', (figures, what) => {
    const table = tableOf([variant()]);
    expect(differences(tableOf([variant(figures)]), table)).toEqual([`matmul WEIGHT=q4 ROWS=8: ${what} in the table`]);
  });

  test('accepts figures that are as good or better', () => {
    const table = tableOf([variant()]);
    expect(differences(table, table)).toEqual([]);
    expect(differences(tableOf([variant({ registers: 40, waves: 32, wide: 100 })]), table)).toEqual([]);
  });

  test('reports kernels that the table lacks, and rows that were not compiled', () => {
    const measured = tableOf([variant({}, { name: 'new' })]);
    expect(differences(measured, tableOf([variant({}, { name: 'old' })]))).toEqual([
      'new WEIGHT=q4 ROWS=8: is not in the table',
      'old WEIGHT=q4 ROWS=8: was not compiled',
    ]);
  });
});

describe('forbidden figures', () => {
  test.each([
    [{ spilled: 3 }, 'spills 3 registers'],
    [{ scratch: 64 }, 'takes 64 bytes of scratch'],
    [{ wide: 0 }, 'reads weights without 16-byte loads'],
  ])('include %o', (figures, what) => {
    expect(forbiddenFigures('navi31', [variant(), variant(figures)])).toEqual([
      `matmul LANES=64 WEIGHT=q4 ROWS=8: ${what}`,
    ]);
  });

  test('exclude faults of a kernel that are known for the chip', () => {
    expect(forbiddenFigures('m1', [variant({ spilled: 3, scratch: 12 }, { name: 'matmul_int8_tiled' })])).toEqual([]);
    expect(forbiddenFigures('m1', [variant({ spilled: 3 }, { name: 'sample' })])).toHaveLength(1);
  });
});

describe('pipeline statistics of a driver', () => {
  test('are parsed as the layer writes them', () => {
    const text = 'a\tb\nstatistic\n';
    const bytes = Buffer.from(
      `statistic\tVGPRs\t12\ntext\tAssembly\t${text.length}\n${text}\nstatistic\tCode size\t96\n`,
    );
    expect(parseStatistics(bytes)).toEqual({ numbers: { VGPRs: 12, 'Code size': 96 }, texts: { Assembly: text } });
  });

  test.each([
    ['Assembly', 'buffer_load_b128 v[0:3], v4, s[0:3], 0 offen\nbuffer_load_b32 v1, v2', 80],
    ['Assembly', 'buffer_load_dwordx4 v[0:3]\nbuffer_load_dwordx2 v[0:1]\nbuffer_load_ushort v1', 61],
    ['Assembly', 'ds_load_b128 v[0:3]\nscratch_load_b128 v[0:3]\nglobal_load_b128 v[0:3]\nbuffer_load_u8 v1', 94],
    ['NAK assembly', 'r4 = ld.global.a64.constant.b32 [r2..4]\nr4 = ld.shared.b128', 0],
  ])('include the share of 16-byte loads in %s: %s', (name, text, wide) => {
    const told = { numbers: { VGPRs: 1 }, texts: { [name]: text } };
    expect(figuresOf(told).wide).toBe(wide);
  });

  test('without register counts are refused', () => {
    expect(() => figuresOf({ numbers: { Instructions: 3 }, texts: {} })).toThrow('no registers');
  });
});
