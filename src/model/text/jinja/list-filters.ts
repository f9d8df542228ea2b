import { withParameters } from './arguments.ts';
import { binary } from './arithmetic.ts';
import { pathIn } from './attribute-path.ts';
import { ownAttribute } from './attributes.ts';
import { indentOf } from './indent-width.ts';
import { jsonText } from './json-text.ts';
import { indexOf, isTrue, kindOf } from './kinds.ts';
import type { Filter, Runtime } from './runtime.ts';
import { itemsOf, lengthOf } from './sequences.ts';
import { joined } from './string-methods.ts';
import { textOf } from './text.ts';
import { Dict, Stream, Tuple, Undefined, type Value } from './values.ts';

const count = withParameters('length', [], (value) => BigInt(lengthOf(value)));
const standard = withParameters('default', ['default_value?', 'boolean?'], (value, [other = '', boolean = false]) =>
  value instanceof Undefined || (isTrue(boolean) && !isTrue(value)) ? other : value,
);

/** Filters over lists and dictionaries that give one value, or their items in another form. */
export const LIST_FILTERS: Readonly<Record<string, Filter>> = {
  length: count,
  count,
  default: standard,
  d: standard,
  list: withParameters('list', [], (value, _, { budget }) => [...itemsOf(value, budget)]),
  first: withParameters('first', [], (value, _, { budget }) => {
    const first = value instanceof Stream ? value.first() : itemsOf(value, budget)[0];
    return first === undefined ? new Undefined('No first item, sequence was empty.') : first;
  }),
  last: withParameters('last', [], (value, _, { budget }) => {
    if (value instanceof Stream) throw new Error("'generator' object is not reversible");
    const last = itemsOf(value, budget).at(-1);
    return last === undefined ? new Undefined('No last item, sequence was empty.') : last;
  }),
  random: withParameters('random', [], (value, _, { budget }) => {
    const items = itemsOf(value, budget);
    if (items.length === 0) return new Undefined('No random item, sequence was empty.');
    return items[Math.floor(Math.random() * items.length)];
  }),
  reverse: withParameters('reverse', [], (value, _, { budget }) => {
    const items = [...itemsOf(value, budget)].reverse();
    if (typeof value === 'string') return items.join('');
    return value instanceof Stream ? items : new Stream(items);
  }),
  items: withParameters('items', [], (value, _, { budget }) => {
    if (value instanceof Undefined) return new Stream([]);
    if (!(value instanceof Dict)) throw new Error('Can only get item pairs from a mapping.');
    budget.step(value.size);
    return new Stream([...value.entries()].map((entry) => new Tuple(entry)));
  }),
  join: withParameters('join', ['d?', 'attribute?'], (value, [separator = '', attribute], runtime) => {
    const { budget } = runtime;
    const texts = itemsOf(value, budget).map((item) => textOf(pathIn(item, attribute, runtime), budget));
    return joined(textOf(separator, budget), texts, budget);
  }),
  sum: withParameters('sum', ['attribute?', 'start?'], (value, [attribute, start = 0n], runtime) => {
    const { budget } = runtime;
    if (typeof start === 'string') throw new Error("sum() can't sum strings [use ''.join(seq) instead]");
    const items = itemsOf(value, budget).map((item) => pathIn(item, attribute, runtime));
    return items.reduce((total, item) => binary('+', total, item, budget), start);
  }),
  batch: withParameters('batch', ['linecount', 'fill_with?'], (value, [linecount, fill = null], { budget }) => {
    const items = itemsOf(value, budget);
    const size = indexOf(linecount);
    if (size < 1) throw new Error('batch needs a count of at least 1');
    const rows = Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
      items.slice(i * size, (i + 1) * size),
    );
    return new Stream(rows.map((row) => (fill === null ? [...row] : filled(row, size, fill, budget))));
  }),
  slice: withParameters('slice', ['slices', 'fill_with?'], (value, [slices, fill = null], { budget }) => {
    const items = itemsOf(value, budget);
    const number = indexOf(slices);
    budget.list(number);
    if (number < 1) throw new Error('slice needs a count of at least 1');
    const size = Math.floor(items.length / number);
    const longer = items.length % number;
    const columns = Array.from({ length: number }, (_, i) => {
      const start = i * size + Math.min(i, longer);
      const column = items.slice(start, start + size + (i < longer ? 1 : 0));
      return fill !== null && i >= longer ? [...column, fill] : [...column];
    });
    return new Stream(columns);
  }),
  attr: withParameters('attr', ['name'], (value, [name], runtime) => {
    if (typeof name !== 'string') throw new Error('attr takes the name of an attribute');
    const own = ownAttribute(value, name, runtime);
    return own === undefined ? new Undefined(`'${kindOf(value)} object' has no attribute '${name}'`) : own;
  }),
  tojson: withParameters('tojson', ['ensure_ascii?', 'indent?', 'separators?', 'sort_keys?'], toJson),
};

function filled(row: readonly Value[], size: number, fill: Value, budget: Runtime['budget']): Value[] {
  budget.list(size);
  return [...row, ...Array.from({ length: size - row.length }, () => fill)];
}

type Optional = Value | undefined;

/** With the arguments that transformers gives it, which are not Jinja's. */
function toJson(value: Value, [ascii, indent, separators, sortKeys]: readonly Optional[], { budget }: Runtime): Value {
  const by = (indent ?? null) === null ? null : indentOf(indent as Value);
  let between: readonly [string, string] = [by === null ? ', ' : ',', ': '];
  if ((separators ?? null) !== null) {
    const [item, key, ...rest] = itemsOf(separators as Value, budget);
    if (typeof item !== 'string' || typeof key !== 'string' || rest.length > 0) {
      throw new Error('separators must be two texts');
    }
    between = [item, key];
  }
  const is = (flag: Optional) => flag !== undefined && isTrue(flag);
  return jsonText(value, { ascii: is(ascii), indent: by, separators: between, sortKeys: is(sortKeys) }, budget);
}
