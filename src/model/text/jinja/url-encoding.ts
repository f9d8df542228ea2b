import type { Budget } from './budget.ts';
import { isIterable, itemsOf } from './sequences.ts';
import { joined } from './string-methods.ts';
import { textOf } from './text.ts';
import { Dict, Tuple, type Value } from './values.ts';

/** A text with what a URL's path can't have as `%XX`; pairs, or a dictionary, as a URL's query. */
export function urlEncoded(value: Value, budget: Budget): string {
  if (typeof value === 'string' || !isIterable(value)) return quoted(textOf(value, budget)).replaceAll('%2F', '/');
  const pairs =
    value instanceof Dict ? [...value.entries()] : itemsOf(value, budget).map((pair) => pairOf(pair, budget));
  const part = (item: Value) => quoted(textOf(item, budget)).replaceAll('%20', '+');
  return joined(
    '&',
    pairs.map((pair) => pair.map(part).join('=')),
    budget,
  );
}

function pairOf(pair: Value, budget: Budget): readonly Value[] {
  const items = pair instanceof Tuple ? pair.items : itemsOf(pair, budget);
  if (items.length !== 2) throw new Error(`urlencode takes pairs, not ${items.length} values`);
  return items;
}

function quoted(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
