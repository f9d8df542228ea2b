import type { Budget } from './budget.ts';
import { DictView } from './dict-view.ts';
import { indexOf, kindOf } from './kinds.ts';
import { Dict, Instance, Markup, Range, Tuple, Undefined, type Value } from './values.ts';

/** What a loop over `value` goes through. Throws for what is no sequence. */
export function itemsOf(value: Value, budget: Budget): readonly Value[] {
  const items = iterated(value);
  if (items === undefined) throw new Error(`'${kindOf(value)}' object is not iterable`);
  budget.step(items.length);
  return items;
}

export function isIterable(value: Value): boolean {
  if (value instanceof Instance && value.kind === 'generator') return true;
  return iterated(value) !== undefined;
}

function iterated(value: Value): readonly Value[] | undefined {
  if (typeof value === 'string') return Array.from(value);
  if (Array.isArray(value)) return value;
  if (value instanceof Tuple) return value.items;
  if (value instanceof Dict) return value.keys();
  if (value instanceof Undefined) return [];
  return value instanceof Instance ? value.iterate() : undefined;
}

/** Python's `len`. */
export function lengthOf(value: Value): number {
  if (typeof value === 'string') return characterCount(value);
  if (value instanceof Markup) return characterCount(value.text);
  if (value instanceof Dict || value instanceof DictView) return value.size;
  if (value instanceof Undefined) return 0;
  const items = Array.isArray(value)
    ? value
    : value instanceof Tuple || value instanceof Range
      ? value.items
      : undefined;
  if (items === undefined) throw new Error(`object of type '${kindOf(value)}' has no len()`);
  return items.length;
}

export function characterCount(text: string): number {
  const pairs = text.match(/[\ud800-\udbff][\udc00-\udfff]/g);
  return text.length - (pairs?.length ?? 0);
}

/** Of characters that JavaScript counts as two. */
const HALVES = /[\ud800-\udfff]/;

/** The item at `index`, from the end where it is negative; undefined where there is none, and for what has no items. */
export function itemAt(value: Value, index: number): Value | undefined {
  if (typeof value === 'string') return HALVES.test(value) ? Array.from(value).at(index) : value.at(index);
  if (Array.isArray(value)) return value.at(index);
  return value instanceof Tuple || value instanceof Range ? value.items.at(index) : undefined;
}

type Bound = Value | undefined;

/** Python's `value[start:stop:step]`. */
export function sliceOf(value: Value, start: Bound, stop: Bound, step: Bound, budget: Budget): Value {
  if (typeof value === 'string') {
    const isPlain = (bound(step) ?? 1) === 1 && !HALVES.test(value);
    if (!isPlain) return cut(Array.from(value), start, stop, step, budget).join('');
    budget.read(value.length);
    const { first, end } = limits(value.length, start, stop, 1);
    return value.slice(first, Math.max(first, end));
  }
  if (Array.isArray(value)) return cut(value, start, stop, step, budget);
  if (value instanceof Tuple) return new Tuple(cut(value.items, start, stop, step, budget));
  if (value instanceof Undefined) value.fail();
  throw new Error(`'${kindOf(value)}' object can't be sliced`);
}

function cut<T>(items: readonly T[], start: Bound, stop: Bound, step: Bound, budget: Budget): T[] {
  budget.step(items.length);
  const by = bound(step) ?? 1;
  if (by === 0) throw new Error('slice step cannot be zero');
  const { first, end } = limits(items.length, start, stop, by);
  const result: T[] = [];
  for (let at = first; by > 0 ? at < end : at > end; at += by) result.push(items[at]);
  return result;
}

function limits(length: number, start: Bound, stop: Bound, by: number): { first: number; end: number } {
  const [lowest, highest] = by > 0 ? [0, length] : [-1, length - 1];
  const clamp = (at: number) => Math.min(highest, Math.max(lowest, at < 0 ? at + length : at));
  const from = bound(start);
  const to = bound(stop);
  return {
    first: from === undefined ? (by > 0 ? lowest : highest) : clamp(from),
    end: to === undefined ? (by > 0 ? highest : lowest) : clamp(to),
  };
}

function bound(value: Bound): number | undefined {
  return value === undefined || value === null ? undefined : indexOf(value);
}
