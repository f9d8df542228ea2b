import { compileRegex } from '../compile-regex.ts';
import type { JsonOptions } from '../grammar.ts';
import { SchemaCompiler } from '../json-schema/schema-compiler.ts';
import { parseJson } from '../json-schema/schema-text.ts';
import { Choice, Repeat, Sequence } from '../machine/controls.ts';
import { LiteralTerminal } from '../machine/literal-terminal.ts';
import type { GrammarNode } from '../machine/node.ts';
import { TextTerminal } from '../machine/text-terminal.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import { compileGrammarText } from '../rules/grammar-text.ts';
import type { Workshop } from '../workshop.ts';
import { TagReader } from './tag-reader.ts';
import { xmlParameters } from './xml-parameters.ts';

/** Compiles the format of a structural tag. */
export class TagCompiler {
  readonly #workshop: Workshop;
  readonly #options: JsonOptions;

  constructor(workshop: Workshop, options: JsonOptions) {
    this.#workshop = workshop;
    this.#options = options;
  }

  /** Throws GrammarError. */
  compile(text: string): GrammarNode {
    return this.#format(new TagReader(parseJson(text, 'structural tag'), 'format'), []);
  }

  /** `ends`: what may not be in free text, as it ends the tag around it. */
  #format(format: TagReader, ends: readonly string[]): GrammarNode {
    const { numbers } = this.#workshop;
    const type = format.text('type');
    switch (type) {
      case 'const_string':
        return this.#literal([format.text('value')]);
      case 'json_schema':
        return this.#json(format.schema('json_schema'));
      case 'qwen_xml_parameter':
        return xmlParameters(this.#workshop, this.#options, format.schema('json_schema'));
      case 'any_text':
        return this.#freeText([...format.texts('excludes'), ...ends]);
      case 'regex':
        return compileRegex(this.#workshop, format.text('pattern'));
      case 'grammar':
        return compileGrammarText(this.#workshop, format.text('grammar'));
      case 'sequence': {
        const parts = format.list('elements');
        return new Sequence(
          numbers,
          parts.map((part, i) => this.#format(part, i === parts.length - 1 ? ends : [])),
        );
      }
      case 'or':
        return new Choice(
          numbers,
          format.list('elements', 1).map((part) => this.#format(part, ends)),
        );
      case 'optional':
        return new Repeat(numbers, this.#format(format.part('content'), ends), 0, 1);
      case 'star':
        return new Repeat(numbers, this.#format(format.part('content'), ends), 0, Number.POSITIVE_INFINITY);
      case 'plus':
        return new Repeat(numbers, this.#format(format.part('content'), ends), 1, Number.POSITIVE_INFINITY);
      case 'repeat': {
        const [min, max] = [format.count('min'), format.count('max')];
        if (min > max) throw format.error('min is above max');
        return new Repeat(numbers, this.#format(format.part('content'), ends), min, max);
      }
      case 'tag':
        return this.#tag(format);
      case 'triggered_tags':
        return this.#triggered(format, ends);
      case 'tags_with_separator':
        return this.#separated(format);
      default:
        throw format.error(`the type ${JSON.stringify(type)} is not supported`);
    }
  }

  #tag(tag: TagReader): GrammarNode {
    const end = tag.texts('end');
    const content = this.#format(
      tag.part('content'),
      end.filter((text) => text !== ''),
    );
    return new Sequence(this.#workshop.numbers, [
      this.#literal([tag.text('begin')]),
      content,
      this.#literal(end.length > 0 ? end : ['']),
    ]);
  }

  #triggered(format: TagReader, ends: readonly string[]): GrammarNode {
    const { numbers } = this.#workshop;
    const triggers = format.texts('triggers');
    if (triggers.length === 0 || triggers.includes('')) throw format.error('triggers must be a list of texts');
    const tags = format.list('tags', 1);
    for (const tag of tags) {
      const begin = tag.text('begin');
      if (!triggers.some((trigger) => begin.startsWith(trigger))) {
        throw tag.error(`begin ${JSON.stringify(begin)} starts with none of the triggers`);
      }
    }
    const tag = new Choice(
      numbers,
      tags.map((each) => this.#tag(each)),
    );
    const text = this.#freeText([...triggers, ...format.texts('excludes'), ...ends]);
    const once = format.flag('stop_after_first');
    // The first tag that has to come comes at once, as XGrammar has it.
    if (format.flag('at_least_one')) {
      return once
        ? tag
        : new Sequence(numbers, [
            tag,
            text,
            new Repeat(numbers, new Sequence(numbers, [tag, text]), 0, Number.POSITIVE_INFINITY),
          ]);
    }
    const more = once
      ? new Repeat(numbers, tag, 0, 1)
      : new Repeat(numbers, new Sequence(numbers, [tag, text]), 0, Number.POSITIVE_INFINITY);
    return new Sequence(numbers, [text, more]);
  }

  #separated(format: TagReader): GrammarNode {
    const { numbers } = this.#workshop;
    const tag = new Choice(
      numbers,
      format.list('tags', 1).map((each) => this.#tag(each)),
    );
    const further = new Sequence(numbers, [this.#literal([format.text('separator')]), tag]);
    const once = format.flag('stop_after_first');
    const some = once ? tag : new Sequence(numbers, [tag, new Repeat(numbers, further, 0, Number.POSITIVE_INFINITY)]);
    return format.flag('at_least_one') ? some : new Repeat(numbers, some, 0, 1);
  }

  #json(schema: object | boolean): GrammarNode {
    return new SchemaCompiler(this.#workshop, JSON.stringify(schema), this.#options).compile();
  }

  #literal(texts: readonly string[]): GrammarNode {
    return new LiteralTerminal(this.#workshop.numbers, texts);
  }

  /** Any text in which none of `excluded` is. */
  #freeText(excluded: readonly string[]): GrammarNode {
    const { terms, numbers } = this.#workshop;
    const within = terms.sequence([terms.all, terms.texts(excluded), terms.all]);
    return new TextTerminal(numbers, new TermAutomaton(terms, terms.not(within)));
  }
}
