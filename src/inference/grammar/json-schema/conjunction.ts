import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import { Keywords, refuseKeywords } from './keywords.ts';
import type { SchemaDocument } from './schema-document.ts';
import type { Schema, SchemaObject } from './schema-text.ts';

/** Unexpanded anyOf or oneOf, with the schemas on the path to it (to detect reference cycles). */
interface OpenChoice {
  branches: readonly Schema[];
  through: ReadonlySet<SchemaObject>;
}

/** Partly expanded conjunction: schemas that all hold, and choices that are still to be expanded. */
interface Flat {
  parts: readonly SchemaObject[];
  choices: readonly OpenChoice[];
}

/** Callback for every oneOf, whose branches must be disjoint. */
type OnOneOf = (owner: SchemaObject, branches: readonly Schema[]) => void;

/**
 * Expands the conjunction of `schemas` to disjunctive normal form. A value is valid exactly if it satisfies all schemas
 * of one of the returned lists, with their $ref, allOf, anyOf and oneOf ignored. Throws GrammarError.
 */
export function alternatives(
  document: SchemaDocument,
  schemas: readonly Schema[],
  onOneOf: OnOneOf,
): (readonly SchemaObject[])[] {
  const found: (readonly SchemaObject[])[] = [];
  const open: Flat[] = [];
  const none: ReadonlySet<SchemaObject> = new Set();
  const start = flatten(document, { parts: [], choices: [] }, schemas, none, onOneOf);
  if (start) open.push(start);
  for (let flat = open.pop(); flat !== undefined; flat = open.pop()) {
    const [choice, ...choices] = flat.choices;
    if (choice === undefined) {
      found.push(flat.parts);
      if (found.length > GRAMMAR_LIMITS.alternatives) {
        throw new GrammarError(
          `anyOf and oneOf combine to more than ${GRAMMAR_LIMITS.alternatives} alternatives, the limit`,
        );
      }
      continue;
    }
    for (const branch of [...choice.branches].reverse()) {
      const next = flatten(document, { parts: flat.parts, choices }, [branch], choice.through, onOneOf);
      if (next) open.push(next);
    }
  }
  return found;
}

/** Adds `schemas` to a conjunction, with references and allOf expanded. Returns null if no value is valid. */
function flatten(
  document: SchemaDocument,
  start: Flat,
  schemas: readonly Schema[],
  through: ReadonlySet<SchemaObject>,
  onOneOf: OnOneOf,
): Flat | null {
  const parts = new Set(start.parts);
  const choices = [...start.choices];
  const add = (schema: Schema, from: ReadonlySet<SchemaObject>): boolean => {
    if (typeof schema === 'boolean') return schema;
    if (from.has(schema)) throw new GrammarError('a $ref refers to itself endlessly');
    if (parts.has(schema)) return true;
    refuseKeywords(schema);
    parts.add(schema);
    const on = new Set(from).add(schema);
    const keywords = new Keywords(schema);
    for (const part of [...document.references(schema), ...(keywords.schemas('allOf') ?? [])]) {
      if (!add(part, on)) return false;
    }
    const any = keywords.schemas('anyOf');
    if (any) choices.push({ branches: any, through: on });
    const one = keywords.schemas('oneOf');
    if (one) {
      onOneOf(schema, one);
      choices.push({ branches: one, through: on });
    }
    return true;
  };
  for (const schema of schemas) if (!add(schema, through)) return null;
  return { parts: [...parts], choices };
}
