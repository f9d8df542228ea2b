import { GrammarError } from '../grammar-error.ts';
import { isSchemaObject, type Schema, type SchemaObject } from './schema-text.ts';

/** A schema with a URI of its own, and the schemas in it that have names. */
export interface SchemaResource {
  /** Without a fragment. */
  uri: string;
  root: Schema;
  /** Schemas by `$anchor` and `$dynamicAnchor`. */
  anchors: Map<string, SchemaObject>;
  /** Those of them that `$dynamicRef` may mean from elsewhere; '' is the root itself, by `$recursiveAnchor`. */
  dynamic: Map<string, SchemaObject>;
}

/** What a document is called that has no `$id`. */
export const NAMELESS = 'json-schema:///';

/** Their values are no schemas, unless these are names in a map of schemas. */
const VALUES = new Set(['const', 'enum', 'default', 'examples']);
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);

/**
 * Takes the document `root`, at `uri` where it does not say otherwise, apart by `$id`. `homes` learns which resource
 * each schema lies in. Throws GrammarError for names that are there twice or are none.
 */
export function schemaResources(
  root: Schema,
  uri: string,
  homes: Map<SchemaObject, SchemaResource>,
): Map<string, SchemaResource> {
  const resources = new Map<string, SchemaResource>();
  const begin = (schema: Schema, at: string): SchemaResource => {
    if (resources.has(at)) throw new GrammarError(`$id ${JSON.stringify(at)} is there twice`);
    const resource = { uri: at, root: schema, anchors: new Map(), dynamic: new Map() };
    resources.set(at, resource);
    return resource;
  };
  const walk = (value: unknown, outer: SchemaResource, isMap: boolean): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, outer, false);
    if (!isSchemaObject(value)) return;
    let home = outer;
    if (!isMap) {
      const id = ownId(value, outer.uri);
      if (id !== null && value !== root) home = begin(value, id);
      homes.set(value, home);
      collectAnchors(value, home);
    }
    for (const [key, part] of Object.entries(value)) {
      if (isMap || !VALUES.has(key)) walk(part, home, !isMap && MAPS.has(key));
    }
  };
  walk(root, begin(root, (isSchemaObject(root) ? ownId(root, uri) : null) ?? uri), false);
  return resources;
}

/** The URI that a reference means, its fragment apart; null where it is none. */
export function resolveUri(reference: string, base: string): { uri: string; fragment: string } | null {
  try {
    const url = new URL(reference, base);
    const fragment = decodeURIComponent(url.hash.slice(1));
    url.hash = '';
    return { uri: url.href, fragment };
  } catch {
    return null;
  }
}

/** Null where it has none, or only the older kind of an anchor. */
function ownId({ $id }: SchemaObject, base: string): string | null {
  if (typeof $id !== 'string' || $id.startsWith('#')) return null;
  const found = resolveUri($id, base);
  if (found === null) throw new GrammarError(`$id ${JSON.stringify($id)} is no URI`);
  return found.uri;
}

function collectAnchors(schema: SchemaObject, home: SchemaResource): void {
  const { $id, $anchor, $dynamicAnchor, $recursiveAnchor } = schema;
  const older = typeof $id === 'string' && $id.startsWith('#') ? $id.slice(1) : undefined;
  for (const anchor of [$anchor, $dynamicAnchor, older]) {
    if (typeof anchor !== 'string') continue;
    const known = home.anchors.get(anchor);
    if (known !== undefined && known !== schema) {
      throw new GrammarError(`$anchor ${JSON.stringify(anchor)} is there twice`);
    }
    home.anchors.set(anchor, schema);
  }
  if (typeof $dynamicAnchor === 'string') home.dynamic.set($dynamicAnchor, schema);
  if ($recursiveAnchor === true && schema === home.root) home.dynamic.set('', schema);
}
