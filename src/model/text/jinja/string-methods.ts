import { withParameters } from './arguments.ts';
import { braceFormat } from './brace-format.ts';
import type { Budget } from './budget.ts';
import { indexOf, isTrue, kindOf } from './kinds.ts';
import { padded } from './number-format.ts';
import { capitalised, splitAt, splitAtSpace, splitAtSpaceFromEnd, splitLines, stripped } from './python-strings.ts';
import type { Filter } from './runtime.ts';
import { characterCount, itemsOf } from './sequences.ts';
import { STRING_PREDICATES } from './string-predicates.ts';
import { asText, STRING_SEARCH } from './string-search.ts';
import { Tuple, type Value } from './values.ts';

/** The methods of a text that templates may call; the value of each is the text. */
export const STRING_METHODS: ReadonlyMap<string, Filter> = new Map(
  Object.entries<Filter>({
    ...STRING_SEARCH,
    ...Object.fromEntries(Object.entries(STRING_PREDICATES).map(([name, is]) => [name, simple(name, is)])),
    upper: simple('upper', (text) => text.toUpperCase()),
    lower: simple('lower', (text) => text.toLowerCase()),
    casefold: simple('casefold', (text) => text.replaceAll('ß', 'ss').toLowerCase()),
    capitalize: simple('capitalize', capitalised),
    title: simple('title', (text) => text.replace(/\p{L}+/gu, capitalised)),
    swapcase: simple('swapcase', (text) =>
      text.replace(/\p{L}/gu, (letter) => (/\p{Lu}/u.test(letter) ? letter.toLowerCase() : letter.toUpperCase())),
    ),
    strip: strip('strip', 'both'),
    lstrip: strip('lstrip', 'left'),
    rstrip: strip('rstrip', 'right'),
    split: split('split', false),
    rsplit: split('rsplit', true),
    splitlines: withParameters('splitlines', ['keepends?'], (text, [keep]) =>
      splitLines(text as string, keep !== undefined && isTrue(keep)),
    ),
    replace: withParameters('replace', ['old', 'new', 'count?'], (text, [old, fresh, count], { budget }) =>
      replaced(text as string, asText(old), asText(fresh), count === undefined ? -1 : indexOf(count), budget),
    ),
    join: withParameters('join', ['iterable'], (text, [iterable], { budget }) =>
      joined(text as string, itemsOf(iterable, budget).map(asText), budget),
    ),
    format: (text, args, runtime) => braceFormat(text as string, args, runtime),
    removeprefix: withParameters('removeprefix', ['prefix'], (value, [prefix]) => {
      const [text, start] = [value as string, asText(prefix)];
      return text.startsWith(start) ? text.slice(start.length) : text;
    }),
    removesuffix: withParameters('removesuffix', ['suffix'], (value, [suffix]) => {
      const [text, end] = [value as string, asText(suffix)];
      return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;
    }),
    partition: partition('partition', false),
    rpartition: partition('rpartition', true),
    zfill: withParameters('zfill', ['width'], (text, [width], { budget }) =>
      padded(text as string, '0', '=', indexOf(width), budget),
    ),
    ljust: pad('ljust', '<'),
    rjust: pad('rjust', '>'),
    center: withParameters('center', ['width', 'fillchar?'], (text, [width, fill], { budget }) =>
      centred(text as string, indexOf(width), fill === undefined ? ' ' : oneCharacter(fill), budget),
    ),
  }),
);

function simple(name: string, run: (text: string) => Value): Filter {
  return withParameters(name, [], (text) => run(text as string));
}

function strip(name: string, side: 'both' | 'left' | 'right'): Filter {
  return withParameters(name, ['chars?'], (text, [characters]) =>
    stripped(text as string, (characters ?? null) === null ? null : asText(characters as Value), side),
  );
}

function split(name: string, fromEnd: boolean): Filter {
  return withParameters(name, ['sep?', 'maxsplit?'], (value, [separator, maxsplit], { budget }) => {
    const text = value as string;
    const most = maxsplit === undefined ? -1 : indexOf(maxsplit);
    const atSpace = fromEnd ? splitAtSpaceFromEnd : splitAtSpace;
    const parts =
      (separator ?? null) === null ? atSpace(text, most) : splitAt(text, asText(separator as Value), most, fromEnd);
    budget.list(parts.length);
    return parts;
  });
}

function partition(name: string, fromEnd: boolean): Filter {
  return withParameters(name, ['sep'], (value, [separator]) => {
    const [text, at] = [value as string, asText(separator)];
    const parts = splitAt(text, at, 1, fromEnd);
    if (parts.length === 2) return new Tuple([parts[0], at, parts[1]]);
    return new Tuple(fromEnd ? ['', '', text] : [text, '', '']);
  });
}

function pad(name: string, align: string): Filter {
  return withParameters(name, ['width', 'fillchar?'], (text, [width, fill], { budget }) =>
    padded(text as string, fill === undefined ? ' ' : oneCharacter(fill), align, indexOf(width), budget),
  );
}

function oneCharacter(value: Value): string {
  if (typeof value === 'string' && characterCount(value) === 1) return value;
  throw new Error(`The fill character must be exactly one character long, not ${kindOf(value)}`);
}

/** As Python's `center`, which puts an odd blank on the left where the width is odd. */
export function centred(text: string, width: number, fill: string, budget: Budget): string {
  const missing = Math.max(0, width - characterCount(text));
  budget.text(text.length + missing * fill.length);
  const left = Math.floor(missing / 2) + (missing % 2 === 1 && width % 2 === 1 ? 1 : 0);
  return fill.repeat(left) + text + fill.repeat(missing - left);
}

export function joined(separator: string, parts: readonly string[], budget: Budget): string {
  const length = parts.reduce((sum, part) => sum + part.length, separator.length * Math.max(0, parts.length - 1));
  budget.text(length);
  return parts.join(separator);
}

export function replaced(text: string, old: string, fresh: string, most: number, budget: Budget): string {
  const parts = old === '' ? ['', ...Array.from(text), ''] : text.split(old);
  const count = most < 0 ? parts.length - 1 : Math.min(most, parts.length - 1);
  budget.text(text.length + count * Math.max(0, fresh.length - old.length));
  return (
    parts.slice(0, count + 1).join(fresh) +
    parts
      .slice(count + 1)
      .map((part) => old + part)
      .join('')
  );
}
