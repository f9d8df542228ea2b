import { subscriptOf } from './attributes.ts';
import type { Runtime } from './runtime.ts';
import { Undefined, type Value } from './values.ts';

/** The value that a filter's `attribute` names in an item: `a.b`, `items.0` or an index; the item itself without one. */
export function pathIn(item: Value, path: Value | undefined, runtime: Runtime, standard?: Value): Value {
  if (path === undefined || path === null) return item;
  const parts = typeof path === 'string' ? path.split('.') : [path];
  let value = item;
  for (const part of parts) {
    const key = typeof part === 'string' && /^\d+$/.test(part) ? BigInt(part) : part;
    value = subscriptOf(value, key, runtime.budget, runtime);
    if (value instanceof Undefined && standard !== undefined) value = standard;
  }
  return value;
}

/** What Jinja sorts and compares by where case does not matter. */
export function withoutCase(value: Value): Value {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
