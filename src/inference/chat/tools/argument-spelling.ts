import type { TagFormat } from '../../grammar/grammar.ts';
import { LITERAL_STYLES } from '../../grammar/tags/literal-style.ts';
import { type ArgumentReader, JsonArguments } from './argument-reader.ts';
import { LiteralArgumentReader } from './literal-arguments.ts';
import { XmlArgumentReader } from './xml-arguments.ts';

/** Format in which a model family writes the arguments of a call. */
export interface ArgumentSpelling {
  /** First character of the arguments, which is also the last of a call's head. */
  opens: string;
  /** Returns the format of arguments that match `schema`, an object's schema. */
  format(schema: object): TagFormat;
  /** Returns a reader of the arguments; `parameters` is the tool's schema, if known. */
  reader(parameters: unknown): ArgumentReader;
}

const text = (value: string): TagFormat => ({ type: 'const_string', value });

/** A JSON object. */
export const JSON_ARGUMENTS: ArgumentSpelling = {
  opens: '{',
  format: (schema) => ({ type: 'json_schema', json_schema: schema }),
  reader: () => new JsonArguments(),
};

/** `>`, an element for each argument, `</function>`; a line break between any two tags. */
export const XML_ARGUMENTS: ArgumentSpelling = {
  opens: '>',
  format: (schema) => ({
    type: 'sequence',
    elements: [
      text('>'),
      { type: 'json_schema', json_schema: schema, style: 'qwen_xml', tag_whitespace: '\\n?' },
      text('</function>'),
    ],
  }),
  reader: (parameters) => new XmlArgumentReader(parameters),
};

/** `(name='value', ...)`. */
export const PYTHON_ARGUMENTS: ArgumentSpelling = {
  opens: '(',
  format: (schema) => ({
    type: 'sequence',
    elements: [text('('), { type: 'json_schema', json_schema: schema, style: 'python' }, text(')')],
  }),
  reader: () => new LiteralArgumentReader(LITERAL_STYLES.python),
};

/** `{name:<escape>value<escape>,...}`. */
export const FUNCTIONGEMMA_ARGUMENTS: ArgumentSpelling = {
  opens: '{',
  format: (schema) => ({
    type: 'sequence',
    elements: [text('{'), { type: 'json_schema', json_schema: schema, style: 'functiongemma' }, text('}')],
  }),
  reader: () => new LiteralArgumentReader(LITERAL_STYLES.functiongemma),
};
