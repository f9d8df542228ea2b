import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chip } from '../../scripts/null-gpu.mjs';
import type { Variant } from '../../src/compute/kernel.ts';
import type { KernelFigures } from './kernel-figures.ts';
import type { MeasuredVariant } from './measured-chip.ts';

/** The worst figures of the variants of each row. */
export type FigureTable = ReadonlyMap<string, KernelFigures>;

/** Figures in the order of the files, and whether less or more is better. */
const FIGURES: readonly [name: keyof KernelFigures, better: 'less' | 'more'][] = [
  ['registers', 'less'],
  ['waves', 'more'],
  ['spilled', 'less'],
  ['scratch', 'less'],
  ['moved', 'less'],
  ['shared', 'less'],
  ['wide', 'more'],
];

/** Knobs that tell rows of one kernel apart: they decide most of the registers that a compiler needs. */
const ROW_KNOBS = ['WEIGHT', 'ROWS', 'KEYS'];
/** Knobs that do so at other than these values: int8 caches have no 16-byte loads, two summands take more registers. */
const ROW_FLAGS = { BYTES: 0, SUMMANDS: 1 };

/** Returns the name of a variant's row, such as `matmul WEIGHT=q4 ROWS=8`. */
export function rowOf({ name, knobs }: Variant): string {
  const flags = Object.entries(ROW_FLAGS).filter(([knob, usual]) => (knobs[knob] ?? usual) !== usual);
  const told = [...ROW_KNOBS.filter((knob) => knob in knobs), ...flags.map(([knob]) => knob)];
  return [name, ...told.map((knob) => `${knob}=${knobs[knob]}`)].join(' ');
}

export function tableOf(variants: readonly MeasuredVariant[]): FigureTable {
  const table = new Map<string, KernelFigures>();
  for (const variant of variants) {
    const row = rowOf(variant);
    const before = table.get(row);
    table.set(row, before ? worst(before, variant.figures) : variant.figures);
  }
  return table;
}

function worst(a: KernelFigures, b: KernelFigures): KernelFigures {
  const result = { ...a };
  for (const [name] of FIGURES) if (isWorse(name, b[name], a[name])) result[name] = b[name] as number;
  return result;
}

/** Returns whether `figure` is worse than `bound`; a figure that the driver does not report is not. */
function isWorse(name: keyof KernelFigures, figure: number | undefined, bound: number | undefined): boolean {
  if (figure === undefined || bound === undefined) return figure !== undefined;
  const better = FIGURES.find(([one]) => one === name)?.[1];
  return better === 'less' ? figure > bound : figure < bound;
}

/** Describes rows that are worse than the table's, that the table lacks, or that only the table has. */
export function differences(measured: FigureTable, table: FigureTable): string[] {
  const found: string[] = [];
  for (const [row, figures] of measured) {
    const bounds = table.get(row);
    if (bounds === undefined) {
      found.push(`${row}: is not in the table`);
      continue;
    }
    for (const [name, better] of FIGURES) {
      if (!isWorse(name, figures[name], bounds[name])) continue;
      const most = better === 'less' ? 'most' : 'least';
      found.push(`${row}: ${name} ${figures[name]}, at ${most} ${bounds[name] ?? 'unstated'} in the table`);
    }
  }
  for (const row of table.keys()) if (!measured.has(row)) found.push(`${row}: was not compiled`);
  return found;
}

/** A table as it is committed. */
export interface CommittedTable {
  /** Driver with its version: figures differ between drivers. */
  driver: string;
  /** Digest of the measured code (`measured-code.ts`). */
  code: string;
  rows: FigureTable;
}

/** Reads the table of a chip; without rows if there is none. */
export function readTable(chip: Chip): CommittedTable {
  const path = pathOf(chip);
  if (!existsSync(path)) return { driver: '', code: '', rows: new Map() };
  const { driver, code, rows }: { driver: string; code: string; rows: Record<string, (number | null)[]> } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const figuresOf = (row: (number | null)[]) =>
    Object.fromEntries(FIGURES.map(([name], i) => [name, row[i] ?? undefined])) as unknown as KernelFigures;
  return { driver, code, rows: new Map(Object.entries(rows).map(([row, figures]) => [row, figuresOf(figures)])) };
}

/** Writes one row a line, so that a change shows as one line. */
export function writeTable(chip: Chip, { driver, code, rows }: CommittedTable): void {
  const lines = [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([row, figures]) => {
      const numbers = FIGURES.map(([name]) => figures[name] ?? null);
      return `    ${JSON.stringify(row)}: [${numbers.map(String).join(', ')}]`;
    });
  const columns = JSON.stringify(FIGURES.map(([name]) => name));
  const head = `  "driver": ${JSON.stringify(driver)},\n  "code": "${code}",\n  "columns": ${columns}`;
  writeFileSync(pathOf(chip), `{\n${head.replaceAll('","', '", "')},\n  "rows": {\n${lines.join(',\n')}\n  }\n}\n`);
}

function pathOf(chip: Chip): string {
  return join(import.meta.dirname, 'figures', `${chip}.json`);
}
