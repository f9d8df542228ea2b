import { GrammarError } from '../grammar-error.ts';
import { isSchema, isSchemaObject } from '../json-schema/schema-text.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';

/** Begin or end of a tag: a token id, or one of several texts. */
export type Edge = { token: number } | { texts: string[] };

/** Largest value of `max_chars` and `max_tokens`, as in XGrammar. */
export const MAX_FREE = 2_147_483_647;

/** Reader of the fields of one part of a structural tag. Its methods throw GrammarError that names the field. */
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

  /** Throws if the part has a field other than `type` and `fields`. */
  only(...fields: string[]): this {
    const other = Object.keys(this.#value).find((field) => field !== 'type' && !fields.includes(field));
    if (other === undefined) return this;
    throw this.error(
      `${JSON.stringify(other)} is not supported with type ${JSON.stringify(this.#value.type ?? 'tag')}`,
    );
  }

  /** Reads a string or a list of strings. Returns an empty list if the field is absent. */
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

  textOr(field: string, absent: string): string {
    return this.#value[field] == null ? absent : this.text(field);
  }

  flagOr(field: string, absent: boolean): boolean {
    return this.#value[field] == null ? absent : this.flag(field);
  }

  count(field: string, most: number = GRAMMAR_LIMITS.repeats): number {
    const value = this.#value[field];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most) {
      throw this.error(`${field} must be an integer from 0 to ${most}`);
    }
    return value;
  }

  /** Reads a limit. Returns infinity if it is absent, null or -1. */
  limit(field: string, most: number = GRAMMAR_LIMITS.repeats): number {
    const value = this.#value[field] ?? -1;
    return value === -1 ? Number.POSITIVE_INFINITY : this.count(field, most);
  }

  /** Reads a token id. The request's token names have been replaced by ids before. */
  token(field: string): number {
    return this.#id(field, this.#value[field]);
  }

  tokens(field: string): number[] {
    const value = this.#value[field] ?? [];
    if (!Array.isArray(value)) throw this.error(`${field} must be a list of tokens`);
    return value.map((token, i) => this.#id(`${field}[${i}]`, token));
  }

  edge(field: string): Edge {
    const value = this.#value[field];
    if (field === 'begin' && typeof value !== 'string' && !isSchemaObject(value)) this.text(field);
    if (!isSchemaObject(value)) return { texts: this.texts(field) };
    const part = this.part(field).only('token');
    if (part.text('type') !== 'token') throw part.error('type must be "token"');
    return { token: part.token('token') };
  }

  /** Reads dispatch rules: pairs of a pattern and the format that must follow it. */
  rules<Pattern>(field: string, read: (rule: TagReader) => Pattern): { pattern: Pattern; part: TagReader }[] {
    const value = this.#value[field];
    if (!Array.isArray(value) || value.length === 0) throw this.error(`${field} must be a non-empty list`);
    return value.map((rule: unknown, i) => {
      if (!Array.isArray(rule) || rule.length !== 2) {
        throw this.error(`${field}[${i}] must be a pair of a pattern and a format`);
      }
      const reader = new TagReader({ pattern: rule[0], part: rule[1] }, `${this.#path}.${field}[${i}]`);
      return { pattern: read(reader), part: reader.part('part') };
    });
  }

  #id(field: string, value: unknown): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
    throw this.error(`${field} must be a token`);
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
      throw this.error(`${field} must be a ${least > 0 ? 'non-empty ' : ''}list`);
    }
    return value.map((item, i) => new TagReader(item, `${this.#path}.${field}[${i}]`));
  }

  error(what: string): GrammarError {
    return new GrammarError(`${this.#path}: ${what}`);
  }
}
