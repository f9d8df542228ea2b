import type { CompileContext } from '../compile-context.ts';
import type { JsonOptions } from '../grammar.ts';
import { SchemaCompiler } from '../json-schema/schema-compiler.ts';
import type { GrammarNode } from '../machine/node.ts';
import type { TagReader } from './tag-reader.ts';
import { XmlArguments } from './xml-arguments.ts';
import { XML_STYLES } from './xml-styles.ts';

/**
 * A part that is held to a JSON Schema; `older` is the style of the types that are named after one. Throws
 * GrammarError.
 */
export function jsonPart(
  compileContext: CompileContext,
  options: JsonOptions,
  format: TagReader,
  older?: string,
): GrammarNode {
  if (older !== undefined) format.only('json_schema');
  format.only('json_schema', 'style', 'max_whitespace_cnt', 'any_order', 'excludes');
  const schema = format.schema('json_schema');
  const excludes = format.texts('excludes');
  if (excludes.includes('')) throw format.error('excludes must be a list of strings that are not empty');
  const most = format.limit('max_whitespace_cnt');
  const whitespace = most === Number.POSITIVE_INFINITY ? options.whitespace : { pattern: `[ \n\r\t]{0,${most}}` };
  const own: JsonOptions = { ...options, whitespace, anyOrder: format.flag('any_order'), excludes };
  const style = older ?? format.textOr('style', 'json');
  if (style === 'json') return new SchemaCompiler(compileContext, JSON.stringify(schema), own).compile();
  if (!Object.hasOwn(XML_STYLES, style)) {
    const known = ['json', ...Object.keys(XML_STYLES)].join(', ');
    throw format.error(`style must be one of ${known}; it is ${JSON.stringify(style)}`);
  }
  return new XmlArguments(compileContext, own, XML_STYLES[style], schema).compile();
}
