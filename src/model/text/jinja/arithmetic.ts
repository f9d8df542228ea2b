import type { Budget } from './budget.ts';
import { escapedUnlessMarkup } from './escape.ts';
import { kindOf, numberOf } from './kinds.ts';
import { percentFormat } from './percent-format.ts';
import { textOf } from './text.ts';
import { Markup, Tuple, Undefined, type Value } from './values.ts';

/** About 4300 decimal digits, the most that Python itself writes. */
const MOST_BITS = 14_284;

/** Python's arithmetic on numbers, texts and lists, and Jinja's `~`. */
export function binary(operator: string, a: Value, b: Value, budget: Budget): Value {
  if (operator === '~') return joined(textOf(a, budget), textOf(b, budget), budget);
  for (const operand of [a, b]) if (operand instanceof Undefined) operand.fail();
  if (operator === '%' && typeof a === 'string') return percentFormat(a, b, budget);
  const [x, y] = [numberOf(a), numberOf(b)];
  const result = x !== undefined && y !== undefined ? arithmetic(operator, x, y) : sequences(operator, a, b, budget);
  if (result !== undefined) return result;
  throw new Error(`unsupported operand type(s) for ${operator}: '${kindOf(a)}' and '${kindOf(b)}'`);
}

export function negated(value: Value, sign: '-' | '+'): Value {
  if (value instanceof Undefined) value.fail();
  const number = numberOf(value);
  if (number === undefined) throw new Error(`bad operand type for unary ${sign}: '${kindOf(value)}'`);
  return sign === '-' ? -number : number;
}

function joined(a: string, b: string, budget: Budget): string {
  budget.fits(a.length + b.length);
  return a + b;
}

function sequences(operator: string, a: Value, b: Value, budget: Budget): Value | undefined {
  if (operator === '+') return sum(a, b, budget);
  if (operator !== '*') return undefined;
  const count = numberOf(a) ?? numberOf(b);
  const repeated = numberOf(a) === undefined ? a : b;
  if (typeof count !== 'bigint') return undefined;
  const times = Number(count > 0n ? count : 0n);
  if (typeof repeated === 'string') {
    budget.text(repeated.length * times);
    return repeated.repeat(repeated === '' ? 0 : times);
  }
  const items = Array.isArray(repeated) ? repeated : repeated instanceof Tuple ? repeated.items : undefined;
  if (items === undefined) return undefined;
  budget.list(items.length * times);
  const list = items.length === 0 ? [] : Array.from({ length: times }, () => items).flat(1);
  return Array.isArray(repeated) ? (list as Value[]) : new Tuple(list as Value[]);
}

function sum(a: Value, b: Value, budget: Budget): Value | undefined {
  if (typeof a === 'string' && typeof b === 'string') return joined(a, b, budget);
  const isText = (value: Value) => typeof value === 'string' || value instanceof Markup;
  if (isText(a) && isText(b)) {
    const [left, right] = [a, b].map((value) => escapedUnlessMarkup(value, textOf(value, budget)));
    return new Markup(joined(left, right, budget));
  }
  const [left, right] = [Array.isArray(a) ? a : undefined, Array.isArray(b) ? b : undefined];
  if (left && right) {
    budget.list(left.length + right.length);
    return [...left, ...right];
  }
  if (!(a instanceof Tuple && b instanceof Tuple)) return undefined;
  budget.list(a.items.length + b.items.length);
  return new Tuple([...a.items, ...b.items]);
}

function arithmetic(operator: string, x: bigint | number, y: bigint | number): Value | undefined {
  if (operator === '/') return quotient(Number(x), Number(y));
  if (operator === '**') return power(x, y);
  if (typeof x === 'bigint' && typeof y === 'bigint') return integers(operator, x, y);
  return floats(operator, Number(x), Number(y));
}

function integers(operator: string, x: bigint, y: bigint): Value | undefined {
  if (operator === '+') return checked(x + y);
  if (operator === '-') return checked(x - y);
  if (operator === '*') return checked(x * y);
  if (y === 0n) throw new Error('integer division or modulo by zero');
  const rest = x % y;
  const floored = rest !== 0n && rest < 0n !== y < 0n;
  if (operator === '//') return floored ? x / y - 1n : x / y;
  return operator === '%' ? (floored ? rest + y : rest) : undefined;
}

function floats(operator: string, x: number, y: number): Value | undefined {
  if (operator === '+') return x + y;
  if (operator === '-') return x - y;
  if (operator === '*') return x * y;
  if (y === 0) throw new Error('float floor division or modulo by zero');
  const rest = x % y;
  const remainder = rest === 0 ? (y < 0 ? -0 : 0) : rest < 0 !== y < 0 ? rest + y : rest;
  if (operator === '%') return remainder;
  return operator === '//' ? Math.round((x - remainder) / y) : undefined;
}

function quotient(x: number, y: number): number {
  if (y === 0) throw new Error('division by zero');
  return x / y;
}

function power(x: bigint | number, y: bigint | number): Value {
  if (typeof x === 'bigint' && typeof y === 'bigint' && y >= 0n) {
    const bits = x < 0n ? (-x).toString(2).length : x.toString(2).length;
    if (bits > 1 && BigInt(bits) * y > MOST_BITS) checked(1n << BigInt(MOST_BITS + 1));
    return x ** (bits > 1 ? y : y % 2n === 0n ? (y === 0n ? 0n : 2n) : 1n);
  }
  if (Number(x) === 0 && y < 0) throw new Error('0.0 cannot be raised to a negative power');
  const result = Number(x) ** Number(y);
  if (!Number.isFinite(result)) throw new Error('the result of ** is no float');
  return result;
}

function checked(value: bigint): bigint {
  const limit = 1n << BigInt(MOST_BITS);
  if (value >= limit || value <= -limit) throw new Error('a number has more than 4300 digits');
  return value;
}
