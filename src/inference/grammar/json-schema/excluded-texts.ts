import type { JsonOptions } from '../grammar.ts';
import { ByteFilter } from '../machine/filtered-string.ts';
import { ANY_CHAR, charSet, intersectionOf } from '../regular/char-set.ts';
import type { Term, Terms } from '../regular/terms.ts';
import { isComposed } from './schema-text.ts';

/** What JSON spells as it is. */
const UNESCAPED = intersectionOf(
  ANY_CHAR,
  charSet([
    [0x20, 0x21],
    [0x23, 0x5b],
    [0x5d, 0x10ffff],
  ]),
);

/**
 * Texts that no string and no name of a property may have in it, as XGrammar 0.2.8 means `JSONSchemaFormat.excludes`
 * (structural_tag.py): as it is spelled, escapes and all, but without its quotes. A listed value that has one in it is
 * none; strings with a pattern or format go by that alone.
 */
export class ExcludedTexts {
  readonly filter: ByteFilter;
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.filter = new ByteFilter(texts);
  }

  /** Whether all strings and names in `value` do without them. */
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

  /** The texts without them. */
  others(terms: Terms): Term {
    return terms.not(terms.sequence([terms.all, terms.texts(this.#texts), terms.all]));
  }

  /** The names without them that need no escape. */
  names(terms: Terms): Term {
    return terms.and([this.others(terms), terms.loop(terms.chars(UNESCAPED), 0, Number.POSITIVE_INFINITY)]);
  }
}

/** Null where all texts are allowed. */
export function excludedTexts({ excludes = [] }: JsonOptions): ExcludedTexts | null {
  return excludes.length === 0 ? null : new ExcludedTexts(excludes);
}
