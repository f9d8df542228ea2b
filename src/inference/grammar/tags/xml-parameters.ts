import type { JsonOptions } from '../grammar.ts';
import { GrammarError } from '../grammar-error.ts';
import { SchemaCompiler } from '../json-schema/schema-compiler.ts';
import { isSchemaObject, type SchemaObject } from '../json-schema/schema-text.ts';
import { StringRuleReader } from '../json-schema/string-rules.ts';
import { Repeat, Sequence } from '../machine/controls.ts';
import { LiteralTerminal } from '../machine/literal-terminal.ts';
import type { GrammarNode } from '../machine/node.ts';
import { TextTerminal } from '../machine/text-terminal.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import type { Workshop } from '../workshop.ts';

const END = '\n</parameter>';

/**
 * The arguments of a call as Qwen3-Coder writes them: `<parameter=name>`, the value on lines of its own, `</parameter>`,
 * in the order of the schema's properties. Strings stand there as they are, other values as JSON. Throws GrammarError.
 */
export function xmlParameters(workshop: Workshop, options: JsonOptions, schema: object | boolean): GrammarNode {
  const root = schema as SchemaObject;
  const properties = typeof schema === 'boolean' ? {} : (root.properties ?? {});
  if (!isSchemaObject(properties)) throw new GrammarError('properties must be an object of schemas');
  const required = Array.isArray(root.required) ? root.required : [];
  const { numbers } = workshop;
  const members = Object.entries(properties).map(([name, property]) => {
    const member = new Sequence(numbers, [
      new LiteralTerminal(numbers, [`<parameter=${name}>\n`]),
      valueNode(workshop, options, root, property),
      new LiteralTerminal(numbers, [`${END}\n`]),
    ]);
    return required.includes(name) ? member : new Repeat(numbers, member, 0, 1);
  });
  return new Sequence(numbers, members);
}

function valueNode(workshop: Workshop, options: JsonOptions, root: SchemaObject, property: unknown): GrammarNode {
  const { terms, numbers } = workshop;
  if (isSchemaObject(property) && property.type === 'string') {
    const strings = new StringRuleReader(terms);
    const listed = Array.isArray(property.enum) ? property.enum : 'const' in property ? [property.const] : null;
    const given = listed?.filter((value) => typeof value === 'string' && strings.fits(value, [property]));
    const term = given ? terms.texts(given as string[]) : strings.asTerm(strings.read([property]));
    const free = terms.not(terms.sequence([terms.all, terms.text(END), terms.all]));
    const automaton = new TermAutomaton(terms, terms.and([term, free]));
    if (automaton.start === undefined) throw new GrammarError('no value is valid against the schema of a parameter');
    return new TextTerminal(numbers, automaton);
  }
  const { $defs, definitions } = root;
  const schema = isSchemaObject(property) ? { $defs, definitions, ...property } : property;
  return new SchemaCompiler(workshop, JSON.stringify(schema), options).compile();
}
