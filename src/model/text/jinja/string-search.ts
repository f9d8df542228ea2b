import { withParameters } from './arguments.ts';
import { indexOf, kindOf } from './kinds.ts';
import type { Filter } from './runtime.ts';
import { characterCount } from './sequences.ts';
import { Tuple, Undefined, type Value } from './values.ts';

const BOUNDED = ['text', 'start?', 'end?'] as const;

/** Python's methods that look for a text in another. */
export const STRING_SEARCH: Readonly<Record<string, Filter>> = {
  find: search('find', false),
  rfind: search('rfind', true),
  index: found(search('index', false)),
  rindex: found(search('rindex', true)),
  count: withParameters('count', BOUNDED, (value, [part, start, end]) => {
    const { text } = window(value, start, end);
    const wanted = asText(part);
    if (text === null) return 0n;
    return BigInt(wanted === '' ? characterCount(text) + 1 : text.split(wanted).length - 1);
  }),
  startswith: affix('startswith', (text, part) => text.startsWith(part)),
  endswith: affix('endswith', (text, part) => text.endsWith(part)),
};

export function asText(value: Value): string {
  if (value instanceof Undefined) value.fail();
  if (typeof value !== 'string') throw new Error(`must be str, not ${kindOf(value)}`);
  return value;
}

/** `text` is null where it would begin behind the whole text; not even an empty one is found there. */
function window(value: Value, start: Value | undefined, end: Value | undefined): { text: string | null; from: number } {
  const text = value as string;
  if ((start ?? null) === null && (end ?? null) === null) return { text, from: 0 };
  const units = Array.from(text);
  const at = (bound: Value | undefined, standard: number) =>
    (bound ?? null) === null ? standard : indexOf(bound as Value);
  const first = at(start, 0);
  const from = first < 0 ? Math.max(0, first + units.length) : first;
  if (from > units.length) return { text: null, from };
  return { text: units.slice(from, at(end, units.length)).join(''), from };
}

function search(name: string, last: boolean): Filter {
  return withParameters(name, BOUNDED, (value, [part, start, end]) => {
    const { text, from } = window(value, start, end);
    if (text === null) return -1n;
    const at = last ? text.lastIndexOf(asText(part)) : text.indexOf(asText(part));
    return at < 0 ? -1n : BigInt(from + characterCount(text.slice(0, at)));
  });
}

function found(find: Filter): Filter {
  return (...call) => {
    const at = find(...call);
    if (at === -1n) throw new Error('substring not found');
    return at;
  };
}

function affix(name: string, matches: (text: string, part: string) => boolean): Filter {
  return withParameters(name, BOUNDED, (value, [part, start, end]) => {
    const { text } = window(value, start, end);
    const parts = part instanceof Tuple ? part.items : [part];
    return parts.some((one) => text !== null && matches(text, asText(one)));
  });
}
