import type { Budget } from './budget.ts';
import { fixedText, floatText } from './float-text.ts';
import { kindOf, numberOf } from './kinds.ts';
import { characterCount } from './sequences.ts';
import type { Value } from './values.ts';

export interface NumberFormat {
  type: string;
  precision: string | undefined;
  sign: string;
  grouping: string;
}

/** A number as Python's formats write it. */
export function formatNumber(value: Value, { type, precision, sign, grouping }: NumberFormat): string {
  const number = numberOf(value);
  if (number === undefined) throw new Error(`%${type} format: a real number is required, not ${kindOf(value)}`);
  if ('bdxXo'.includes(type) && typeof number !== 'bigint') {
    throw new Error(`%${type} format: an integer is required, not ${kindOf(value)}`);
  }
  const negative = number < 0 || Object.is(number, -0);
  const digits = unsigned(number, type, precision === undefined ? undefined : Number(precision));
  const plain = digits.replace(/^-/, '');
  const grouped = grouping === '' ? plain : plain.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, grouping);
  return `${negative ? '-' : sign === '-' ? '' : sign}${grouped}`;
}

function unsigned(number: bigint | number, type: string, precision: number | undefined): string {
  if (typeof number === 'bigint' && 'bdoxX'.includes(type)) {
    const base = { b: 2, o: 8, d: 10 }[type] ?? 16;
    const digits = number.toString(base);
    return type === 'X' ? digits.toUpperCase() : digits;
  }
  const value = Number(number);
  if (type === 'f' || type === 'F') return fixedText(value, precision ?? 6);
  if (type === '%') return `${fixedText(value * 100, precision ?? 6)}%`;
  if (precision !== undefined && precision > 60) throw new Error(`${precision} digits are more than 60`);
  const text = type.toLowerCase() === 'e' ? exponential(value, precision ?? 6) : general(value, precision ?? 6);
  return 'EG'.includes(type) ? text.toUpperCase() : text;
}

function exponential(value: number, precision: number): string {
  if (!Number.isFinite(value)) return floatText(value);
  return value.toExponential(precision).replace(/e([+-])(\d)$/, 'e$10$2');
}

function general(value: number, precision: number): string {
  if (!Number.isFinite(value)) return floatText(value);
  const digits = Math.max(1, precision);
  const written = exponential(value, digits - 1);
  const exponent = Number(written.split('e')[1]);
  const text = exponent < -4 || exponent >= digits ? written : fixedText(value, digits - 1 - exponent);
  return text.includes('.') ? text.replace(/\.?0+(?=e|$)/, '') : text;
}

/** `text` filled up to `width` characters; `=` fills behind the sign. */
export function padded(text: string, fill: string, align: string, width: number, budget: Budget): string {
  const missing = Math.max(0, width - characterCount(text));
  budget.text(text.length + missing * fill.length);
  if (align === '<') return text + fill.repeat(missing);
  if (align === '>') return fill.repeat(missing) + text;
  if (align === '=') return text.replace(/^[-+ ]?/, (sign) => sign + fill.repeat(missing));
  const left = Math.floor(missing / 2);
  return fill.repeat(left) + text + fill.repeat(missing - left);
}
