import { GrammarError } from '../grammar-error.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import { LanguageSizes } from '../regular/language-size.ts';
import type { Term, Terms } from '../regular/terms.ts';
import { Keywords } from './keywords.ts';
import type { Schema, SchemaObject } from './schema-document.ts';
import type { ObjectPart, ValueEntry } from './schema-parts.ts';
import type { StringRuleReader } from './string-rules.ts';
import { propertySchemas } from './validity.ts';

/** Different patterns in the patternProperties of one object: each doubles the groups of names. */
const MOST_PATTERNS = 8;

interface Context {
  terms: Terms;
  strings: StringRuleReader;
  entry(schemas: readonly Schema[]): ValueEntry;
  allows(name: string, schema: Schema): boolean;
  nameTerm(schemas: readonly Schema[]): Term;
  /** What other properties may be where a schema that lists some says nothing about others. */
  open: boolean;
}

/** What schemas that all hold say of objects; null where none fits. Throws GrammarError. */
export function objectPart(parts: readonly SchemaObject[], context: Context): ObjectPart | null {
  const all = parts.map((schema) => ({ schema, keywords: new Keywords(schema) }));
  const required = new Set(all.flatMap(({ keywords }) => keywords.required()));
  const nameSchemas = all
    .map(({ keywords }) => keywords.schema('propertyNames'))
    .filter((schema) => schema !== undefined);
  const listed = all.flatMap(({ keywords }) => keywords.named('properties').map(([name]) => name));
  const names = [...new Set([...listed, ...required])];
  const named: ObjectPart['named'] = [];
  for (const name of names) {
    const schemas = nameSchemas.every((schema) => context.allows(name, schema))
      ? all.flatMap(({ keywords }) => propertySchemas(keywords, name, context.strings))
      : [false];
    named.push({ name, value: context.entry(schemas), required: required.has(name) });
  }
  return {
    kind: 'object',
    named,
    others: others(all, names, nameSchemas, context),
    min: Math.max(0, ...all.map(({ keywords }) => keywords.count('minProperties') ?? 0)),
    max: Math.min(...all.map(({ keywords }) => keywords.count('maxProperties') ?? Number.POSITIVE_INFINITY)),
  };
}

/** Groups of the names that are not listed, by the patterns that they match. */
function others(
  all: readonly { schema: SchemaObject; keywords: Keywords }[],
  names: readonly string[],
  nameSchemas: readonly Schema[],
  { terms, strings, entry, nameTerm, open }: Context,
): ObjectPart['others'] {
  const patterns = [...new Set(all.flatMap(({ keywords }) => keywords.named('patternProperties').map(([p]) => p)))];
  if (patterns.length > MOST_PATTERNS) {
    throw new GrammarError(`patternProperties has ${patterns.length} patterns; ${MOST_PATTERNS} is the limit`);
  }
  const lists = all.some(({ schema }) => schema.properties !== undefined || schema.patternProperties !== undefined);
  const free = [terms.not(terms.texts(names)), ...(nameSchemas.length > 0 ? [nameTerm(nameSchemas)] : [])];
  return Array.from({ length: 2 ** patterns.length }, (_, group) => {
    const matched = patterns.filter((_pattern, i) => (group >> i) % 2 === 1);
    const schemas = all.flatMap(({ keywords }): Schema[] => {
      const own = keywords.named('patternProperties').filter(([pattern]) => matched.includes(pattern));
      if (own.length > 0) return own.map(([, value]) => value);
      const additional = keywords.schema('additionalProperties');
      return additional === undefined ? [] : [additional];
    });
    if (schemas.length === 0 && lists && !open) return [];
    if (schemas.includes(false)) return [];
    const term = terms.and([
      ...free,
      ...patterns.map((p) => (matched.includes(p) ? strings.pattern(p) : terms.not(strings.pattern(p)))),
    ]);
    const keys = new TermAutomaton(terms, term);
    if (keys.start === undefined) return [];
    return [{ keys, size: new LanguageSizes(keys).from(keys.start), value: entry(schemas) }];
  }).flat();
}
