import type { StringContent } from '../machine/string-terminal.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import { anyMatch, fullMatch } from '../regular/regex-term.ts';
import type { Term, Terms } from '../regular/terms.ts';
import { stringFormat } from './formats.ts';
import { Keywords } from './keywords.ts';
import { LengthContent } from './length-content.ts';
import type { SchemaObject } from './schema-text.ts';

/** Constraints of a conjunction of schemas on a string. */
export interface StringRules {
  /** Intersection of patterns and formats; `terms.all` without any. */
  term: Term;
  min: number;
  max: number;
}

/** Reader of patterns, formats and lengths of strings. Caches its terms for one grammar. */
export class StringRuleReader {
  readonly #terms: Terms;
  readonly #matches = new Map<string, Term>();
  readonly #tests = new Map<Term, TermAutomaton>();

  constructor(terms: Terms) {
    this.#terms = terms;
  }

  /** Throws GrammarError. */
  read(schemas: readonly SchemaObject[]): StringRules {
    const parts: Term[] = [];
    const rules = { min: 0, max: Number.POSITIVE_INFINITY };
    for (const schema of schemas) {
      const keywords = new Keywords(schema);
      const pattern = keywords.text('pattern');
      if (pattern !== undefined) parts.push(this.pattern(pattern));
      const format = keywords.text('format');
      const formatRegex = format === undefined ? null : stringFormat(format);
      if (formatRegex !== null) parts.push(this.#match(`format ${format}`, () => fullMatch(this.#terms, formatRegex)));
      rules.min = Math.max(rules.min, keywords.count('minLength') ?? 0);
      rules.max = Math.min(rules.max, keywords.count('maxLength') ?? rules.max);
    }
    return { term: this.#terms.and(parts), ...rules };
  }

  /** Returns the term of the texts that contain a match of `pattern`. */
  pattern(pattern: string): Term {
    return this.#match(`pattern ${pattern}`, () => anyMatch(this.#terms, pattern));
  }

  /** Returns the automaton of the strings; null if none fits. */
  content({ term, min, max }: StringRules): StringContent | null {
    const base = new TermAutomaton(this.#terms, term);
    if (base.start === undefined) return null;
    if (min === 0 && max === Number.POSITIVE_INFINITY) return base;
    const content = new LengthContent(base, { min, max, free: term === this.#terms.all });
    return content.start === undefined ? null : content;
  }

  /** Returns the rules as one term, which can be combined with other terms. */
  asTerm({ term, min, max }: StringRules): Term {
    if (min === 0 && max === Number.POSITIVE_INFINITY) return term;
    return this.#terms.and([term, this.#terms.loop(this.#terms.any, min, max)]);
  }

  fits(text: string, schemas: readonly SchemaObject[]): boolean {
    const { term, min, max } = this.read(schemas);
    const length = [...text].length;
    return length >= min && length <= max && this.matches(text, term);
  }

  matches(text: string, term: Term): boolean {
    let automaton = this.#tests.get(term);
    if (automaton === undefined) {
      automaton = new TermAutomaton(this.#terms, term);
      this.#tests.set(term, automaton);
    }
    return automaton.acceptsText(text);
  }

  #match(key: string, make: () => Term): Term {
    let term = this.#matches.get(key);
    if (term === undefined) {
      term = make();
      this.#matches.set(key, term);
    }
    return term;
  }
}
