import type { CompileContext } from '../compile-context.ts';
import type { JsonOptions } from '../grammar.ts';
import { GrammarError } from '../grammar-error.ts';
import { excludedTexts } from '../json-schema/excluded-texts.ts';
import type { TypeName } from '../json-schema/keywords.ts';
import { LengthContent } from '../json-schema/length-content.ts';
import { ObjectNode, type ObjectShape } from '../json-schema/object-node.ts';
import { spaceTerm } from '../json-schema/punctuation.ts';
import { SchemaCompiler } from '../json-schema/schema-compiler.ts';
import {
  type ArrayPart,
  isPossible,
  jsonReading,
  type ObjectPart,
  type ValueEntry,
  type ValuePart,
} from '../json-schema/schema-parts.ts';
import type { StringRules } from '../json-schema/string-rules.ts';
import { UniqueKeys } from '../json-schema/unique-keys.ts';
import { ArrayNode, arrayShape, type ValueNodes } from '../json-schema/value-nodes.ts';
import { LiteralTerminal } from '../machine/literal-terminal.ts';
import type { GrammarNode } from '../machine/node.ts';
import { Choice, Concatenation } from '../machine/nonterminals.ts';
import { TextTerminal } from '../machine/text-terminal.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import { fullMatch } from '../regular/regex-term.ts';
import type { Term } from '../regular/terms.ts';
import { FREE_NAME, PlainKey } from './plain-key.ts';

/** Syntax of tool-call arguments in an XML style. `GAP` stands for optional whitespace. */
interface XmlStyle {
  /** Text before and after the name of an argument. */
  name: readonly [before: string, behind: string];
  /** Returns the text before a value of the type, after the argument's name or the begin of an array element. */
  after(type: TypeName): readonly (string | typeof GAP)[];
  end(name: string): string;
  /** Text that no string may contain, since the parser would read it as the end of the argument. */
  stop: string;
  /** Escapes a name. Absent: names are written unchanged. */
  spelled?(name: string): string;
  /** Which values may be surrounded by whitespace. Unconstrained strings never are: it would be part of the string. */
  spaced: 'all' | 'others than strings' | 'none';
  /** Syntax of array elements, in styles that also write nested arrays and objects as XML. Absent: as JSON. */
  items?: { before: string; end: string; spaced: boolean };
  /** Whether only properties that the schema lists are allowed. */
  listed?: true;
}

const GAP = Symbol('whitespace');

const COHERE_TYPES: Partial<Record<TypeName, string>> = { string: 'raw', object: 'dict', array: 'list' };
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const cohereType = (type: TypeName) => COHERE_TYPES[type] ?? 'json';
const escaped = (name: string, marks: RegExp) => name.replace(marks, (mark) => ENTITIES[mark]);
const MINIMAX_M3 = ']<]minimax[>[';

/**
 * XML styles by their names in XGrammar 0.2.8 (`JSONSchemaFormat.style` in its structural_tag.py), with the same
 * syntax. If a style writes a type, it is always the type of the value that follows.
 */
export const XML_STYLES: Record<string, XmlStyle> = {
  qwen_xml: parameters('<parameter=', '>', '</parameter>'),
  minimax_xml: parameters('<parameter name="', '">', '</parameter>'),
  minimax_m3_xml: {
    name: [`${MINIMAX_M3}<`, ''],
    after: () => ['>'],
    end: (name) => `${MINIMAX_M3}</${name}>`,
    stop: MINIMAX_M3,
    spaced: 'none',
    items: { before: `${MINIMAX_M3}<item`, end: `${MINIMAX_M3}</item>`, spaced: true },
    listed: true,
  },
  deepseek_xml: deepseek('<｜DSML｜parameter', '</｜DSML｜parameter>'),
  deepseek_v4_1_xml: deepseek('<｜DSML｜ parameter', '</｜DSML｜ parameter>'),
  glm_xml: {
    ...parameters('<arg_key>', '</arg_key>', '</arg_value>'),
    after: () => [GAP, '<arg_value>'],
  },
  cohere_xml: {
    ...parameters('<cofl:value name="', '"', '</cofl:value>'),
    after: (type) => [` type="${cohereType(type)}">`],
    spelled: (name) => escaped(name, /[&<>"]/g),
    items: { before: '<cofl:value', end: '</cofl:value>', spaced: false },
  },
  kimi_k3_xml: {
    ...parameters('<|open|>argument key="', '" type="', '<|close|>argument<|sep|>'),
    after: (type) => [`${type === 'integer' ? 'number' : type}"<|sep|>`],
    spelled: (name) => escaped(name, /[&"]/g),
  },
};

function parameters(before: string, behind: string, end: string): XmlStyle {
  return { name: [before, behind], after: () => [], end: () => end, stop: end, spaced: 'all' };
}

function deepseek(begin: string, end: string): XmlStyle {
  return {
    ...parameters(`${begin} name="`, '" string="', end),
    after: (type) => [`${type === 'string'}">`],
    spaced: 'others than strings',
  };
}

/**
 * Compiler of a call's arguments in one of XGrammar's XML styles: the members of the schema's object, without braces.
 * Strings are unquoted. Other values are JSON, except in styles that write arrays and objects as XML.
 */
export class XmlArguments {
  readonly #compileContext: CompileContext;
  readonly #style: XmlStyle;
  readonly #anyOrder: boolean;
  readonly #space: GrammarNode;
  /** Term of strings without a pattern. */
  readonly #strings: Term;
  readonly #nothing: GrammarNode;
  readonly #compiler: SchemaCompiler;
  readonly #json: ValueNodes;
  readonly #values = new Map<ValueEntry, Choice>();
  readonly #open: ValueEntry[] = [];

  /** Throws GrammarError. */
  constructor(compileContext: CompileContext, options: JsonOptions, style: XmlStyle, schema: object | boolean) {
    const { numbers, terms } = compileContext;
    this.#compileContext = compileContext;
    this.#style = style;
    this.#anyOrder = options.anyOrder ?? false;
    this.#space = new TextTerminal(
      numbers,
      new TermAutomaton(terms, spaceTerm(terms, options.tagWhitespace ?? options.whitespace)),
    );
    this.#nothing = this.#literal('');
    const excluded = excludedTexts(options);
    this.#strings = excluded?.others(terms) ?? terms.all;
    const written = { open: false, names: terms.and([fullMatch(terms, FREE_NAME), this.#strings]) };
    const asJson = jsonReading(terms, options, excluded);
    this.#compiler = new SchemaCompiler(compileContext, JSON.stringify(schema), options, (isRoot) =>
      isRoot || style.items ? written : asJson,
    );
    this.#json = this.#compiler.jsonNodes();
  }

  /** Throws GrammarError. */
  compile(): GrammarNode {
    const objects = this.#compiler.read().parts.filter((part) => part.kind === 'object' && isPossible(part));
    if (objects.length === 0) throw new GrammarError('an XML style writes objects, but the schema allows none');
    const root = new Choice(
      this.#compileContext.numbers,
      objects.map((part) => this.#object(part as ObjectPart)),
    );
    for (let entry = this.#open.pop(); entry !== undefined; entry = this.#open.pop()) this.#fill(entry);
    return root;
  }

  #object({ named, others, min, max }: ObjectPart): GrammarNode {
    const { numbers } = this.#compileContext;
    const { name: around, end, spelled = String, listed } = this.#style;
    const [before, behind] = around;
    if (listed && others.length > 0) {
      throw new GrammarError('the style minimax_m3_xml allows only properties that the schema lists');
    }
    const marks = {
      openObject: this.#space,
      closeObject: this.#space,
      closeEmptyObject: this.#nothing,
      comma: this.#sequence([this.#space, before]),
      beforeFirst: this.#literal(before),
    };
    const shape: ObjectShape = {
      named: named
        .filter(({ value }) => value.possible)
        .map(({ name, value, required }) => {
          const member = [before + spelled(name) + behind, this.#value(value), end(spelled(name))];
          return { first: this.#sequence(member), later: this.#sequence([this.#space, ...member]), required };
        }),
      others: others
        .filter(({ value }) => value.possible)
        .map(({ keys, value }) => ({
          key: new PlainKey(numbers, new UniqueKeys(keys)),
          value: this.#sequence([behind, this.#value(value), end('')]),
        })),
      min,
      max,
    };
    return new ObjectNode(numbers, marks, shape, this.#anyOrder);
  }

  /** Returns the node of a value, between the name of an argument and its end. */
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
    const parts = entry.parts.filter(isPossible).flatMap((part) => {
      const body = this.#body(part);
      const type = part.kind === 'terminal' ? part.type : part.kind;
      return body === null ? [] : [this.#sequence([...this.#style.after(type), body])];
    });
    if (parts.length === 0) {
      throw new GrammarError(
        `each value of a parameter contains ${JSON.stringify(this.#style.stop)}, which ends the value`,
      );
    }
    (this.#values.get(entry) as Choice).parts = parts;
  }

  /** Returns the node of a part; null if every text of it contains the style's `stop`. */
  #body(part: ValuePart): GrammarNode | null {
    if (part.kind === 'terminal' && part.text) return this.#text(part.text);
    if (part.kind === 'terminal') return this.#spaced(part.node);
    if (!this.#style.items) return this.#spaced(this.#json.ofPart(part));
    return part.kind === 'array' ? this.#spaced(this.#array(part)) : this.#object(part);
  }

  #text({ term, min, max }: StringRules): GrammarNode | null {
    const { terms, numbers } = this.#compileContext;
    const free = terms.not(terms.sequence([terms.all, terms.text(this.#style.stop), terms.all]));
    const base = new TermAutomaton(terms, terms.and([term === terms.all ? this.#strings : term, free]));
    if (base.start === undefined) return null;
    const bounded = min > 0 || max < Number.POSITIVE_INFINITY;
    const content = bounded ? new LengthContent(base, { min, max, free: false }) : base;
    if (content.start === undefined) return null;
    const node = new TextTerminal(numbers, content);
    return (term === terms.all && !bounded) || this.#style.spaced !== 'all' ? node : this.#spaced(node);
  }

  #array(part: ArrayPart): GrammarNode {
    const { before, end, spaced } = this.#style.items as NonNullable<XmlStyle['items']>;
    const comma = spaced ? this.#space : this.#nothing;
    const item = (entry: ValueEntry) => this.#sequence([before, this.#value(entry), end]);
    const marks = { openArray: comma, closeArray: comma, closeEmptyArray: this.#nothing, comma };
    return new ArrayNode(this.#compileContext.numbers, marks, arrayShape(part, item));
  }

  #spaced(node: GrammarNode): GrammarNode {
    return this.#style.spaced !== 'none' ? this.#sequence([this.#space, node, this.#space]) : node;
  }

  #sequence(parts: readonly (GrammarNode | string | typeof GAP)[]): GrammarNode {
    const node = (part: GrammarNode | string | typeof GAP): GrammarNode => {
      if (part === GAP) return this.#space;
      return typeof part === 'string' ? this.#literal(part) : part;
    };
    return new Concatenation(this.#compileContext.numbers, parts.map(node));
  }

  #literal(text: string): GrammarNode {
    return new LiteralTerminal(this.#compileContext.numbers, [text]);
  }
}
