import { createRequire } from 'node:module';
import type { SchemaObject } from './schema-text.ts';

const VOCABULARIES: Record<string, readonly string[]> = {
  '2019-09': ['applicator', 'content', 'core', 'format', 'meta-data', 'validation'],
  '2020-12': ['applicator', 'content', 'core', 'format-annotation', 'meta-data', 'unevaluated', 'validation'],
};

/** Where `ajv` keeps the meta-schemas of the drafts, by the URI of each. */
const FILES = new Map<string, string>([
  ...['draft-06', 'draft-07'].map(
    (draft) => [`http://json-schema.org/${draft}/schema`, `json-schema-${draft}`] as const,
  ),
  ...Object.entries(VOCABULARIES).flatMap(([draft, parts]) =>
    ['schema', ...parts.map((part) => `meta/${part}`)].map(
      (path) => [`https://json-schema.org/draft/${draft}/${path}`, `json-schema-${draft}/${path}`] as const,
    ),
  ),
]);

const require = createRequire(import.meta.url);

/** A meta-schema of JSON Schema; undefined for every other URI. */
export function wellKnownSchema(uri: string): SchemaObject | undefined {
  const file = FILES.get(uri);
  return file === undefined ? undefined : (require(`ajv/dist/refs/${file}.json`) as SchemaObject);
}
