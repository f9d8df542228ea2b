import { withParameters } from './arguments.ts';
import { fixedText } from './float-text.ts';
import { indexOf, kindOf, numberOf } from './kinds.ts';
import { stripped } from './python-strings.ts';
import type { Filter } from './runtime.ts';
import { Undefined, type Value } from './values.ts';

const INTEGER = /^[+-]?\d+(?:_\d+)*$/;
const FLOAT = /^[+-]?(?:(?:\d+(?:_\d+)*)(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+)?$/i;
/** Characters; Python takes no more digits. */
const LONGEST_INTEGER = 4300;
const SPECIAL = /^([+-]?)(inf|infinity|nan)$/i;
const PREFIXES: Readonly<Record<number, string>> = { 2: '0b', 8: '0o', 16: '0x' };

export const NUMBER_FILTERS: Readonly<Record<string, Filter>> = {
  abs: withParameters('abs', [], (value) => {
    if (value instanceof Undefined) value.fail();
    const number = numberOf(value);
    if (number === undefined) throw new Error(`bad operand type for abs(): '${kindOf(value)}'`);
    return typeof number === 'bigint' ? (number < 0n ? -number : number) : Math.abs(number);
  }),
  int: withParameters('int', ['default?', 'base?'], (value, [standard = 0n, base = 10n]) => {
    if (value instanceof Undefined) value.fail();
    const whole = typeof value === 'string' ? parseInteger(value, indexOf(base)) : undefined;
    if (whole !== undefined) return whole;
    const float = toFloat(value);
    return float === undefined || !Number.isFinite(float) ? standard : integerOf(value, float);
  }),
  float: withParameters('float', ['default?'], (value, [standard = 0]) => {
    if (value instanceof Undefined) value.fail();
    return toFloat(value) ?? standard;
  }),
  round: withParameters('round', ['precision?', 'method?'], (value, [precision = 0n, method = 'common']) => {
    if (method !== 'common' && method !== 'ceil' && method !== 'floor') {
      throw new Error('method must be common, ceil or floor');
    }
    return rounded(value, indexOf(precision), method);
  }),
};

function parseInteger(text: string, base: number): bigint | undefined {
  const trimmed = stripped(text, null, 'both');
  if (trimmed.length > LONGEST_INTEGER) return undefined;
  if (base === 10) return INTEGER.test(trimmed) ? BigInt(trimmed.replaceAll('_', '').replace('+', '')) : undefined;
  if (!(base in PREFIXES)) throw new Error(`int with base ${base} is not supported`);
  const [, sign, digits] = /^([+-]?)(?:0[bBoOxX])?([\da-fA-F]+)$/.exec(trimmed) ?? [];
  const allowed = digits && Array.from(digits).every((digit) => Number.parseInt(digit, 16) < base);
  const value = allowed ? BigInt(PREFIXES[base] + digits) : undefined;
  return value !== undefined && sign === '-' ? -value : value;
}

function toFloat(value: Value): number | undefined {
  const number = numberOf(value);
  if (number !== undefined) return Number(number);
  if (typeof value !== 'string') return undefined;
  const text = stripped(value, null, 'both');
  if (FLOAT.test(text)) return Number(text.replaceAll('_', ''));
  const [, sign, name] = SPECIAL.exec(text) ?? [];
  if (name === undefined) return undefined;
  return name.toLowerCase() === 'nan' ? Number.NaN : sign === '-' ? -Infinity : Infinity;
}

function integerOf(value: Value, float: number): bigint {
  const number = numberOf(value);
  return typeof number === 'bigint' ? number : BigInt(Math.trunc(float));
}

function rounded(value: Value, precision: number, method: 'common' | 'ceil' | 'floor'): Value {
  if (value instanceof Undefined) value.fail();
  const number = numberOf(value);
  if (number === undefined) throw new Error(`type ${kindOf(value)} doesn't define __round__ method`);
  if (precision < 0) throw new Error('round with a negative precision is not supported');
  if (method !== 'common') return Math[method](Number(number) * 10 ** precision) / 10 ** precision;
  return typeof number === 'bigint' ? number : Number(fixedText(number, precision));
}
