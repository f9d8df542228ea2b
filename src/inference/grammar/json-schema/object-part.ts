import type { JsonOptions } from '../grammar.ts';
import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import type { Term, Terms } from '../regular/terms.ts';
import type { ExcludedTexts } from './excluded-texts.ts';
import { Keywords } from './keywords.ts';
import type { ObjectPart, ValueEntry } from './schema-parts.ts';
import type { Schema, SchemaObject } from './schema-text.ts';
import type { StringRuleReader } from './string-rules.ts';
import { propertySchemas } from './validity.ts';

interface Context {
  terms: Terms;
  strings: StringRuleReader;
  entry(schemas: readonly Schema[]): ValueEntry;
  allows(name: string, schema: Schema): boolean;
  /** Whether a property may be called so, whatever the schema says. */
  writes(name: string): boolean;
  nameTerm(schemas: readonly Schema[]): Term;
  reading: ObjectReading;
}

export interface ObjectReading {
  /** Whether other properties may be where a schema that lists some says nothing about others. */
  open: boolean;
  /** What other properties may be called, whatever the schema says. */
  names: Term;
}

/** How objects are read that are written as JSON. */
export function jsonReading(
  terms: Terms,
  { additionalProperties }: JsonOptions,
  excluded: ExcludedTexts | null,
): ObjectReading {
  return { open: additionalProperties, names: excluded?.names(terms) ?? terms.all };
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
    const schemas =
      context.writes(name) && nameSchemas.every((schema) => context.allows(name, schema))
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
  { terms, strings, entry, nameTerm, reading }: Context,
): ObjectPart['others'] {
  const lists = all.some(({ schema }) => schema.properties !== undefined || schema.patternProperties !== undefined);
  const free = [
    reading.names,
    terms.not(terms.texts(names)),
    ...(nameSchemas.length > 0 ? [nameTerm(nameSchemas)] : []),
  ];
  const patterns = new Set(all.flatMap(({ keywords }) => keywords.named('patternProperties').map(([p]) => p)));
  const groups = namesByPattern(terms.and(free), [...patterns], { terms, strings });
  return groups.flatMap(({ matched, keys }): ObjectPart['others'] => {
    const schemas = all.flatMap(({ keywords }): Schema[] => {
      const own = keywords.named('patternProperties').filter(([pattern]) => matched.includes(pattern));
      if (own.length > 0) return own.map(([, value]) => value);
      const additional = keywords.schema('additionalProperties');
      return additional === undefined ? [] : [additional];
    });
    if (schemas.length === 0 && lists && !reading.open) return [];
    if (schemas.includes(false)) return [];
    return [{ keys, size: keys.sizeFrom(keys.start as number), value: entry(schemas) }];
  });
}

interface NameGroup {
  term: Term;
  /** `term`, which some name fits. */
  keys: TermAutomaton;
  matched: readonly string[];
}

/** Takes the names that fit `term` apart by the patterns that they match. Throws GrammarError for too many groups. */
function namesByPattern(
  term: Term,
  patterns: readonly string[],
  { terms, strings }: Pick<Context, 'terms' | 'strings'>,
): NameGroup[] {
  const groupOf = (names: Term, matched: readonly string[]): NameGroup[] => {
    const keys = new TermAutomaton(terms, names);
    return keys.start === undefined ? [] : [{ term: names, keys, matched }];
  };
  return patterns.reduce(
    (groups, pattern) => {
      const fits = strings.pattern(pattern);
      const next = groups.flatMap((group) => [
        ...groupOf(terms.and([group.term, fits]), [...group.matched, pattern]),
        ...groupOf(terms.and([group.term, terms.not(fits)]), group.matched),
      ]);
      if (next.length <= GRAMMAR_LIMITS.alternatives) return next;
      const most = GRAMMAR_LIMITS.alternatives;
      throw new GrammarError(`the patterns of patternProperties overlap in more than ${most} ways, the limit`);
    },
    groupOf(term, []),
  );
}
