import type { CompileContext } from '../compile-context.ts';
import { FilteredString } from '../machine/filtered-string.ts';
import { LiteralTerminal } from '../machine/literal-terminal.ts';
import type { Terminal } from '../machine/node.ts';
import { StringTerminal } from '../machine/string-terminal.ts';
import { TextTerminal } from '../machine/text-terminal.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import { fullMatch } from '../regular/regex-term.ts';
import type { ExcludedTexts } from './excluded-texts.ts';
import type { Keywords, TypeName } from './keywords.ts';
import { NumberRange, NumberTerminal } from './numbers.ts';
import type { ScalarPart } from './schema-parts.ts';
import type { SchemaObject } from './schema-text.ts';
import type { StringRuleReader } from './string-rules.ts';
import { emptyNumberKeywords } from './validity.ts';

/** Patterns of unbounded numbers. Their digits are limited so that every parsed double is finite. */
const INTEGER = '0|-?[1-9][0-9]{0,19}';
const NUMBER = '-?(?:0|[1-9][0-9]{0,19})(?:\\.[0-9]{1,20})?(?:[eE][+-]?(?:[0-9]{1,2}|1[0-9]{2}|2[0-7][0-9]))?';

/** Factory of terminals for null, booleans, numbers, strings and enum values. Equal constraints share a terminal. */
export class Scalars {
  readonly #compileContext: CompileContext;
  readonly #strings: StringRuleReader;
  readonly #excluded: ExcludedTexts | null;
  readonly #terminals = new Map<string, Terminal | null>();

  constructor(compileContext: CompileContext, strings: StringRuleReader, excluded: ExcludedTexts | null) {
    this.#compileContext = compileContext;
    this.#strings = strings;
    this.#excluded = excluded;
  }

  literals(values: readonly unknown[]): Terminal {
    return new LiteralTerminal(
      this.#compileContext.numbers,
      values.map((value) => JSON.stringify(value)),
    );
  }

  /** Returns parts of enum values, one for each type. */
  literalParts(values: readonly unknown[]): ScalarPart[] {
    const { terms } = this.#compileContext;
    return [...Map.groupBy(values, scalarType)].map(([type, listed]) => {
      const term = type === 'string' ? terms.texts(listed as string[]) : undefined;
      const text = term && { term, min: 0, max: Number.POSITIVE_INFINITY };
      return { kind: 'terminal', type, node: this.literals(listed), text, listed };
    });
  }

  /** Returns the terminal of a scalar type; null if no value of the type is valid. */
  of(type: TypeName, parts: readonly SchemaObject[], all: readonly Keywords[]): Terminal | null {
    switch (type) {
      case 'null':
        return this.#once('null', () => this.literals([null]));
      case 'boolean':
        return this.#once('boolean', () => this.literals([true, false]));
      case 'string':
        return this.#string(parts);
      default:
        return this.#number(type === 'integer', all);
    }
  }

  #string(parts: readonly SchemaObject[]): Terminal | null {
    const rules = this.#strings.read(parts);
    return this.#once(`string ${rules.term.id} ${rules.min} ${rules.max}`, () => {
      const content = this.#strings.content(rules);
      if (content === null) return null;
      const { numbers, terms } = this.#compileContext;
      const string = new StringTerminal(numbers, content);
      const isFree = rules.term === terms.all;
      return this.#excluded && isFree ? new FilteredString(numbers, string, this.#excluded.filter) : string;
    });
  }

  #number(integer: boolean, all: readonly Keywords[]): Terminal | null {
    const asked = { ...emptyNumberKeywords(), integer };
    for (const keywords of all) keywords.addNumbers(asked);
    const { numbers, terms } = this.#compileContext;
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = asked;
    return this.#once(`number ${JSON.stringify(asked)}`, () => {
      if ([minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf].every(({ length }) => length === 0)) {
        return new TextTerminal(numbers, new TermAutomaton(terms, fullMatch(terms, asked.integer ? INTEGER : NUMBER)));
      }
      const range = new NumberRange(asked);
      return range.some(range.low, range.high) ? new NumberTerminal(numbers, range) : null;
    });
  }

  #once(key: string, make: () => Terminal | null): Terminal | null {
    let terminal = this.#terminals.get(key);
    if (terminal === undefined) {
      terminal = make();
      this.#terminals.set(key, terminal);
    }
    return terminal;
  }
}

function scalarType(value: unknown): TypeName {
  return value === null ? 'null' : (typeof value as 'boolean' | 'number' | 'string');
}
