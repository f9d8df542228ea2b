import { createClient } from '@hey-api/openapi-ts';
import type { Node } from './contract.ts';

/**
 * Writes `types.ts` into the folder: a type for each schema, and one for the parameters of each operation. An integer
 * of format int64 is `number | bigint`, since a number may not hold it exactly.
 */
export async function writeTypes(document: Node, folder: string): Promise<void> {
  await createClient({
    input: withoutOpenEnds(document) as Node,
    output: { path: folder, module: { extension: '.ts' }, fileName: { suffix: null }, entryFile: false, clean: false },
    plugins: [
      {
        name: '@hey-api/typescript',
        $resolvers: {
          number: ({ $, schema }) => (schema.format === 'int64' ? $.type.or('number', 'bigint') : undefined),
        },
      },
    ],
    logs: { level: 'silent' },
  });
}

/**
 * Returns the document without `additionalProperties: true` beside `properties`. It would become an index signature,
 * and then any misspelt field would compile.
 */
function withoutOpenEnds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutOpenEnds);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(
    ([key, value]) => !(key === 'additionalProperties' && value === true && 'properties' in node),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutOpenEnds(value)]));
}
