import type { Budget } from './budget.ts';
import { floatText } from './float-text.ts';
import { numberOf } from './kinds.ts';
import { formatNumber, padded } from './number-format.ts';
import type { Runtime } from './runtime.ts';
import { reprOf, textOf } from './text.ts';
import { type Args, Undefined, type Value } from './values.ts';

const FIELD = /\{\{|\}\}|\{([^{}!:]*)(?:!([rsa]))?(?::([^{}]*))?\}|[{}]/g;
const SPEC = /^(?:(.)?([<>=^]))?([-+ ])?(0)?(\d+)?([,_])?(?:\.(\d+))?([bdeEfFgGosxX%])?$/su;

/** Python's `text.format(...)`. */
export function braceFormat(text: string, args: Args, runtime: Runtime): string {
  const { budget } = runtime;
  let counted = 0;
  let length = 0;
  return text.replace(FIELD, (all, field: string | undefined, conversion?: string, spec = '') => {
    if (all === '{{' || all === '}}') return all[0];
    if (field === undefined) throw new Error("a format with a single or nested '{' or '}' is not supported");
    const value = fieldValue(/^(?=$|[.[])/.test(field) ? `${counted++}${field}` : field, args, runtime);
    const converted =
      conversion === undefined ? value : conversion === 's' ? textOf(value, budget) : reprOf(value, budget);
    const written = formatted(converted, spec, budget);
    length += written.length;
    budget.fits(length);
    return written;
  });
}

function fieldValue(field: string, args: Args, runtime: Runtime): Value {
  const [, first, path] = /^([^.[]*)(.*)$/su.exec(field) as RegExpExecArray;
  const start = /^\d+$/.test(first) ? args.positional[Number(first)] : args.named.get(first);
  if (start === undefined) throw new Error(`the format has no value '${first}'`);
  let value = start;
  let rest = path;
  while (rest !== '') {
    const step = /^(?:\.([^.[]+)|\[([^\]]+)\])/.exec(rest);
    if (step === null) throw new Error(`the format has a field '${field}' that is not supported`);
    const [all, attribute, key] = step;
    if (attribute !== undefined) value = runtime.attribute(value, attribute);
    else value = runtime.item(value, /^\d+$/.test(key) ? BigInt(key) : key);
    if (value instanceof Undefined) value.fail();
    rest = rest.slice(all.length);
  }
  return value;
}

function formatted(value: Value, spec: string, budget: Budget): string {
  if (spec === '') return textOf(value, budget);
  const match = SPEC.exec(spec);
  if (match === null) throw new Error(`the format specification '${spec}' is not supported`);
  const [, fill, align, sign = '-', zero, width, grouping = '', precision, type] = match;
  const number = type === 's' || (typeof value === 'boolean' && type === undefined) ? undefined : numberOf(value);
  const align0 = align ?? (zero ? '=' : number === undefined ? '<' : '>');
  if (number === undefined && ((type ?? 's') !== 's' || typeof value !== 'string')) {
    throw new Error(`unsupported format string '${spec}'`);
  }
  const written =
    number === undefined ? cut(value as string, precision) : numeric(number, { type, precision, sign, grouping });
  if (grouping !== '' && zero) throw new Error(`the format specification '${spec}' is not supported`);
  return padded(written, fill ?? (zero ? '0' : ' '), align0, Number(width ?? 0), budget);
}

function cut(text: string, precision: string | undefined): string {
  return precision === undefined ? text : Array.from(text).slice(0, Number(precision)).join('');
}

function numeric(
  number: bigint | number,
  { type, ...rest }: { type: string | undefined; precision: string | undefined; sign: string; grouping: string },
): string {
  if (type !== undefined) return formatNumber(number, { type, ...rest });
  if (typeof number === 'bigint') return formatNumber(number, { type: 'd', ...rest });
  if (rest.precision !== undefined || rest.grouping !== '') throw new Error('a float’s format needs a type');
  return number < 0 || rest.sign === '-' ? floatText(number) : rest.sign + floatText(number);
}
