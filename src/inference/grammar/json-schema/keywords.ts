import { isDeepStrictEqual } from 'node:util';
import { GrammarError } from '../grammar-error.ts';
import { numberFormat } from './formats.ts';
import type { NumberKeywords } from './numbers.ts';
import { isSchema, isSchemaObject, type Schema, type SchemaObject } from './schema-text.ts';

export const TYPES = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object'] as const;
export type TypeName = (typeof TYPES)[number];

/** Unsupported keywords, with a test for values that have no effect and are therefore accepted. */
const REFUSED: Record<string, (value: unknown) => boolean> = {
  not: (value) => value === false,
  if: () => false,
  dependentRequired: isEmpty,
  dependentSchemas: isEmpty,
  dependencies: isEmpty,
  unevaluatedProperties: isOpen,
  unevaluatedItems: isOpen,
  uniqueItems: (value) => value === false,
  contains: () => false,
};

/** Throws GrammarError, naming the keyword, if a schema has an unsupported one. */
export function refuseKeywords(schema: SchemaObject): void {
  for (const [keyword, harmless] of Object.entries(REFUSED)) {
    if (Object.hasOwn(schema, keyword) && !harmless(schema[keyword])) {
      throw new GrammarError(`the keyword ${keyword} is not supported`);
    }
  }
}

/** Objects whose values have been checked to be schemas, so that each of thousands of lookups need not check again. */
const mapsOfSchemas = new WeakSet<object>();
/** Values of `enum` lists as sets, for fast lookups. */
const valuesOf = new WeakMap<readonly unknown[], Set<unknown>>();

/** Typed access to the keywords of one schema. Methods throw GrammarError for values of the wrong type. */
export class Keywords {
  readonly #schema: SchemaObject;

  constructor(schema: SchemaObject) {
    this.#schema = schema;
  }

  /** Reads `type` and `nullable`. Returns null if any type is allowed. */
  types(): readonly TypeName[] | null {
    const { type, nullable } = this.#schema;
    if (type === undefined) return null;
    const types = Array.isArray(type) ? type : [type];
    for (const name of types) {
      if (!TYPES.includes(name)) {
        throw new GrammarError(`type ${JSON.stringify(name)} is not known; allowed are ${TYPES.join(', ')}`);
      }
    }
    return nullable === true ? [...types, 'null'] : types;
  }

  /** Returns the values that `enum` and `const` allow; null if both are absent. */
  literals(): unknown[] | null {
    const { const: only, enum: listed } = this.#schema;
    if (listed !== undefined && !Array.isArray(listed)) throw new GrammarError('enum must be a list');
    if (!Object.hasOwn(this.#schema, 'const')) return listed ?? null;
    return listed === undefined || listed.some((value) => isDeepStrictEqual(value, only)) ? [only] : [];
  }

  /** Returns whether `enum` and `const` allow this value. */
  leaves(value: unknown): boolean {
    const literals = this.literals();
    if (literals === null) return true;
    if (typeof value !== 'string') return literals.some((literal) => isDeepStrictEqual(literal, value));
    const values = valuesOf.get(literals) ?? new Set(literals);
    valuesOf.set(literals, values);
    return values.has(value);
  }

  /** Reads a non-negative integer such as minLength. */
  count(keyword: string): number | undefined {
    const value = this.#schema[keyword];
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
      throw new GrammarError(`${keyword} must be a non-negative integer`);
    }
    return value;
  }

  text(keyword: string): string | undefined {
    const value = this.#schema[keyword];
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw new GrammarError(`${keyword} must be a string`);
    return value;
  }

  schema(keyword: string): Schema | undefined {
    const value = this.#schema[keyword];
    if (value === undefined) return undefined;
    if (!isSchema(value)) throw new GrammarError(`${keyword} must be a schema`);
    return value;
  }

  schemas(keyword: string): Schema[] | undefined {
    const value = this.#schema[keyword];
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || !value.every(isSchema) || (value.length === 0 && keyword !== 'prefixItems')) {
      throw new GrammarError(`${keyword} must be a list of schemas`);
    }
    return value;
  }

  /** Reads a map of schemas, such as `properties`, as entries in source order. */
  named(keyword: string): [string, Schema][] {
    return Object.entries(this.#mapOf(keyword));
  }

  /** Returns the schema of a property in `properties`. */
  property(name: string): Schema | undefined {
    const properties = this.#mapOf('properties');
    return Object.hasOwn(properties, name) ? properties[name] : undefined;
  }

  #mapOf(keyword: string): Record<string, Schema> {
    const value = this.#schema[keyword] ?? {};
    const isMap = isSchemaObject(value) && (mapsOfSchemas.has(value) || Object.values(value).every(isSchema));
    if (!isMap) throw new GrammarError(`${keyword} must be an object of schemas`);
    mapsOfSchemas.add(value);
    return value as Record<string, Schema>;
  }

  required(): string[] {
    const value = this.#schema.required ?? [];
    // Refuses the boolean form of draft 3 and OpenAPI 2, which marked a single property.
    if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
      throw new GrammarError('required must be a list of strings');
    }
    return value;
  }

  /** Returns the schemas of the first elements and the schema of all later ones. */
  items(): { first: Schema[]; rest: Schema | undefined } {
    const { items } = this.#schema;
    if (Array.isArray(items)) return { first: this.schemas('items') ?? [], rest: this.schema('additionalItems') };
    return { first: this.schemas('prefixItems') ?? [], rest: this.schema('items') };
  }

  /** Adds this schema's constraints on numbers to `asked`. */
  addNumbers(asked: NumberKeywords): void {
    const bound = (keyword: string): number | undefined => {
      const value = this.#schema[keyword];
      if (value === undefined || typeof value === 'boolean') return undefined;
      if (typeof value !== 'number' || !Number.isFinite(value)) throw new GrammarError(`${keyword} must be a number`);
      return value;
    };
    for (const side of ['minimum', 'maximum'] as const) {
      const exclusive = side === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
      const [limit, beyond] = [bound(side), bound(exclusive)];
      // In draft 4, exclusiveMinimum is a boolean that modifies minimum.
      if (limit !== undefined) asked[this.#schema[exclusive] === true ? exclusive : side].push(limit);
      if (beyond !== undefined) asked[exclusive].push(beyond);
    }
    const multiple = bound('multipleOf');
    if (multiple !== undefined) {
      if (multiple <= 0) throw new GrammarError('multipleOf must be above 0');
      asked.multipleOf.push(multiple);
    }
    const format = numberFormat(this.text('format') ?? '');
    if (format !== null) {
      asked.integer ||= format.integer;
      asked.minimum.push(format.minimum);
      asked.maximum.push(format.maximum);
    }
  }
}

function isEmpty(value: unknown): boolean {
  return isSchemaObject(value) && Object.keys(value).length === 0;
}

function isOpen(value: unknown): boolean {
  return value === true || isEmpty(value);
}

/** Returns the types that all schemas allow. */
export function typesOf(all: readonly Keywords[]): TypeName[] {
  const lists = all.map((keywords) => keywords.types()).filter((types) => types !== null);
  const allowed = TYPES.filter((type) =>
    lists.every((types) => types.includes(type) || (type === 'integer' && types.includes('number'))),
  );
  // `number` includes `integer`.
  return allowed.includes('number') ? allowed.filter((type) => type !== 'integer') : allowed;
}
