import type { Budget } from './budget.ts';
import { kindOf, numberOf } from './kinds.ts';
import { itemsOf } from './sequences.ts';
import { Dict, Markup, Tuple, Undefined, type Value } from './values.ts';

/** Python's `==`. */
export function areEqual(one: Value, other: Value, budget: Budget): boolean {
  budget.step();
  const [a, b] = [plain(one), plain(other)];
  const [x, y] = [numberOf(a), numberOf(b)];
  // biome-ignore lint/suspicious/noDoubleEquals: an integer (a bigint) and a float may be the same number
  if (x !== undefined && y !== undefined) return x == y;
  if (typeof a === 'string' && typeof b === 'string' && a.length === b.length) budget.read(a.length);
  if (Array.isArray(a)) return Array.isArray(b) && allEqual(a, b, budget);
  if (a instanceof Tuple) return b instanceof Tuple && allEqual(a.items, b.items, budget);
  if (a instanceof Undefined) return b instanceof Undefined;
  if (!(a instanceof Dict && b instanceof Dict)) return a === b;
  if (a.size !== b.size) return false;
  return [...a.entries()].every(([key, value]) => {
    const second = b.get(key);
    return second !== undefined && areEqual(value, second, budget);
  });
}

function allEqual(one: readonly Value[], other: readonly Value[], budget: Budget): boolean {
  return one.length === other.length && one.every((item, i) => areEqual(item, other[i], budget));
}

function plain(value: Value): Value {
  return value instanceof Markup ? value.text : value;
}

/** Negative, zero or positive, NaN where neither is smaller. Throws for kinds that Python does not compare. */
export function order(one: Value, other: Value, operator: string, budget: Budget): number {
  budget.step();
  const [a, b] = [plain(one), plain(other)];
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== undefined && y !== undefined) return x < y ? -1 : x > y ? 1 : Number.isNaN(x) || Number.isNaN(y) ? NaN : 0;
  if (typeof a === 'string' && typeof b === 'string') {
    budget.read(Math.min(a.length, b.length));
    return orderTexts(a, b);
  }
  if (Array.isArray(a) && Array.isArray(b)) return orderItems(a, b, operator, budget);
  if (a instanceof Tuple && b instanceof Tuple) return orderItems(a.items, b.items, operator, budget);
  for (const value of [a, b]) if (value instanceof Undefined) value.fail();
  throw new Error(`'${operator}' not supported between instances of '${kindOf(a)}' and '${kindOf(b)}'`);
}

/** By code points, as Python does; JavaScript's own order is by halves of them. */
function orderTexts(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  if (at > 0 && /[\ud800-\udbff]/.test(a[at - 1])) at -= 1;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}

function orderItems(a: readonly Value[], b: readonly Value[], operator: string, budget: Budget): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (!areEqual(a[i], b[i], budget)) return order(a[i], b[i], operator, budget);
  }
  return a.length - b.length;
}

export function compare(operator: string, a: Value, b: Value, budget: Budget): boolean {
  if (operator === '==') return areEqual(a, b, budget);
  if (operator === '!=') return !areEqual(a, b, budget);
  if (operator === 'in') return contains(b, a, budget);
  if (operator === 'not in') return !contains(b, a, budget);
  const ordered = order(a, b, operator, budget);
  if (operator === '<') return ordered < 0;
  if (operator === '<=') return ordered <= 0;
  return operator === '>' ? ordered > 0 : ordered >= 0;
}

function contains(container: Value, item: Value, budget: Budget): boolean {
  const whole = plain(container);
  const part = plain(item);
  if (typeof whole === 'string') {
    if (part instanceof Undefined) part.fail();
    if (typeof part !== 'string') throw new Error(`'in <string>' requires string as left operand, not ${kindOf(part)}`);
    budget.read(whole.length + part.length);
    return whole.includes(part);
  }
  if (whole instanceof Dict) {
    if (typeof part === 'string') budget.read(part.length);
    return whole.has(part);
  }
  return itemsOf(whole, budget).some((value) => areEqual(value, part, budget));
}
