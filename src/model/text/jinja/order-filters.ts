import { withParameters } from './arguments.ts';
import { pathIn, withoutCase } from './attribute-path.ts';
import { areEqual, order } from './comparison.ts';
import { GroupTuple } from './group-tuple.ts';
import { isTrue } from './kinds.ts';
import type { Filter, Runtime } from './runtime.ts';
import { itemsOf } from './sequences.ts';
import { Dict, Stream, Tuple, Undefined, type Value } from './values.ts';

/** Filters that sort, compare or group the items of a list. */
export const ORDER_FILTERS: Readonly<Record<string, Filter>> = {
  sort: withParameters(
    'sort',
    ['reverse?', 'case_sensitive?', 'attribute?'],
    (value, [reverse, cased, path], runtime) => {
      const paths = typeof path === 'string' ? path.split(',') : [path];
      const key = (item: Value): Value => {
        const values = paths.map((one) => keyOf(item, one, cased, runtime));
        return paths.length === 1 ? values[0] : values;
      };
      return sorted(itemsOf(value, runtime.budget), key, reverse !== undefined && isTrue(reverse), runtime);
    },
  ),
  dictsort: withParameters(
    'dictsort',
    ['case_sensitive?', 'by?', 'reverse?'],
    (value, [cased, by = 'key', reverse], runtime) => {
      if (by !== 'key' && by !== 'value') throw new Error('You can only sort by either "key" or "value"');
      if (!(value instanceof Dict)) throw new Error('dictsort takes a mapping');
      const at = by === 'key' ? 0n : 1n;
      const entries = [...value.entries()].map((entry) => new Tuple(entry));
      return sorted(
        entries,
        (item) => keyOf(item, at, cased, runtime),
        reverse !== undefined && isTrue(reverse),
        runtime,
      );
    },
  ),
  min: withParameters('min', ['case_sensitive?', 'attribute?'], (value, [cased, path], runtime) =>
    extreme(value, cased, path, runtime, (difference) => difference < 0),
  ),
  max: withParameters('max', ['case_sensitive?', 'attribute?'], (value, [cased, path], runtime) =>
    extreme(value, cased, path, runtime, (difference) => difference > 0),
  ),
  unique: withParameters('unique', ['case_sensitive?', 'attribute?'], (value, [cased, path], runtime) => {
    const seen = new Dict();
    const fresh = itemsOf(value, runtime.budget).filter((item) => {
      const key = keyOf(item, path, cased, runtime);
      const known = seen.has(key);
      seen.set(key, true);
      return !known;
    });
    return new Stream(fresh);
  }),
  groupby: withParameters(
    'groupby',
    ['attribute', 'default?', 'case_sensitive?'],
    (value, [path, standard, cased], runtime) => {
      const key = (item: Value) => keyOf(item, path, cased, runtime, standard ?? undefined);
      const groups: { key: Value; items: Value[] }[] = [];
      for (const item of sorted(itemsOf(value, runtime.budget), key, false, runtime)) {
        const last = groups.at(-1);
        if (last && areEqual(last.key, key(item), runtime.budget)) last.items.push(item);
        else groups.push({ key: key(item), items: [item] });
      }
      return groups.map(({ items }) => new GroupTuple(pathIn(items[0], path, runtime, standard ?? undefined), items));
    },
  ),
};

type Optional = Value | undefined;

function keyOf(item: Value, path: Optional, cased: Optional, runtime: Runtime, standard?: Value): Value {
  const value = pathIn(item, path, runtime, standard);
  return cased !== undefined && isTrue(cased) ? value : withoutCase(value);
}

function sorted(items: readonly Value[], key: (item: Value) => Value, reverse: boolean, runtime: Runtime): Value[] {
  const keyed = items.map((item) => ({ item, key: key(item) }));
  keyed.sort((a, b) => (reverse ? order(b.key, a.key, '<', runtime.budget) : order(a.key, b.key, '<', runtime.budget)));
  return keyed.map(({ item }) => item);
}

function extreme(
  value: Value,
  cased: Optional,
  path: Optional,
  runtime: Runtime,
  isBetter: (difference: number) => boolean,
): Value {
  const [first, ...rest] = itemsOf(value, runtime.budget);
  if (first === undefined) return new Undefined('No aggregated item, sequence was empty.');
  let best = { item: first, key: keyOf(first, path, cased, runtime) };
  for (const item of rest) {
    const key = keyOf(item, path, cased, runtime);
    if (isBetter(order(key, best.key, '<', runtime.budget))) best = { item, key };
  }
  return best.item;
}
