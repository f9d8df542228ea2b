import type { Context } from '../context.ts';
import { columnsOf, cut, printable } from './printable.ts';
import { cellOf, valueAt } from './values.ts';

const gap = '  ';
const narrowest = 8;

/** Lines of a table: a header, and a row for each item. Numbers are right-aligned. */
export class Table {
  readonly #columns: readonly string[];
  readonly #widths: number[];
  readonly #right: boolean[];
  readonly #context: Context;

  /** `sample` holds the items that determine the width of each column. */
  constructor(columns: readonly string[], sample: readonly unknown[], context: Context) {
    this.#columns = columns;
    this.#context = context;
    const cells = sample.map((item) => columns.map((column) => cellOf(valueAt(item, column), column)));
    this.#widths = columns.map((column, index) =>
      Math.max(...[column, ...cells.map((row) => row[index]!)].map(columnsOf)),
    );
    this.#right = columns.map((column) => sample.some((item) => typeof valueAt(item, column) === 'number'));
    if (context.width !== undefined) shrink(this.#widths, context.width);
  }

  get head(): string {
    const line = this.#line(this.#columns.map((column) => column.toUpperCase()));
    return this.#context.color ? `\u001b[1m${line}\u001b[22m` : line;
  }

  row(item: unknown): string {
    return this.#line(this.#columns.map((column) => cellOf(valueAt(item, column), column)));
  }

  #line(cells: readonly string[]): string {
    const fitted = cells.map((cell, index) => {
      const width = this.#widths[index]!;
      const text = this.#context.width === undefined ? cell : cut(cell, width);
      const room = ' '.repeat(Math.max(0, width - columnsOf(text)));
      return this.#right[index] ? room + text : text + room;
    });
    return fitted.join(gap).trimEnd();
  }
}

/** Narrows the widest columns until the line fits. */
function shrink(widths: number[], width: number): void {
  for (;;) {
    const total = widths.reduce((sum, one) => sum + one + gap.length, -gap.length);
    const widest = Math.max(...widths);
    if (total <= width || widest <= narrowest) return;
    const index = widths.indexOf(widest);
    widths[index] = Math.max(narrowest, widest - (total - width));
  }
}

/** Returns a line for each field of an item. */
export function fieldLines(item: unknown, columns: readonly string[], context: Context): string[] {
  const width = Math.max(...columns.map(columnsOf));
  return columns.map((column) => {
    const line = `${printable(column).padEnd(width)}${gap}${cellOf(valueAt(item, column), column)}`;
    return context.width === undefined ? line : cut(line, context.width);
  });
}
