import { type CompileContext, compileRegex } from '../compile-context.ts';
import type { JsonOptions } from '../grammar.ts';
import { GrammarError } from '../grammar-error.ts';
import { LengthContent } from '../json-schema/length-content.ts';
import { SchemaCompiler } from '../json-schema/schema-compiler.ts';
import { parseJson } from '../json-schema/schema-text.ts';
import { LiteralTerminal } from '../machine/literal-terminal.ts';
import type { GrammarNode, NodeNumbers } from '../machine/node.ts';
import { Choice, Concatenation, Repeat } from '../machine/nonterminals.ts';
import { TextTerminal } from '../machine/text-terminal.ts';
import { TokenBudget, TokenTerminal } from '../machine/token-terminals.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import { fullMatch } from '../regular/regex-term.ts';
import { compileGrammarText } from '../rules/rule-compiler.ts';
import { LiteralArguments } from './literal-arguments.ts';
import { LITERAL_STYLES, type LiteralStyleName } from './literal-style.ts';
import { type Edge, MAX_FREE, TagReader } from './tag-reader.ts';
import { XML_STYLES, XmlArguments } from './xml-arguments.ts';

/** Compiler of the format of a structural tag, as in XGrammar 0.2. Tokens are given by id. */
export class TagCompiler {
  readonly #compileContext: CompileContext;
  readonly #options: JsonOptions;

  constructor(compileContext: CompileContext, options: JsonOptions) {
    this.#compileContext = compileContext;
    this.#options = options;
  }

  /** Throws GrammarError. */
  compile(text: string): GrammarNode {
    return this.#format(new TagReader(parseJson(text, 'structural tag'), 'format'), NO_ENDS);
  }

  #format(format: TagReader, ends: Ends): GrammarNode {
    const type = format.text('type');
    switch (type) {
      case 'const_string':
        return this.#literal([format.only('value').text('value')]);
      case 'json_schema':
        return jsonPart(this.#compileContext, this.#options, format);
      case 'qwen_xml_parameter':
        return jsonPart(this.#compileContext, this.#options, format, 'qwen_xml');
      case 'any_text': {
        format.only('excludes', 'excludes_pattern', 'max_chars', 'max_tokens');
        const excluded = [...format.texts('excludes'), ...ends.texts];
        const limits = {
          pattern: format.textOr('excludes_pattern', ''),
          characters: format.limit('max_chars', MAX_FREE),
          tokens: format.limit('max_tokens', MAX_FREE),
        };
        return freeText(this.#compileContext, excluded, limits);
      }
      case 'regex':
        return compileRegex(this.#compileContext, format.only('pattern').text('pattern'));
      case 'grammar':
        return compileGrammarText(this.#compileContext, format.only('grammar').text('grammar'));
      case 'tag':
        return this.#tag(format);
      case 'triggered_tags':
      case 'token_triggered_tags':
        return this.#triggered(format, type === 'token_triggered_tags', ends);
      case 'tags_with_separator':
        return this.#separated(format);
      case 'dispatch':
      case 'token_dispatch':
        return this.#dispatch(format, type === 'token_dispatch', ends);
      default:
        return this.#tokens(type, format, ends) ?? this.#combined(type, format, ends);
    }
  }

  /** Compiles a token format. Returns undefined for other types. */
  #tokens(type: string, format: TagReader, ends: Ends): GrammarNode | undefined {
    const { numbers } = this.#compileContext;
    switch (type) {
      case 'token':
        return new TokenTerminal(numbers, { only: format.only('token').token('token') });
      case 'exclude_token':
        return new TokenTerminal(numbers, {
          but: new Set([...format.only('exclude_tokens').tokens('exclude_tokens'), ...ends.tokens]),
        });
      case 'any_tokens': {
        const excluded = format.only('exclude_tokens', 'max_tokens').tokens('exclude_tokens');
        return freeTokens(this.#compileContext, [...excluded, ...ends.tokens], format.limit('max_tokens', MAX_FREE));
      }
      default:
        return undefined;
    }
  }

  #combined(type: string, format: TagReader, ends: Ends): GrammarNode {
    const { numbers } = this.#compileContext;
    const repeat = (min: number, max: number) =>
      new Repeat(numbers, this.#format(format.part('content'), ends), min, max);
    switch (type) {
      case 'sequence': {
        const parts = format.only('elements').list('elements');
        return new Concatenation(
          numbers,
          parts.map((part, i) => this.#format(part, i === parts.length - 1 ? ends : NO_ENDS)),
        );
      }
      case 'or':
        return new Choice(
          numbers,
          format
            .only('elements')
            .list('elements', 1)
            .map((part) => this.#format(part, ends)),
        );
      case 'optional':
        format.only('content');
        return repeat(0, 1);
      case 'star':
        format.only('content');
        return repeat(0, Number.POSITIVE_INFINITY);
      case 'plus':
        format.only('content');
        return repeat(1, Number.POSITIVE_INFINITY);
      case 'repeat': {
        const [min, max] = [format.only('content', 'min', 'max').count('min'), format.limit('max')];
        if (min > max) throw format.error('min is above max');
        return repeat(min, max);
      }
      default:
        throw format.error(`the type ${JSON.stringify(type)} is not supported`);
    }
  }

  #tag(tag: TagReader): GrammarNode {
    const end = tag.only('begin', 'content', 'end').edge('end');
    const ends: Ends =
      'token' in end
        ? { texts: [], tokens: [end.token] }
        : { texts: end.texts.filter((text) => text !== ''), tokens: [] };
    const content = this.#format(tag.part('content'), ends);
    return new Concatenation(this.#compileContext.numbers, [this.#edge(tag.edge('begin')), content, this.#edge(end)]);
  }

  #edge(edge: Edge): GrammarNode {
    if ('token' in edge) return new TokenTerminal(this.#compileContext.numbers, { only: edge.token });
    return this.#literal(edge.texts.length > 0 ? edge.texts : ['']);
  }

  #triggered(format: TagReader, byTokens: boolean, ends: Ends): GrammarNode {
    const field = byTokens ? 'trigger_tokens' : 'triggers';
    format.only(field, byTokens ? 'exclude_tokens' : 'excludes', 'tags', 'at_least_one', 'stop_after_first');
    const triggers: Edge[] = byTokens
      ? format.tokens(field).map((token) => ({ token }))
      : format.texts(field).map((text) => ({ texts: [text] }));
    const free = this.#free(format, field, triggers, ends);
    const tags = format.list('tags', 1);
    for (const tag of tags) {
      const begin = tag.edge('begin');
      if (triggers.some((trigger) => begins(begin, trigger))) continue;
      const shown = JSON.stringify('token' in begin ? begin.token : begin.texts[0]);
      throw tag.error(`begin ${shown} does not start with any of the ${field}`);
    }
    const tag = new Choice(
      this.#compileContext.numbers,
      tags.map((each) => this.#tag(each)),
    );
    return interleaved(this.#compileContext.numbers, free, tag, {
      atLeastOne: format.flag('at_least_one'),
      once: format.flag('stop_after_first'),
    });
  }

  #dispatch(format: TagReader, byTokens: boolean, ends: Ends): GrammarNode {
    const { numbers } = this.#compileContext;
    format.only('rules', 'loop', byTokens ? 'exclude_tokens' : 'excludes');
    const rules = format.rules('rules', (rule): Edge => {
      return byTokens ? { token: rule.token('pattern') } : { texts: [rule.text('pattern')] };
    });
    const patterns = rules.map(({ pattern }) => pattern);
    const free = this.#free(format, 'rules', patterns, ends);
    const branches = rules.map(
      ({ pattern, part }) => new Concatenation(numbers, [this.#edge(pattern), this.#format(part, ends)]),
    );
    const once = !format.flagOr('loop', true);
    return interleaved(numbers, free, new Choice(numbers, branches), { atLeastOne: false, once });
  }

  /** Compiles the free part between dispatched formats. `patterns` are either all tokens or all texts. */
  #free(format: TagReader, field: string, patterns: readonly Edge[], ends: Ends): GrammarNode {
    const tokens = patterns.flatMap((pattern) => ('token' in pattern ? [pattern.token] : []));
    if (tokens.length > 0) {
      return freeTokens(this.#compileContext, [...tokens, ...format.tokens('exclude_tokens'), ...ends.tokens]);
    }
    const texts = patterns.flatMap((pattern) => ('texts' in pattern ? pattern.texts : []));
    if (texts.length === 0 || texts.includes('')) throw format.error(`${field} must be a non-empty list`);
    return freeText(this.#compileContext, [...texts, ...format.texts('excludes'), ...ends.texts]);
  }

  #separated(format: TagReader): GrammarNode {
    const { numbers } = this.#compileContext;
    const tag = new Choice(
      numbers,
      format
        .only('tags', 'separator', 'at_least_one', 'stop_after_first')
        .list('tags', 1)
        .map((each) => this.#tag(each)),
    );
    const further = new Concatenation(numbers, [this.#literal([format.text('separator')]), tag]);
    const once = format.flag('stop_after_first');
    const some = once
      ? tag
      : new Concatenation(numbers, [tag, new Repeat(numbers, further, 0, Number.POSITIVE_INFINITY)]);
    return format.flag('at_least_one') ? some : new Repeat(numbers, some, 0, 1);
  }

  #literal(texts: readonly string[]): GrammarNode {
    return new LiteralTerminal(this.#compileContext.numbers, texts);
  }
}

function begins(begin: Edge, trigger: Edge): boolean {
  if ('token' in begin || 'token' in trigger)
    return 'token' in begin && 'token' in trigger && begin.token === trigger.token;
  return begin.texts.length === 1 && begin.texts[0].startsWith(trigger.texts[0]);
}

/**
 * Compiles a part that a JSON Schema constrains. `older` is the style of an older type that is named after a style,
 * such as `qwen_xml_parameter`. Throws GrammarError.
 */
function jsonPart(
  compileContext: CompileContext,
  options: JsonOptions,
  format: TagReader,
  older?: string,
): GrammarNode {
  if (older !== undefined) format.only('json_schema');
  format.only('json_schema', 'style', 'max_whitespace_cnt', 'tag_whitespace', 'any_order', 'excludes');
  const schema = format.schema('json_schema');
  const excludes = format.texts('excludes');
  if (excludes.includes('')) throw format.error('excludes must be a list of non-empty strings');
  const most = format.limit('max_whitespace_cnt');
  const whitespace = most === Number.POSITIVE_INFINITY ? options.whitespace : { pattern: `[ \n\r\t]{0,${most}}` };
  const around = format.textOr('tag_whitespace', '');
  const tagWhitespace = around === '' ? whitespace : { pattern: around };
  const own: JsonOptions = { ...options, whitespace, tagWhitespace, anyOrder: format.flag('any_order'), excludes };
  const style = older ?? format.textOr('style', 'json');
  if (style === 'json') return new SchemaCompiler(compileContext, JSON.stringify(schema), own).compile();
  if (Object.hasOwn(LITERAL_STYLES, style)) {
    return new LiteralArguments(compileContext, own, LITERAL_STYLES[style as LiteralStyleName], schema).compile();
  }
  if (!Object.hasOwn(XML_STYLES, style)) {
    const known = ['json', ...Object.keys(XML_STYLES)].join(', ');
    throw format.error(`style must be one of ${known}; got ${JSON.stringify(style)}`);
  }
  return new XmlArguments(compileContext, own, XML_STYLES[style], schema).compile();
}

/** End marks of the enclosing tag, which free text must not contain. */
interface Ends {
  texts: readonly string[];
  tokens: readonly number[];
}

const NO_ENDS: Ends = { texts: [], tokens: [] };

/** Excluded pattern and length limits of free text. */
interface TextLimits {
  /** Regular expression that must not match anywhere; ignored if empty. */
  pattern?: string;
  characters: number;
  /** Tokens of the model. A token that lies only partly in the text counts too. */
  tokens: number;
}

const NO_LIMITS: TextLimits = { characters: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };

/** Compiles free text that contains none of `excluded` and no match of `pattern`. Throws GrammarError. */
function freeText(
  { terms, numbers }: CompileContext,
  excluded: readonly string[],
  { pattern = '', characters, tokens } = NO_LIMITS,
): GrammarNode {
  const matched = pattern === '' ? terms.none : fullMatch(terms, pattern);
  const term = terms.not(terms.sequence([terms.all, terms.or([terms.texts(excluded), matched]), terms.all]));
  const base = new TermAutomaton(terms, term);
  // Every prefix of a free text is a free text, so all lengths are possible (`free`).
  const content =
    characters < Number.POSITIVE_INFINITY ? new LengthContent(base, { min: 0, max: characters, free: true }) : base;
  if (content.start === undefined) throw new GrammarError('no free text is short enough');
  const name = content === base ? `text without ${JSON.stringify([pattern, ...excluded])}` : undefined;
  const text = new TextTerminal(numbers, content, name);
  return tokens < Number.POSITIVE_INFINITY ? new TokenBudget(numbers, text, tokens) : text;
}

/** Compiles up to `most` tokens, except those of `excluded` and special tokens. */
function freeTokens(
  { numbers }: CompileContext,
  excluded: readonly number[],
  most = Number.POSITIVE_INFINITY,
): GrammarNode {
  return new Repeat(numbers, new TokenTerminal(numbers, { but: new Set(excluded) }), 0, most);
}

interface Interleaving {
  /** Whether at least one tag must occur. The text then begins with it, as in XGrammar. */
  atLeastOne: boolean;
  /** Whether the text ends after the first tag. */
  once: boolean;
}

/** Compiles free text interleaved with tags. */
function interleaved(
  numbers: NodeNumbers,
  free: GrammarNode,
  tag: GrammarNode,
  { atLeastOne, once }: Interleaving,
): GrammarNode {
  if (once) return atLeastOne ? tag : new Concatenation(numbers, [free, new Repeat(numbers, tag, 0, 1)]);
  const more = new Repeat(numbers, new Concatenation(numbers, [tag, free]), 0, Number.POSITIVE_INFINITY);
  return new Concatenation(numbers, atLeastOne ? [tag, free, more] : [free, more]);
}
