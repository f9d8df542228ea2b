import { GrammarError } from '../grammar-error.ts';
import { isSchema, isSchemaObject } from '../json-schema/schema-text.ts';

/** Reads the fields of one part of a structural tag; every method throws GrammarError that names the field. */
export class TagReader {
  readonly #value: Record<string, unknown>;
  readonly #path: string;

  constructor(value: unknown, path: string) {
    if (!isSchemaObject(value)) throw new GrammarError(`${path}: it must be an object`);
    this.#value = value;
    this.#path = path;
  }

  text(field: string): string {
    const value = this.#value[field];
    if (typeof value !== 'string') throw this.error(`${field} must be a string`);
    return value;
  }

  /** A string or several; none where the field is not there. */
  texts(field: string): string[] {
    const value = this.#value[field] ?? [];
    const list = typeof value === 'string' ? [value] : value;
    if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
      throw this.error(`${field} must be a list of strings`);
    }
    return list;
  }

  flag(field: string): boolean {
    const value = this.#value[field] ?? false;
    if (typeof value !== 'boolean') throw this.error(`${field} must be a boolean`);
    return value;
  }

  count(field: string): number {
    const value = this.#value[field];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 100_000) {
      throw this.error(`${field} must be a whole number from 0 to 100000`);
    }
    return value;
  }

  schema(field: string): object | boolean {
    const value = this.#value[field];
    if (!isSchema(value)) throw this.error(`${field} must be a schema`);
    return value;
  }

  part(field: string): TagReader {
    return new TagReader(this.#value[field], `${this.#path}.${field}`);
  }

  list(field: string, least = 0): TagReader[] {
    const value = this.#value[field];
    if (!Array.isArray(value) || value.length < least) {
      throw this.error(`${field} must be a list${least > 0 ? ' that is not empty' : ''}`);
    }
    return value.map((item, i) => new TagReader(item, `${this.#path}.${field}[${i}]`));
  }

  error(what: string): GrammarError {
    return new GrammarError(`${this.#path}: ${what}`);
  }
}
