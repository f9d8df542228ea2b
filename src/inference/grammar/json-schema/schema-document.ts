import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import { checkTextSize } from '../text-size.ts';

export type SchemaObject = Record<string, unknown>;
export type Schema = SchemaObject | boolean;

/** A schema's text, read, with what its references mean. */
export class SchemaDocument {
  readonly root: Schema;
  /** Schemas by `$id`, `$anchor` and `$dynamicAnchor`. */
  readonly #names = new Map<string, unknown>();

  /** Throws GrammarError for text that is not JSON, no schema, or too large. */
  constructor(text: string) {
    const value = parseJson(text, 'schema');
    if (!isSchema(value)) throw new GrammarError('the schema is neither an object nor a boolean');
    this.root = value;
    this.#collectNames(value);
  }

  /** Throws GrammarError for a reference that leads nowhere, or out of the document. */
  resolve(reference: string): Schema {
    const value = this.#find(reference);
    if (!isSchema(value)) {
      throw new GrammarError(`$ref ${JSON.stringify(reference)} leads to no schema of this document`);
    }
    return value;
  }

  #find(reference: string): unknown {
    if (reference === '#' || reference === '') return this.root;
    const named = this.#names.get(reference);
    if (named !== undefined) return named;
    const at = reference.indexOf('#');
    const base = at > 0 ? this.#names.get(reference.slice(0, at)) : this.root;
    const fragment = at < 0 ? undefined : reference.slice(at + 1);
    if (base === undefined || fragment === undefined) return undefined;
    let pointer: string;
    try {
      pointer = decodeURIComponent(fragment);
    } catch {
      return undefined;
    }
    if (!pointer.startsWith('/')) return undefined;
    let value: unknown = base;
    for (const part of pointer.slice(1).split('/')) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
      value = (value as Record<string, unknown>)[key];
    }
    return value;
  }

  #collectNames(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.#collectNames(item);
    if (!isSchemaObject(value)) return;
    const { $id, $anchor, $dynamicAnchor } = value;
    if (typeof $id === 'string') this.#names.set($id.replace(/#$/, ''), value);
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor !== 'string') continue;
      const name = `#${anchor}`;
      if (this.#names.has(name)) throw new GrammarError(`$anchor ${JSON.stringify(anchor)} is there twice`);
      this.#names.set(name, value);
    }
    for (const key of Object.keys(value)) if (key !== 'const' && key !== 'enum') this.#collectNames(value[key]);
  }
}

/** Reads JSON of a bounded size and depth. Throws GrammarError, with `what` in front. */
export function parseJson(text: string, what: string): unknown {
  checkTextSize(text, what);
  let depth = 0;
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    if (depth > GRAMMAR_LIMITS.depth) {
      throw new GrammarError(`the ${what} nests more than ${GRAMMAR_LIMITS.depth} levels, which is the limit`);
    }
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GrammarError(`the ${what} is not JSON: ${(error as Error).message}`);
  }
}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isSchemaObject(value);
}
