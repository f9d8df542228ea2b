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
  /** The schema with an `$id` that each schema lies in, where that is not the root: what `#` means there. */
  readonly #bases = new Map<SchemaObject, SchemaObject>();

  /** Throws GrammarError for text that is not JSON, no schema, or too large. */
  constructor(text: string) {
    const value = parseJson(text, 'schema');
    if (!isSchema(value)) throw new GrammarError('the schema is neither an object nor a boolean');
    this.root = value;
    this.#collectNames(value, null);
  }

  /** What a reference in the schema `from` means. Throws GrammarError where it leads nowhere, or out of the document. */
  resolve(reference: string, from: SchemaObject): Schema {
    const value = this.#find(reference, this.#bases.get(from) ?? this.root);
    if (!isSchema(value)) {
      throw new GrammarError(`$ref ${JSON.stringify(reference)} leads to no schema of this document`);
    }
    return value;
  }

  /** Where in the document a schema of it lies, such as `#/properties/tags`. */
  pointerTo(schema: SchemaObject): string {
    const open: { value: unknown; pointer: string }[] = [{ value: this.root, pointer: '#' }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value, pointer } = next;
      if (value === schema) return pointer;
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, inner] of Object.entries(value)) {
        open.push({ value: inner, pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` });
      }
    }
    return '#';
  }

  #find(reference: string, own: Schema): unknown {
    if (reference === '#' || reference === '') return own;
    const named = this.#names.get(reference);
    if (named !== undefined) return named;
    const at = reference.indexOf('#');
    const base = at > 0 ? this.#names.get(reference.slice(0, at)) : own;
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

  #collectNames(value: unknown, outer: SchemaObject | null): void {
    if (Array.isArray(value)) for (const item of value) this.#collectNames(item, outer);
    if (!isSchemaObject(value)) return;
    const { $id, $anchor, $dynamicAnchor } = value;
    const base = typeof $id === 'string' && !$id.startsWith('#') && value !== this.root ? value : outer;
    if (base !== null) this.#bases.set(value, base);
    if (typeof $id === 'string') this.#names.set($id.replace(/#$/, ''), value);
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor !== 'string') continue;
      const name = `#${anchor}`;
      if (this.#names.has(name)) throw new GrammarError(`$anchor ${JSON.stringify(anchor)} is there twice`);
      this.#names.set(name, value);
    }
    for (const key of Object.keys(value)) if (key !== 'const' && key !== 'enum') this.#collectNames(value[key], base);
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
