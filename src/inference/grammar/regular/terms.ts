import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import { ANY_CHAR, type CharSet, intersectionOf, unionOf } from './char-set.ts';
import type { RegexAssertion } from './regex-parser.ts';

/**
 * Term of a regular expression; equal terms are one object. `nullable`: it matches the empty text at any position.
 * `exact`: it has no `and`, `not` or assertion; only `none` among the exact terms matches no text. `assertions`: bits
 * of the assertions in it, which an enclosing `anchored` term resolves.
 */
export type Term = {
  readonly id: number;
  readonly nullable: boolean;
  readonly exact: boolean;
  readonly assertions: number;
} & (
  | { readonly kind: 'none' | 'empty' }
  | { readonly kind: 'chars'; readonly set: CharSet }
  | { readonly kind: 'then'; readonly first: Term; readonly rest: Term }
  | { readonly kind: 'or' | 'and'; readonly parts: readonly Term[] }
  | { readonly kind: 'not'; readonly part: Term }
  | { readonly kind: 'loop'; readonly part: Term; readonly min: number; readonly max: number }
  /** Matches the empty text if the assertion holds. */
  | { readonly kind: 'assertion'; readonly type: RegexAssertion['type'] }
  /** `part` with its assertions evaluated. `before` is the kind of the last character read. */
  | { readonly kind: 'anchored'; readonly part: Term; readonly before: Neighbour }
);

/** Neighbour of a position in the text, as assertions see it: none, a word character or another character. */
export type Neighbour = 'nothing' | 'word' | 'other';

/** Bits of `Term.assertions`. */
const ASSERTIONS = { start: 1, end: 2, boundary: 4, 'non-boundary': 4 } as const;

type Shape = Term extends infer T
  ? T extends Term
    ? Omit<T, 'id' | 'nullable' | 'exact' | 'assertions'>
    : never
  : never;

/**
 * Factory of the terms of one grammar. Its constructors simplify terms, which keeps the number of derivatives finite
 * (Brzozowski 1964; Owens, Reppy and Turon 2009).
 */
export class Terms {
  readonly none: Term;
  readonly empty: Term;
  /** Any one character. */
  readonly any: Term;
  /** Any text. */
  readonly all: Term;
  readonly #byKey = new Map<string, Term>();

  constructor() {
    this.none = this.#make('0', { kind: 'none' }, false, true);
    this.empty = this.#make('1', { kind: 'empty' }, true, true);
    this.any = this.chars(ANY_CHAR);
    this.all = this.loop(this.any, 0, Number.POSITIVE_INFINITY);
  }

  chars(set: CharSet): Term {
    return set.length === 0 ? this.none : this.#make(`c${set.join()}`, { kind: 'chars', set }, false, true);
  }

  text(text: string): Term {
    const codes = [...text].map((c) => c.codePointAt(0) as number);
    return codes.reduceRight((rest, code) => this.concat(this.chars([code, code]), rest), this.empty);
  }

  /** Returns the alternation of many texts, with common prefixes factored out. */
  texts(texts: readonly string[]): Term {
    const byFirst = new Map<number, string[]>();
    for (const text of texts) {
      const code = text.codePointAt(0);
      if (code === undefined) continue;
      const rest = text.slice(code > 0xffff ? 2 : 1);
      const rests = byFirst.get(code);
      if (rests === undefined) byFirst.set(code, [rest]);
      else rests.push(rest);
    }
    const parts = [...byFirst].map(([code, rests]) =>
      this.concat(this.chars([code, code]), rests.length === 1 ? this.text(rests[0]) : this.texts(rests)),
    );
    return this.or(texts.includes('') ? [this.empty, ...parts] : parts);
  }

  sequence(parts: readonly Term[]): Term {
    return parts.reduceRight((rest, part) => this.concat(part, rest), this.empty);
  }

  concat(first: Term, rest: Term): Term {
    if (first.kind === 'none' || rest.kind === 'none') return this.none;
    if (first.kind === 'empty') return rest;
    if (rest.kind === 'empty') return first;
    if (first.kind === 'then') return this.concat(first.first, this.concat(first.rest, rest));
    if (first === this.all && rest === this.all) return rest;
    const nullable = first.nullable && rest.nullable;
    return this.#make(`t${first.id},${rest.id}`, { kind: 'then', first, rest }, nullable, first.exact && rest.exact);
  }

  loop(part: Term, min: number, max: number): Term {
    if (max === 0 || part.kind === 'empty') return this.empty;
    if (part.kind === 'none') return min === 0 ? this.empty : this.none;
    if (min === 1 && max === 1) return part;
    if (part.kind === 'loop' && part.min <= 1 && part.max === Number.POSITIVE_INFINITY) {
      return this.loop(part.part, part.min === 0 || min === 0 ? 0 : min, Number.POSITIVE_INFINITY);
    }
    const least = part.nullable ? 0 : min;
    return this.#make(`l${part.id},${least},${max}`, { kind: 'loop', part, min: least, max }, least === 0, part.exact);
  }

  or(terms: readonly Term[]): Term {
    const parts = new Map<number, Term>();
    let chars: CharSet = [];
    for (const term of terms.flatMap((each) => (each.kind === 'or' ? each.parts : [each]))) {
      if (term === this.all) return term;
      if (term.kind === 'chars') chars = unionOf(chars, term.set);
      else if (term.kind !== 'none') parts.set(term.id, term);
    }
    if (chars.length > 0) {
      const term = this.chars(chars);
      parts.set(term.id, term);
    }
    const list = [...parts.values()];
    if (list.length < 2) return list[0] ?? this.none;
    return this.#many('or', this.#withoutNested(this.#factored(withoutAbsorbed(list))));
  }

  and(terms: readonly Term[]): Term {
    const parts = new Map<number, Term>();
    let chars: CharSet | undefined;
    for (const term of terms.flatMap((each) => (each.kind === 'and' ? each.parts : [each]))) {
      if (term.kind === 'none') return term;
      if (term.kind === 'chars') chars = chars === undefined ? term.set : intersectionOf(chars, term.set);
      else if (term !== this.all) parts.set(term.id, term);
    }
    if (chars !== undefined) {
      const term = this.chars(chars);
      if (term.kind === 'none') return term;
      parts.set(term.id, term);
    }
    const list = [...parts.values()];
    if (list.some((term) => term.kind === 'not' && parts.has(term.part.id))) return this.none;
    if (list.includes(this.empty)) return list.every(({ nullable }) => nullable) ? this.empty : this.none;
    return list.length === 0 ? this.all : this.#many('and', list);
  }

  not(part: Term): Term {
    if (part.kind === 'not') return part.part;
    if (part.kind === 'none') return this.all;
    if (part === this.all) return this.none;
    return this.#make(`n${part.id}`, { kind: 'not', part }, !part.nullable, false);
  }

  /** Returns a term that matches the empty text if the assertion holds. Only for use inside `anchored`. */
  assertion(type: RegexAssertion['type']): Term {
    return this.#make(type, { kind: 'assertion', type }, false, false);
  }

  /** Returns `part` with its assertions evaluated. They see only the text of `part`, with `before` before it. */
  anchored(part: Term, before: Neighbour): Term {
    if (part.assertions === 0) return part;
    const matters = before === 'word' ? ASSERTIONS.boundary : ASSERTIONS.start;
    const known = (part.assertions & matters) === 0 ? 'other' : before;
    const nullable = isNullableAt(part, known, 'nothing');
    return this.#make(`a${part.id},${known}`, { kind: 'anchored', part, before: known }, nullable, false);
  }

  /**
   * Merges `x{a,b} rest` and `x{c,d} rest` if their ranges overlap or touch. Otherwise consecutive counted loops would
   * multiply the number of states.
   */
  #withoutNested(parts: readonly Term[]): Term[] {
    const loops = new Map<string, { loop: Term & { kind: 'loop' }; rest: Term }>();
    const others: Term[] = [];
    for (const term of parts) {
      const [loop, rest] = term.kind === 'then' ? [term.first, term.rest] : [term, this.empty];
      if (loop.kind !== 'loop') {
        others.push(term);
        continue;
      }
      const key = `${loop.part.id},${rest.id}`;
      const known = loops.get(key);
      const [low, high] = known && known.loop.min <= loop.min ? [known.loop, loop] : [loop, known?.loop ?? loop];
      if (known && high.min <= low.max + 1) {
        const joined = this.loop(loop.part, low.min, Math.max(low.max, high.max));
        if (joined.kind === 'loop') loops.set(key, { loop: joined, rest });
        else others.push(this.concat(joined, rest));
      } else if (known) others.push(term);
      else loops.set(key, { loop, rest });
    }
    return [...others, ...[...loops.values()].map(({ loop, rest }) => this.concat(loop, rest))];
  }

  /** Factors alternatives that begin with the same term: `x y` and `x z` become `x(y|z)`. */
  #factored(parts: readonly Term[]): readonly Term[] {
    const rests = new Map<Term, Term[]>();
    for (const part of parts) {
      if (part.kind !== 'then') continue;
      const known = rests.get(part.first);
      if (known === undefined) rests.set(part.first, [part.rest]);
      else known.push(part.rest);
    }
    const joined = [...rests].flatMap(([first, list]) => (list.length > 1 ? [this.#behind(first, list)] : []));
    if (joined.length === 0) return parts;
    const isAlone = (part: Term) => part.kind !== 'then' || rests.get(part.first)?.length === 1;
    return [...parts.filter(isAlone), ...joined];
  }

  /** Returns `first`, the longest common prefix of `rests`, then their tails. Iterative, since texts may be long. */
  #behind(first: Term, rests: readonly Term[]): Term {
    const prefix = [first];
    for (let [one] = rests; one.kind === 'then'; [one] = rests) {
      const shared = one.first;
      const tails = rests.flatMap((rest) => (rest.kind === 'then' && rest.first === shared ? [rest.rest] : []));
      if (tails.length < rests.length) break;
      prefix.push(shared);
      rests = tails;
    }
    return prefix.reduceRight((rest, term) => this.concat(term, rest), this.or([...rests]));
  }

  #many(kind: 'or' | 'and', list: Term[]): Term {
    const parts = [...new Set(list)].sort((a, b) => a.id - b.id);
    if (parts.length === 1) return parts[0];
    const nullable = kind === 'or' ? parts.some((part) => part.nullable) : parts.every((part) => part.nullable);
    const exact = kind === 'or' && parts.every((part) => part.exact);
    return this.#make(`${kind}${parts.map(({ id }) => id).join()}`, { kind, parts }, nullable, exact);
  }

  #make(key: string, shape: Shape, nullable: boolean, exact: boolean): Term {
    const known = this.#byKey.get(key);
    if (known) return known;
    if (this.#byKey.size >= GRAMMAR_LIMITS.terms) {
      throw new GrammarError(
        `the regular expressions need more than ${GRAMMAR_LIMITS.terms} terms, which is the limit`,
      );
    }
    const term = { ...shape, id: this.#byKey.size, nullable, exact, assertions: assertionsIn(shape) } as Term;
    this.#byKey.set(key, term);
    return term;
  }
}

/** Drops alternatives that another one contains: `y` beside `x* y`, the empty text beside a nullable term. */
function withoutAbsorbed(all: readonly Term[]): readonly Term[] {
  const absorbed = new Set<Term>();
  for (const part of all) {
    for (let at = part; at.kind === 'then' && at.first.nullable && !absorbed.has(at.rest); at = at.rest) {
      absorbed.add(at.rest);
      if (at.rest.kind === 'or') for (const each of at.rest.parts) absorbed.add(each);
    }
  }
  const isNullable = all.some((part) => part.nullable && part.kind !== 'empty');
  return all.filter((part) => !absorbed.has(part) && !(isNullable && part.kind === 'empty'));
}

/** Returns whether `term` matches the empty text between `before` and `after`. */
export function isNullableAt(term: Term, before: Neighbour, after: Neighbour): boolean {
  if (term.nullable || term.assertions === 0) return term.nullable;
  switch (term.kind) {
    case 'then':
      return isNullableAt(term.first, before, after) && isNullableAt(term.rest, before, after);
    case 'or':
      return term.parts.some((part) => isNullableAt(part, before, after));
    case 'loop':
      return isNullableAt(term.part, before, after);
    case 'assertion':
      return holds(term.type, before, after);
    default:
      return false;
  }
}

function holds(assertion: RegexAssertion['type'], before: Neighbour, after: Neighbour): boolean {
  switch (assertion) {
    case 'start':
      return before === 'nothing';
    case 'end':
      return after === 'nothing';
    case 'boundary':
      return (before === 'word') !== (after === 'word');
    case 'non-boundary':
      return (before === 'word') === (after === 'word');
  }
}

function assertionsIn(shape: Shape): number {
  switch (shape.kind) {
    case 'then':
      return shape.first.assertions | shape.rest.assertions;
    case 'or':
      return shape.parts.reduce((bits, part) => bits | part.assertions, 0);
    case 'loop':
      return shape.part.assertions;
    case 'assertion':
      return ASSERTIONS[shape.type];
    default:
      return 0;
  }
}

/** Returns whether `term` has word boundaries. Its derivatives then differ between word and other characters. */
export function hasBoundary({ assertions }: Term): boolean {
  return (assertions & ASSERTIONS.boundary) !== 0;
}
