import { printable } from './printable.ts';

/** Returns the value at a path with dots, such as `choices.0.text`, or undefined. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) found = (found as Record<string, unknown> | null | undefined)?.[key];
  return found;
}

/** Formats a value for a table cell: one line, a dash for none. */
export function cellOf(value: unknown, name: string): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'number') return /(^|_)bytes$/.test(name) ? bytesText(value) : numberText(value);
  if (typeof value === 'string')
    return printable(value.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)[.\d]*Z$/, '$1 $2Z'));
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return printable(value.join(','));
  return printable(JSON.stringify(value));
}

function numberText(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Formats bytes, such as `1.5 MiB`. */
export function bytesText(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** unit;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
