import type { Budget } from './budget.ts';
import { formatNumber, padded } from './number-format.ts';
import { reprOf, textOf } from './text.ts';
import { Dict, Tuple, Undefined, type Value } from './values.ts';

const CONVERSION = /%(?:\(([^()]*)\))?([-+ 0#]*)(\d+|\*)?(?:\.(\d+|\*))?[hlL]?([\s\S])?/g;

/** Python's `text % values`. */
export function percentFormat(text: string, values: Value, budget: Budget): string {
  const list = values instanceof Tuple ? values.items : [values];
  let taken = 0;
  let length = 0;
  const next = (): Value => {
    if (taken >= list.length) throw new Error('not enough arguments for format string');
    return list[taken++];
  };
  const result = text.replace(CONVERSION, (_, name, flags, width, precision, type) => {
    if (type === '%') return '%';
    if (width === '*' || precision === '*') throw new Error("'*' in a format is not supported");
    const value = name === undefined ? next() : named(values, name);
    const written = converted(value, { flags, precision, type }, budget);
    const fill = flags.includes('0') && !'srac'.includes(type) && !flags.includes('-') ? '0' : ' ';
    const align = flags.includes('-') ? '<' : fill === '0' ? '=' : '>';
    const part = padded(written, fill, align, Number(width ?? 0), budget);
    length += part.length;
    budget.fits(length);
    return part;
  });
  const mayRemain = values instanceof Dict || Array.isArray(values);
  if (taken < list.length && !mayRemain) throw new Error('not all arguments converted during string formatting');
  budget.text(result.length);
  return result;
}

function named(values: Value, name: string): Value {
  const value = values instanceof Dict ? values.get(name) : undefined;
  if (value === undefined) throw new Error(`the format has no value '${name}'`);
  return value;
}

function converted(
  value: Value,
  { flags, precision, type }: { flags: string; precision?: string; type?: string },
  budget: Budget,
): string {
  if (type === 's' || type === 'r') {
    const text = type === 's' ? textOf(value, budget) : reprOf(value, budget);
    return precision === undefined ? text : Array.from(text).slice(0, Number(precision)).join('');
  }
  if (type === undefined || !'dixXofFeEgG'.includes(type)) throw new Error('unsupported format character');
  if (value instanceof Undefined) value.fail();
  if (flags.includes('#')) throw new Error("'#' in a format is not supported");
  const whole = 'dixXo'.includes(type);
  const number = whole && 'di'.includes(type) && typeof value === 'number' ? BigInt(Math.trunc(value)) : value;
  if (whole && precision !== undefined) throw new Error('a precision of a whole number is not supported');
  const sign = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '-';
  return formatNumber(number, { type: type === 'i' ? 'd' : type, precision, sign, grouping: '' });
}
