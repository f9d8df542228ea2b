import { GrammarError } from '../grammar-error.ts';
import metaSchemas from './meta-schemas.json' with { type: 'json' };
import { isSchema, isSchemaObject, parseJson, type Schema, type SchemaObject } from './schema-text.ts';

const META_SCHEMAS: Record<string, SchemaObject> = metaSchemas;

/** Parsed JSON Schema that resolves its references. */
export class SchemaDocument {
  readonly root: Schema;
  readonly #resources: Map<string, SchemaResource>;
  readonly #resourceBySchema = new Map<SchemaObject, SchemaResource>();
  readonly #main: SchemaResource;

  /** Throws GrammarError if the text is not JSON, is not a schema or is too large. */
  constructor(text: string) {
    const value = parseJson(text, 'schema');
    if (!isSchema(value)) throw new GrammarError('the schema is neither an object nor a boolean');
    this.root = value;
    this.#resources = schemaResources(value, NAMELESS, this.#resourceBySchema);
    [this.#main] = this.#resources.values();
  }

  /** Returns the schemas that `schema` references, which must all hold. Throws GrammarError for a broken reference. */
  references(schema: SchemaObject): Schema[] {
    const { $ref, $dynamicRef, $recursiveRef } = schema;
    const found: Schema[] = [];
    if ($ref !== undefined) found.push(this.#find('$ref', $ref, schema).target);
    if ($dynamicRef !== undefined) found.push(this.#findDynamic('$dynamicRef', $dynamicRef, schema));
    if ($recursiveRef !== undefined) found.push(this.#findDynamic('$recursiveRef', $recursiveRef, schema));
    return found;
  }

  /** Resolves references of `copy` as those of `schema`. */
  adopt(copy: SchemaObject, schema: SchemaObject): void {
    this.#resourceBySchema.set(copy, this.#resourceOf(schema));
  }

  /** Returns the JSON pointer of a schema in the document, such as `#/properties/tags`. */
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
    return this.#resourceBySchema.get(schema)?.uri ?? '#';
  }

  #find(keyword: string, reference: unknown, from: SchemaObject): Found {
    if (typeof reference !== 'string') throw new GrammarError(`${keyword} must be a string`);
    const shown = `${keyword} ${JSON.stringify(reference)}`;
    const place = resolveUri(reference, this.#resourceOf(from).uri);
    if (place === null) throw new GrammarError(`${shown} is not a URI`);
    const resource = this.#resources.get(place.uri) ?? this.#metaSchema(place.uri);
    if (resource === undefined) {
      const how = 'no schema is fetched; include it under $defs, with that $id';
      throw new GrammarError(`${shown} refers to another document: ${how}`);
    }
    const { fragment } = place;
    const target =
      fragment === '' || fragment.startsWith('/') ? atPointer(resource.root, fragment) : resource.anchors.get(fragment);
    if (!isSchema(target)) throw new GrammarError(`${shown} does not refer to a schema of this document`);
    return { target, resource, fragment };
  }

  /**
   * Resolves a dynamic reference: the outermost resource in the dynamic scope that has the anchor. The dynamic scope is
   * not tracked. If the root lacks the anchor and several inner resources have it, this throws GrammarError.
   */
  #findDynamic(keyword: string, reference: unknown, from: SchemaObject): Schema {
    const { target, resource, fragment } = this.#find(keyword, reference, from);
    if (resource.dynamic.get(fragment) !== target) return target;
    const outermost = this.#main.dynamic.get(fragment);
    if (outermost !== undefined) return outermost;
    const named = new Set([...this.#resources.values()].flatMap(({ dynamic }) => dynamic.get(fragment) ?? []));
    if (named.size === 1) return target;
    const shown = `${keyword} ${JSON.stringify(reference)}`;
    throw new GrammarError(
      `${shown} may refer to ${named.size} schemas, depending on the path to it; that is not supported`,
    );
  }

  /** Loads a meta-schema of a JSON Schema draft; undefined for other URIs. */
  #metaSchema(uri: string): SchemaResource | undefined {
    if (!Object.hasOwn(META_SCHEMAS, uri)) return undefined;
    for (const [id, resource] of schemaResources(META_SCHEMAS[uri], uri, this.#resourceBySchema))
      this.#resources.set(id, resource);
    return this.#resources.get(uri);
  }

  #resourceOf(schema: SchemaObject): SchemaResource {
    return this.#resourceBySchema.get(schema) ?? this.#main;
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

/** Schema resource (a schema with its own URI) and its anchors. */
interface SchemaResource {
  /** Base URI, without a fragment. */
  uri: string;
  root: Schema;
  /** Schemas by `$anchor` or `$dynamicAnchor`. */
  anchors: Map<string, SchemaObject>;
  /** Schemas by `$dynamicAnchor`. The key '' is the root, if it has `$recursiveAnchor`. */
  dynamic: Map<string, SchemaObject>;
}

/** URI of a document without `$id`. */
const NAMELESS = 'json-schema:///';

/** Keywords whose values contain no schemas. In a map of schemas these are ordinary names. */
const VALUES = new Set(['const', 'enum', 'default', 'examples']);
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);

/**
 * Splits the document `root` into resources by `$id`. `uri` is its default URI. Records the resource of each schema in
 * `resourceBySchema`. Throws GrammarError for a duplicate or invalid `$id` and for a duplicate anchor.
 */
function schemaResources(
  root: Schema,
  uri: string,
  resourceBySchema: Map<SchemaObject, SchemaResource>,
): Map<string, SchemaResource> {
  const resources = new Map<string, SchemaResource>();
  const begin = (schema: Schema, at: string): SchemaResource => {
    if (resources.has(at)) throw new GrammarError(`$id ${JSON.stringify(at)} appears twice`);
    const resource = { uri: at, root: schema, anchors: new Map(), dynamic: new Map() };
    resources.set(at, resource);
    return resource;
  };
  const walk = (value: unknown, outer: SchemaResource, isMap: boolean): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, outer, false);
    if (!isSchemaObject(value)) return;
    let resource = outer;
    if (!isMap) {
      const id = ownId(value, outer.uri);
      if (id !== null && value !== root) resource = begin(value, id);
      resourceBySchema.set(value, resource);
      collectAnchors(value, resource);
    }
    for (const [key, part] of Object.entries(value)) {
      if (isMap || !VALUES.has(key)) walk(part, resource, !isMap && MAPS.has(key));
    }
  };
  walk(root, begin(root, (isSchemaObject(root) ? ownId(root, uri) : null) ?? uri), false);
  return resources;
}

/** Resolves a reference against a base URI and splits off its fragment. Returns null if it is invalid. */
function resolveUri(reference: string, base: string): { uri: string; fragment: string } | null {
  try {
    const url = new URL(reference, base);
    const fragment = decodeURIComponent(url.hash.slice(1));
    url.hash = '';
    return { uri: url.href, fragment };
  } catch {
    return null;
  }
}

/** Returns the URI of a schema's `$id`. Null if it has none, or only an anchor in the older form `#name`. */
function ownId({ $id }: SchemaObject, base: string): string | null {
  if (typeof $id !== 'string' || $id.startsWith('#')) return null;
  const found = resolveUri($id, base);
  if (found === null) throw new GrammarError(`$id ${JSON.stringify($id)} is not a URI`);
  return found.uri;
}

function collectAnchors(schema: SchemaObject, resource: SchemaResource): void {
  const { $id, $anchor, $dynamicAnchor, $recursiveAnchor } = schema;
  const older = typeof $id === 'string' && $id.startsWith('#') ? $id.slice(1) : undefined;
  for (const anchor of [$anchor, $dynamicAnchor, older]) {
    if (typeof anchor !== 'string') continue;
    const known = resource.anchors.get(anchor);
    if (known !== undefined && known !== schema) {
      throw new GrammarError(`$anchor ${JSON.stringify(anchor)} appears twice`);
    }
    resource.anchors.set(anchor, schema);
  }
  if (typeof $dynamicAnchor === 'string') resource.dynamic.set($dynamicAnchor, schema);
  if ($recursiveAnchor === true && schema === resource.root) resource.dynamic.set('', schema);
}
