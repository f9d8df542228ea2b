import type { TagFormat } from '../../grammar/grammar.ts';
import { LITERAL_STYLES } from '../../grammar/tags/literal-style.ts';
import { type ArgumentReader, JsonArguments } from './argument-reader.ts';
import { LiteralArgumentReader } from './literal-arguments.ts';
import { XmlArgumentReader } from './xml-arguments.ts';

/** How models of a family write the arguments of a call. */
export interface ArgumentSpelling {
  /** Their first character, which is the last of a call's head. */
  opens: string;
  /** Their text, where they match `schema`, an object's. */
  format(schema: object): TagFormat;
  /** Reads them; `parameters` is the tool's schema, where it is known. */
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
