import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { systemWords, UsageFailure } from '../failures.ts';
import type { Field } from './operation.ts';

/** Returns the flag of a field: `base_model` is `--base-model`. */
export function flagOf({ name }: Pick<Field, 'name'>): string {
  return `--${name.replaceAll('_', '-').toLowerCase()}`;
}

/** Returns the help's placeholder for the value of a field. */
export function valueName({ type, name, enum: values }: Field): string {
  if (type === 'integer' || type === 'integers') return 'n';
  if (type === 'number') return 'x';
  if (type === 'json') return 'json';
  return /_id$/.test(name) ? 'id' : values === undefined ? 'text' : 'word';
}

/** Returns description, bounds and default of a field, for the help. */
export function helpOf(field: Field): string {
  const { description, minimum, maximum, type } = field;
  const isNumber = type === 'integer' || type === 'number';
  // A bound beyond the integers of a double is of no use to people.
  const hasBounds = isNumber && [minimum, maximum].every((bound) => Math.abs(bound ?? Infinity) <= 2 ** 53);
  const what = firstSentence(description) ?? '';
  const notes = [
    ...(field.enum === undefined ? [] : [field.enum.join(', ')]),
    ...(hasBounds ? [`${minimum} to ${maximum}`] : []),
    ...(type === 'json' ? ['JSON, or @file'] : []),
    ...(field.default === undefined ? [] : [`default: ${JSON.stringify(field.default)}`]),
  ];
  return notes.length === 0 ? what : `${what} (${notes.join('; ')})`.trim();
}

function firstSentence(text: string | undefined): string | undefined {
  return text?.match(/^.*?[.:](?=\s|$)/s)?.[0].replace(/[.:]$/, '') ?? text;
}

/** Parses the text of a field. Throws commander's `InvalidArgumentError` for an invalid value. */
export function readValue(field: Field, text: string): unknown {
  switch (field.type) {
    case 'integer':
    case 'integers':
      if (!/^[+-]?\d+$/.test(text)) throw new InvalidArgumentError('It is not a whole number.');
      return bounded(field, Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));
    case 'number':
      if (text.trim() === '' || Number.isNaN(Number(text))) throw new InvalidArgumentError('It is not a number.');
      return bounded(field, Number(text));
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
      return text === 'true';
    case 'json':
      return readJson(text);
    default:
      if (field.enum && !field.enum.includes(text)) {
        throw new InvalidArgumentError(`Allowed are ${field.enum.join(', ')}.`);
      }
      return text;
  }
}

function bounded<T extends number | bigint>(
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Field,
  value: T,
): T {
  if (value >= minimum && value <= maximum) return value;
  throw new InvalidArgumentError(`It must be from ${minimum} to ${maximum}.`);
}

function readJson(text: string): unknown {
  const source = text.startsWith('@') ? fileText(text.slice(1)) : text;
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new InvalidArgumentError(`It is not valid JSON (${(error as Error).message}).`);
  }
}

/** Returns the text of a file, or of standard input for `-`. */
export function fileText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    throw new UsageFailure(`${path} cannot be read: ${systemWords(error as Error)}`);
  }
}
