import type { JsonOptions } from '../grammar.ts';
import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import type { GrammarNode } from '../machine/node.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import type { Term, Terms } from '../regular/terms.ts';
import type { ExcludedTexts } from './excluded-texts.ts';
import { Keywords, type TypeName } from './keywords.ts';
import type { Schema, SchemaObject } from './schema-text.ts';
import type { StringRuleReader, StringRules } from './string-rules.ts';
import { propertySchemas } from './validity.ts';

/** Values that a conjunction of schemas allows. `parts` is filled in later, since schemas may be recursive. */
export interface ValueEntry {
  parts: ValuePart[];
  /** Whether any value is valid. */
  possible: boolean;
  node: GrammarNode | undefined;
}

export interface ObjectPart {
  kind: 'object';
  named: { name: string; value: ValueEntry; required: boolean }[];
  others: { keys: TermAutomaton; size: number; value: ValueEntry }[];
  min: number;
  max: number;
}

export interface ArrayPart {
  kind: 'array';
  first: ValueEntry[];
  rest: ValueEntry;
  min: number;
  max: number;
}

/** Scalar values. `text` (strings) and `listed` (enum values) serve styles that write them differently from JSON. */
export interface ScalarPart {
  kind: 'terminal';
  type: TypeName;
  node: GrammarNode;
  text?: StringRules;
  listed?: readonly unknown[];
}

export type ValuePart = ScalarPart | ObjectPart | ArrayPart;

/** Sets `possible` of all entries. It is the least fixpoint, since a value of infinite depth cannot be written. */
export function markPossible(entries: readonly ValueEntry[]): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const entry of entries) {
      if (entry.possible || !entry.parts.some(isPossible)) continue;
      entry.possible = true;
      changed = true;
    }
  }
}

export function isPossible(part: ValuePart): boolean {
  if (part.kind === 'terminal') return true;
  if (part.kind === 'array') {
    if (part.min > part.max) return false;
    const needed = part.first.slice(0, part.min);
    return needed.every(({ possible }) => possible) && (part.min <= part.first.length || part.rest.possible);
  }
  const needed = part.named.filter(({ required }) => required);
  if (needed.length > part.max || !needed.every(({ value }) => value.possible)) return false;
  const named = part.named.filter(({ value }) => value.possible).length;
  const others = part.others.reduce((sum, { size, value }) => sum + (value.possible ? size : 0), 0);
  return named + others >= part.min && part.min <= part.max;
}

/** Dependencies of `objectPart`. */
interface Context {
  terms: Terms;
  strings: StringRuleReader;
  entry(schemas: readonly Schema[]): ValueEntry;
  allows(name: string, schema: Schema): boolean;
  /** Returns whether the options allow this property name, regardless of the schema. */
  writes(name: string): boolean;
  nameTerm(schemas: readonly Schema[]): Term;
  reading: ObjectReading;
}

export interface ObjectReading {
  /** Default of `additionalProperties` for schemas that list properties but omit the keyword. */
  open: boolean;
  /** Term of the allowed names of properties that the schema does not list. */
  names: Term;
}

/** Returns the reading of objects that are written as JSON. */
export function jsonReading(
  terms: Terms,
  { additionalProperties }: JsonOptions,
  excluded: ExcludedTexts | null,
): ObjectReading {
  return { open: additionalProperties, names: excluded?.names(terms) ?? terms.all };
}

/** Returns the objects that a conjunction of schemas allows. Throws GrammarError. */
export function objectPart(parts: readonly SchemaObject[], context: Context): ObjectPart {
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

/** Returns the properties that are not listed, grouped by the patterns that their names match. */
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
  /** Automaton of `term`, which matches at least one name. */
  keys: TermAutomaton;
  matched: readonly string[];
}

/** Partitions the names of `term` by the patterns that they match. Throws GrammarError for too many groups. */
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
