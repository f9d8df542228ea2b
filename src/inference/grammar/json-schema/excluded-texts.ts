import type { JsonOptions } from '../grammar.ts';
import { ByteFilter } from '../machine/filtered-string.ts';
import { ANY_CHAR, charSet, intersectionOf } from '../regular/char-set.ts';
import type { Term, Terms } from '../regular/terms.ts';
import { isComposed } from './schema-text.ts';

/** Characters that JSON strings contain unescaped. */
const UNESCAPED = intersectionOf(
  ANY_CHAR,
  charSet([
    [0x20, 0x21],
    [0x23, 0x5b],
    [0x5d, 0x10ffff],
  ]),
);

/**
 * Substrings that no string and no property name may contain, as XGrammar 0.2.8 defines `JSONSchemaFormat.excludes`
 * (structural_tag.py). They apply to the JSON spelling, with escapes but without quotes. They also rule out values of
 * `enum` and `const`. Strings with a pattern or format are exempt.
 */
export class ExcludedTexts {
  readonly filter: ByteFilter;
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.filter = new ByteFilter(texts);
  }

  /** Returns whether no string and no name in `value` contains an excluded text. */
  allows(value: unknown): boolean {
    if (typeof value === 'string') {
      const spelled = JSON.stringify(value).slice(1, -1);
      return !this.#texts.some((text) => spelled.includes(text) || value.includes(text));
    }
    if (!isComposed(value)) return true;
    return Object.entries(value).every(
      ([name, part]) => (Array.isArray(value) || this.allows(name)) && this.allows(part),
    );
  }

  /** Returns the term of the texts that contain no excluded text. */
  others(terms: Terms): Term {
    return terms.not(terms.sequence([terms.all, terms.texts(this.#texts), terms.all]));
  }

  /** Returns the term of the names that contain no excluded text and need no escapes. */
  names(terms: Terms): Term {
    return terms.and([this.others(terms), terms.loop(terms.chars(UNESCAPED), 0, Number.POSITIVE_INFINITY)]);
  }
}

/** Returns null if nothing is excluded. */
export function excludedTexts({ excludes = [] }: JsonOptions): ExcludedTexts | null {
  return excludes.length === 0 ? null : new ExcludedTexts(excludes);
}
