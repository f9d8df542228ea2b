import { GrammarError } from '../grammar-error.ts';
import { NAMELESS, resolveUri, type SchemaResource, schemaResources } from './schema-resource.ts';
import { isSchema, parseJson, type Schema, type SchemaObject } from './schema-text.ts';
import { wellKnownSchema } from './well-known-schemas.ts';

/** A schema's text, read, with what its references mean. */
export class SchemaDocument {
  readonly root: Schema;
  readonly #resources: Map<string, SchemaResource>;
  readonly #homes = new Map<SchemaObject, SchemaResource>();
  readonly #main: SchemaResource;

  /** Throws GrammarError for text that is not JSON, no schema, or too large. */
  constructor(text: string) {
    const value = parseJson(text, 'schema');
    if (!isSchema(value)) throw new GrammarError('the schema is neither an object nor a boolean');
    this.root = value;
    this.#resources = schemaResources(value, NAMELESS, this.#homes);
    [this.#main] = this.#resources.values();
  }

  /** The schemas that `schema` refers to, all of which hold too. Throws GrammarError where one leads nowhere. */
  references(schema: SchemaObject): Schema[] {
    const { $ref, $dynamicRef, $recursiveRef } = schema;
    const found: Schema[] = [];
    if ($ref !== undefined) found.push(this.#find('$ref', $ref, schema).target);
    if ($dynamicRef !== undefined) found.push(this.#findDynamic('$dynamicRef', $dynamicRef, schema));
    if ($recursiveRef !== undefined) found.push(this.#findDynamic('$recursiveRef', $recursiveRef, schema));
    return found;
  }

  /** `copy` lies where `schema` does. */
  adopt(copy: SchemaObject, schema: SchemaObject): void {
    this.#homes.set(copy, this.#homeOf(schema));
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
    return this.#homes.get(schema)?.uri ?? '#';
  }

  #find(keyword: string, reference: unknown, from: SchemaObject): Found {
    if (typeof reference !== 'string') throw new GrammarError(`${keyword} must be a string`);
    const shown = `${keyword} ${JSON.stringify(reference)}`;
    const place = resolveUri(reference, this.#homeOf(from).uri);
    if (place === null) throw new GrammarError(`${shown} is no URI`);
    const resource = this.#resources.get(place.uri) ?? this.#wellKnown(place.uri);
    if (resource === undefined) {
      const how = 'no schema is fetched; bring it along under $defs, with that $id';
      throw new GrammarError(`${shown} leads out of this document: ${how}`);
    }
    const { fragment } = place;
    const target =
      fragment === '' || fragment.startsWith('/') ? atPointer(resource.root, fragment) : resource.anchors.get(fragment);
    if (!isSchema(target)) throw new GrammarError(`${shown} leads to no schema of this document`);
    return { target, resource, fragment };
  }

  /**
   * What a reference means that goes to the outermost schema of its name on the way to it. The way is not kept: where
   * the document itself has none of that name and several in it do, there is no telling.
   */
  #findDynamic(keyword: string, reference: unknown, from: SchemaObject): Schema {
    const { target, resource, fragment } = this.#find(keyword, reference, from);
    if (resource.dynamic.get(fragment) !== target) return target;
    const outermost = this.#main.dynamic.get(fragment);
    if (outermost !== undefined) return outermost;
    const named = new Set([...this.#resources.values()].flatMap(({ dynamic }) => dynamic.get(fragment) ?? []));
    if (named.size === 1) return target;
    const shown = `${keyword} ${JSON.stringify(reference)}`;
    throw new GrammarError(`${shown} means one of ${named.size} schemas, by the way to it; that is not supported`);
  }

  #wellKnown(uri: string): SchemaResource | undefined {
    const schema = wellKnownSchema(uri);
    if (schema === undefined) return undefined;
    for (const [id, resource] of schemaResources(schema, uri, this.#homes)) this.#resources.set(id, resource);
    return this.#resources.get(uri);
  }

  #homeOf(schema: SchemaObject): SchemaResource {
    return this.#homes.get(schema) ?? this.#main;
  }
}

interface Found {
  target: Schema;
  resource: SchemaResource;
  fragment: string;
}

function atPointer(root: Schema, pointer: string): unknown {
  let value: unknown = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
