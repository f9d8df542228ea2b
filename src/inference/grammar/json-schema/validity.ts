import { GrammarError } from '../grammar-error.ts';
import type { ExcludedTexts } from './excluded-texts.ts';
import { Keywords, refuseKeywords, type TypeName } from './keywords.ts';
import type { NumberKeywords } from './numbers.ts';
import type { SchemaDocument } from './schema-document.ts';
import { isSchemaObject, type Schema, type SchemaObject } from './schema-text.ts';
import type { StringRuleReader } from './string-rules.ts';

/** Maximum depth of references and nested values in one check. */
const DEEPEST = 256;

/** Validator of `enum` and `const` values against the other keywords of their schema. */
export class Validity {
  readonly #document: SchemaDocument;
  readonly #strings: StringRuleReader;
  readonly #excluded: ExcludedTexts | null;
  #depth = 0;

  constructor(document: SchemaDocument, strings: StringRuleReader, excluded: ExcludedTexts | null) {
    this.#document = document;
    this.#strings = strings;
    this.#excluded = excluded;
  }

  /** Returns the `literals` that are valid by all of `schemas` and contain no excluded text. */
  kept(literals: readonly unknown[], schemas: readonly SchemaObject[]): unknown[] {
    return literals.filter((value) => this.allows(value) && schemas.every((schema) => this.isValid(value, schema)));
  }

  /** Returns whether `value` contains no excluded text. */
  allows(value: unknown): boolean {
    return this.#excluded === null || this.#excluded.allows(value);
  }

  /** Validates a value. Throws GrammarError for malformed or unsupported schemas that it meets. */
  isValid(value: unknown, schema: Schema): boolean {
    if (typeof schema === 'boolean') return schema;
    if (++this.#depth > DEEPEST) throw new GrammarError('a $ref refers to itself endlessly');
    try {
      return this.#isValid(value, schema);
    } finally {
      this.#depth -= 1;
    }
  }

  #isValid(value: unknown, schema: SchemaObject): boolean {
    refuseKeywords(schema);
    const keywords = new Keywords(schema);
    const types = keywords.types();
    if (types !== null && !types.some((type) => isOfType(value, type))) return false;
    if (!keywords.leaves(value)) return false;
    const all = [...this.#document.references(schema), ...(keywords.schemas('allOf') ?? [])];
    if (!all.every((part) => this.isValid(value, part))) return false;
    const any = keywords.schemas('anyOf');
    if (any && !any.some((part) => this.isValid(value, part))) return false;
    const one = keywords.schemas('oneOf');
    if (one && one.filter((part) => this.isValid(value, part)).length !== 1) return false;
    if (typeof value === 'string') return this.#strings.fits(value, [schema]);
    if (typeof value === 'number') return numberFits(value, keywords);
    if (Array.isArray(value)) return this.#arrayFits(value, keywords);
    return !isSchemaObject(value) || this.#objectFits(value, keywords);
  }

  #arrayFits(value: unknown[], keywords: Keywords): boolean {
    const { first, rest } = keywords.items();
    if (value.length < (keywords.count('minItems') ?? 0)) return false;
    if (value.length > (keywords.count('maxItems') ?? Number.POSITIVE_INFINITY)) return false;
    return value.every((item, i) => this.isValid(item, first[i] ?? rest ?? true));
  }

  #objectFits(value: SchemaObject, keywords: Keywords): boolean {
    const names = Object.keys(value);
    if (names.length < (keywords.count('minProperties') ?? 0)) return false;
    if (names.length > (keywords.count('maxProperties') ?? Number.POSITIVE_INFINITY)) return false;
    if (!keywords.required().every((name) => Object.hasOwn(value, name))) return false;
    const nameSchema = keywords.schema('propertyNames') ?? true;
    return names.every((name) => {
      if (!this.isValid(name, nameSchema)) return false;
      return propertySchemas(keywords, name, this.#strings).every((schema) => this.isValid(value[name], schema));
    });
  }
}

/** Returns the schemas that one schema applies to the property `name`. */
export function propertySchemas(keywords: Keywords, name: string, strings: StringRuleReader): Schema[] {
  const own = keywords.property(name);
  const matching = keywords
    .named('patternProperties')
    .filter(([pattern]) => strings.matches(name, strings.pattern(pattern)));
  const schemas = [...(own === undefined ? [] : [own]), ...matching.map(([, schema]) => schema)];
  return schemas.length > 0 ? schemas : [keywords.schema('additionalProperties') ?? true];
}

function isOfType(value: unknown, type: TypeName): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isSchemaObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function numberFits(value: number, keywords: Keywords): boolean {
  const asked: NumberKeywords = emptyNumberKeywords();
  keywords.addNumbers(asked);
  return (
    (!asked.integer || Number.isInteger(value)) &&
    asked.minimum.every((bound) => value >= bound) &&
    asked.maximum.every((bound) => value <= bound) &&
    asked.exclusiveMinimum.every((bound) => value > bound) &&
    asked.exclusiveMaximum.every((bound) => value < bound) &&
    asked.multipleOf.every((divisor) => Number.isInteger(value / divisor))
  );
}

export function emptyNumberKeywords(): NumberKeywords {
  return { integer: false, minimum: [], maximum: [], exclusiveMinimum: [], exclusiveMaximum: [], multipleOf: [] };
}
