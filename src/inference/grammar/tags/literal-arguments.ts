import type { CompileContext } from '../compile-context.ts';
import type { JsonOptions } from '../grammar.ts';
import { GrammarError } from '../grammar-error.ts';
import { LengthContent } from '../json-schema/length-content.ts';
import { ObjectNode, type ObjectShape } from '../json-schema/object-node.ts';
import { Punctuation } from '../json-schema/punctuation.ts';
import { SchemaCompiler } from '../json-schema/schema-compiler.ts';
import {
  isPossible,
  jsonReading,
  type ObjectPart,
  type ScalarPart,
  type ValueEntry,
  type ValuePart,
} from '../json-schema/schema-parts.ts';
import { StringRuleReader, type StringRules } from '../json-schema/string-rules.ts';
import { UniqueKeys } from '../json-schema/unique-keys.ts';
import { ArrayNode, arrayShape, KeyTerminal } from '../json-schema/value-nodes.ts';
import { LiteralTerminal } from '../machine/literal-terminal.ts';
import type { GrammarNode } from '../machine/node.ts';
import { Choice, Concatenation } from '../machine/nonterminals.ts';
import { StringTerminal } from '../machine/string-terminal.ts';
import { TextTerminal } from '../machine/text-terminal.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import { fullMatch } from '../regular/regex-term.ts';
import { isPlainName, type LiteralStyle } from './literal-style.ts';
import { FREE_NAME, PlainKey } from './plain-key.ts';

/** Compiler of a call's arguments in a literal style: the members of the schema's object, without its delimiters. */
export class LiteralArguments {
  readonly #compileContext: CompileContext;
  readonly #style: LiteralStyle;
  readonly #marks: Punctuation;
  readonly #nothing: GrammarNode;
  readonly #compiler: SchemaCompiler;
  readonly #values = new Map<ValueEntry, Choice>();
  readonly #open: ValueEntry[] = [];

  /** Throws GrammarError. */
  constructor(compileContext: CompileContext, options: JsonOptions, style: LiteralStyle, schema: object | boolean) {
    const { numbers, terms } = compileContext;
    this.#compileContext = compileContext;
    this.#style = style;
    this.#marks = new Punctuation(numbers, terms, style.spaced ? options.whitespace : 'none');
    this.#nothing = this.#literal('');
    const plain = { open: false, names: fullMatch(terms, FREE_NAME) };
    const quoted = jsonReading(terms, options, null);
    this.#compiler = new SchemaCompiler(compileContext, JSON.stringify(schema), options, (isRoot) =>
      isRoot || !style.quotedNames ? plain : quoted,
    );
  }

  /** Throws GrammarError. */
  compile(): GrammarNode {
    const objects = this.#compiler.read().parts.filter((part) => part.kind === 'object' && isPossible(part));
    if (objects.length === 0) throw new GrammarError('arguments are an object, but the schema allows none');
    const marks = { openObject: this.#nothing, closeObject: this.#nothing, closeEmptyObject: this.#nothing };
    const root = new Choice(
      this.#compileContext.numbers,
      objects.map((part) => this.#object(part as ObjectPart, { ...marks, comma: this.#marks.comma }, true)),
    );
    for (let entry = this.#open.pop(); entry !== undefined; entry = this.#open.pop()) this.#fill(entry);
    return root;
  }

  #object(part: ObjectPart, marks: ConstructorParameters<typeof ObjectNode>[1], isRoot = false): GrammarNode {
    const { numbers } = this.#compileContext;
    const quoted = this.#style.quotedNames && !isRoot;
    const assign = quoted ? this.#marks.colon : this.#literal(this.#style.assign);
    const shape: ObjectShape = {
      named: part.named
        .filter(({ value }) => value.possible)
        .map(({ name, value, required }) => {
          const member = [this.#name(name, quoted), assign, this.#value(value)];
          return {
            first: new Concatenation(numbers, member),
            later: new Concatenation(numbers, [marks.comma, ...member]),
            required,
          };
        }),
      others: part.others
        .filter(({ value }) => value.possible)
        .map(({ keys, value }) => ({
          key: quoted
            ? new KeyTerminal(numbers, new UniqueKeys(keys), { single: true })
            : new PlainKey(numbers, new UniqueKeys(keys)),
          value: new Concatenation(numbers, [assign, this.#value(value)]),
        })),
      min: part.min,
      max: part.max,
    };
    return new ObjectNode(numbers, marks, shape, false);
  }

  #name(name: string, quoted: boolean): GrammarNode {
    if (quoted) return new LiteralTerminal(this.#compileContext.numbers, bothQuoted(name));
    if (isPlainName(name)) return this.#literal(name);
    throw new GrammarError(`${JSON.stringify(name)} cannot be the name of an argument in this model's call format`);
  }

  #value(entry: ValueEntry): GrammarNode {
    let choice = this.#values.get(entry);
    if (choice === undefined) {
      choice = new Choice(this.#compileContext.numbers);
      this.#values.set(entry, choice);
      this.#open.push(entry);
    }
    return choice;
  }

  #fill(entry: ValueEntry): void {
    const parts = entry.parts.filter(isPossible).flatMap((part) => this.#part(part));
    if (parts.length === 0) {
      throw new GrammarError(
        `each value of an argument contains ${JSON.stringify(this.#style.mark)}, which ends the value`,
      );
    }
    (this.#values.get(entry) as Choice).parts = parts;
  }

  #part(part: ValuePart): GrammarNode[] {
    const { numbers } = this.#compileContext;
    if (part.kind === 'terminal') return part.text ? this.#strings(part.text) : [this.#scalar(part)];
    if (part.kind === 'object') return [this.#object(part, this.#marks)];
    return [
      new ArrayNode(
        numbers,
        this.#marks,
        arrayShape(part, (entry) => this.#value(entry)),
      ),
    ];
  }

  #scalar({ type, node, listed }: ScalarPart): GrammarNode {
    const { words } = this.#style;
    const spelled = (value: unknown) => (value === null ? words.null : value ? words.true : words.false);
    if (type === 'null') return new LiteralTerminal(this.#compileContext.numbers, words.null);
    if (type !== 'boolean') return node;
    return new LiteralTerminal(this.#compileContext.numbers, (listed ?? [true, false]).flatMap(spelled));
  }

  /** Returns strings in single and double quotes, or between two marks. Empty if no string can be written. */
  #strings(rules: StringRules): GrammarNode[] {
    const { numbers, terms } = this.#compileContext;
    const { mark } = this.#style;
    if (mark === null) {
      const content = new StringRuleReader(terms).content(rules);
      return content === null ? [] : [false, true].map((single) => new StringTerminal(numbers, content, { single }));
    }
    const free = terms.not(terms.sequence([terms.all, terms.text(mark), terms.all]));
    const base = new TermAutomaton(terms, terms.and([rules.term, free]));
    if (base.start === undefined) return [];
    const isBounded = rules.min > 0 || rules.max < Number.POSITIVE_INFINITY;
    const content = isBounded ? new LengthContent(base, { min: rules.min, max: rules.max, free: false }) : base;
    if (content.start === undefined) return [];
    const around = this.#literal(mark);
    return [new Concatenation(numbers, [around, new TextTerminal(numbers, content), around])];
  }

  #literal(text: string): GrammarNode {
    return new LiteralTerminal(this.#compileContext.numbers, [text]);
  }
}

/** Returns a string spelled in double and in single quotes. */
function bothQuoted(text: string): string[] {
  const double = JSON.stringify(text);
  return [double, `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`];
}
