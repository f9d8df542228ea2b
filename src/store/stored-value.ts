import { StorageError } from '../artifacts/storage-error.ts';

/** Named finite numbers: JSON has no others, and clients convert every one of them. */
export type MetricValues = Record<string, number>;

/** Most metric names of one log, and of all logs that are merged into one checkpoint. */
export const MAX_METRICS = 1_024;

/** Object in a JSON column, of any depth. */
export type JsonColumn = Record<string, unknown>;

/** Returns metrics as the text of a column. Throws `invalid_value` for a number that is not finite. */
export function metricsText(metrics: MetricValues): string {
  for (const [name, value] of Object.entries(metrics)) {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new StorageError('invalid_value', `The metric '${name}' must be a finite number, not ${String(value)}.`);
    }
  }
  return JSON.stringify(metrics);
}

/** Returns an object as the text of a column. Throws `invalid_value` for a number that is not finite, at any depth. */
export function jsonText(value: JsonColumn): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (typeof part === 'number' && !Number.isFinite(part)) {
      const allowed = 'must be finite; a number such as 1e999 exceeds the range of a double';
      throw new StorageError('invalid_value', `The number '${key}' ${allowed}.`);
    }
    return part;
  });
}

export function parseMetrics(text: string): MetricValues {
  return JSON.parse(text) as MetricValues;
}

export function parseObject(text: string): JsonColumn {
  return JSON.parse(text) as JsonColumn;
}

/** Throws `invalid_value` for text that a database would refuse or change: NUL characters and lone surrogates. */
export function checkText(field: string, text: string): void {
  if (text.isWellFormed() && !text.includes('\0')) return;
  throw new StorageError('invalid_value', `'${field}' must be valid Unicode without NUL characters.`);
}

/** Throws `invalid_value` for text that cannot be a name, nor a part of one. */
export function checkName(field: string, text: string): void {
  checkText(field, text);
  if (text !== '' && text.length <= 128 && !/[\p{Cc}/\\:#?%]/u.test(text)) return;
  const allowed = '1 to 128 characters, without control characters and / \\ : # ? %';
  const given = JSON.stringify(text.slice(0, 160));
  throw new StorageError('invalid_value', `'${field}' is ${given}; allowed are ${allowed}.`);
}

/** Returns the current time in the stored format. */
export function timestamp(): string {
  return new Date().toISOString();
}
