import { withParameters } from './arguments.ts';
import { escaped } from './escape.ts';
import { indentOf } from './indent-width.ts';
import { indexOf, isTrue } from './kinds.ts';
import { percentFormat } from './percent-format.ts';
import { capitalised, splitLines, stripped } from './python-strings.ts';
import type { Filter, Runtime } from './runtime.ts';
import { characterCount } from './sequences.ts';
import { centred, joined, replaced } from './string-methods.ts';
import { asText } from './string-search.ts';
import { textOf } from './text.ts';
import { urlEncoded } from './url-encoding.ts';
import { Dict, Markup, Tuple, Undefined, type Value } from './values.ts';

/** Filters that give a text, most of them after they made one of their value. */
export const TEXT_FILTERS: Readonly<Record<string, Filter>> = {
  upper: changed('upper', (text) => text.toUpperCase()),
  lower: changed('lower', (text) => text.toLowerCase()),
  capitalize: changed('capitalize', capitalised),
  title: changed('title', (text) =>
    text
      .split(/([-\s({[<]+)/)
      .map(capitalised)
      .join(''),
  ),
  string: withParameters('string', [], (value, _, { budget }) =>
    value instanceof Markup ? value : textOf(value, budget),
  ),
  safe: withParameters('safe', [], (value, _, { budget }) => new Markup(textOf(value, budget))),
  e: withParameters('escape', [], markedUp),
  escape: withParameters('escape', [], markedUp),
  forceescape: withParameters('forceescape', [], (value, _, { budget }) => escapedText(value, budget)),
  trim: withParameters('trim', ['chars?'], (value, [characters], { budget }) => {
    const text = stripped(
      textOf(value, budget),
      (characters ?? null) === null ? null : asText(characters as Value),
      'both',
    );
    return value instanceof Markup ? new Markup(text) : text;
  }),
  replace: withParameters('replace', ['old', 'new', 'count?'], (value, [old, fresh, count], { budget }) => {
    const most = (count ?? null) === null ? -1 : indexOf(count as Value);
    return replaced(textOf(value, budget), textOf(old, budget), textOf(fresh, budget), most, budget);
  }),
  center: withParameters('center', ['width?'], (value, [width], { budget }) =>
    centred(textOf(value, budget), width === undefined ? 80 : indexOf(width), ' ', budget),
  ),
  indent: withParameters('indent', ['width?', 'first?', 'blank?'], indent),
  truncate: withParameters('truncate', ['length?', 'killwords?', 'end?', 'leeway?'], truncate),
  wordcount: withParameters('wordcount', [], (value, _, { budget }) =>
    BigInt(textOf(value, budget).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0),
  ),
  urlencode: withParameters('urlencode', [], (value, _, { budget }) => urlEncoded(value, budget)),
  format: (value, args, { budget }) => {
    if (args.positional.length > 0 && args.named.size > 0) {
      throw new Error("can't handle positional and keyword arguments at the same time");
    }
    const values = args.named.size > 0 ? new Dict(args.named) : new Tuple(args.positional);
    return percentFormat(textOf(value, budget), values, budget);
  },
};

function changed(name: string, run: (text: string) => string): Filter {
  return withParameters(name, [], (value, _, { budget }) => {
    const text = run(textOf(value, budget));
    return value instanceof Markup ? new Markup(text) : text;
  });
}

function markedUp(value: Value, _: unknown, { budget }: Runtime): Value {
  return value instanceof Markup ? value : escapedText(value, budget);
}

function escapedText(value: Value, budget: Runtime['budget']): Markup {
  const text = escaped(textOf(value, budget));
  budget.text(text.length);
  return new Markup(text);
}

type Optional = Value | undefined;

function indent(value: Value, [width, first, blank]: readonly Optional[], { budget }: Runtime): Value {
  const by = indentOf(width ?? 4n);
  const text = `${asText(value)}\n`;
  const all = blank !== undefined && isTrue(blank);
  // As Jinja does: blank lines split at \n alone stay, else at any end of a line.
  const lines = all ? text.split('\n').slice(0, -1) : splitLines(text, false);
  budget.step(lines.length);
  budget.text(text.length + lines.length * by.length);
  const [head = '', ...rest] = all ? splitLines(text, false) : lines;
  const indented = rest.map((line) => (all || line !== '' ? by + line : line));
  const result = joined('\n', [head, ...indented], budget);
  return first !== undefined && isTrue(first) ? by + result : result;
}

function truncate(value: Value, [length, kill, end, leeway]: readonly Optional[]): Value {
  if (value instanceof Undefined) return value;
  const text = asText(value);
  const mark = end === undefined ? '...' : asText(end);
  const most = length === undefined ? 255 : indexOf(length);
  const slack = (leeway ?? null) === null ? 5 : indexOf(leeway as Value);
  const kept = most - characterCount(mark);
  if (kept < 0) throw new Error(`expected length >= ${characterCount(mark)}, got ${most}`);
  if (slack < 0) throw new Error(`expected leeway >= 0, got ${slack}`);
  if (characterCount(text) <= most + slack) return text;
  const cut = Array.from(text).slice(0, kept).join('');
  const space = kill !== undefined && isTrue(kill) ? -1 : cut.lastIndexOf(' ');
  return (space < 0 ? cut : cut.slice(0, space)) + mark;
}
