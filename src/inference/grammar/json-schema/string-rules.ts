import type { StringContent } from '../machine/string-terminal.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import { anyMatch, fullMatch } from '../regular/regex-term.ts';
import type { Term, Terms } from '../regular/terms.ts';
import { stringFormat } from './formats.ts';
import { Keywords } from './keywords.ts';
import { LengthContent } from './length-content.ts';
import type { SchemaObject } from './schema-text.ts';

/** What a list of schemas asks of a string, all together. */
export interface StringRules {
  /** Texts that fit patterns and formats; `terms.all` where there are none. */
  term: Term;
  min: number;
  max: number;
}

/** Patterns, formats and lengths of strings, read once for one grammar. */
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

  /** The texts in which `pattern` matches somewhere. */
  pattern(pattern: string): Term {
    return this.#match(`pattern ${pattern}`, () => anyMatch(this.#terms, pattern));
  }

  /** Null where nothing fits. */
  content({ term, min, max }: StringRules): StringContent | null {
    const base = new TermAutomaton(this.#terms, term);
    if (base.start === undefined) return null;
    if (min === 0 && max === Number.POSITIVE_INFINITY) return base;
    const content = new LengthContent(base, { min, max, free: term === this.#terms.all });
    return content.start === undefined ? null : content;
  }

  /** The rules as one term, for texts that are combined with others. */
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
