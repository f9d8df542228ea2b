import type { Contract, Node } from './contract.ts';
import { banner } from './text.ts';

const keywords = [
  ...['minimum', 'exclusiveMinimum', 'maximum'],
  ...['minItems', 'maxItems', 'minLength', 'maxLength'],
  'default',
];

/** Returns `limits.ts`: bounds and defaults of the fields of JSON bodies, for code that checks or fills in a field. */
export function limitsFile(contract: Contract): string {
  const schemas = new Map<string, string[]>();
  for (const { request } of contract.operations) collect(contract, request.get('application/json'), schemas);
  const rows = [...schemas].map(([name, fields]) => `  ${name}: {\n${fields.join('')}  },\n`);
  return `${banner}
/** By schema and field: the limits of a value, of all its types together, and its default. */
export const limits = {
${rows.join('')}} as const;
`;
}

/** Adds the object that `schema` names and, recursively, those of its fields, except in lists. */
function collect(contract: Contract, schema: Node | undefined, into: Map<string, string[]>): void {
  if (schema === undefined) return;
  for (const option of (schema.anyOf ?? []) as Node[]) collect(contract, option, into);
  const name = (schema.$ref as string | undefined)?.split('/').at(-1);
  const properties = Object.entries((contract.resolve(schema).properties ?? {}) as Record<string, Node>);
  if (name === undefined || into.has(name) || properties.length === 0) return;
  into.set(
    name,
    properties.flatMap(([field, value]) => rowOf(field, limitsOf(contract, value))),
  );
  for (const [, value] of properties) collect(contract, value, into);
}

function rowOf(field: string, limits: Node): string[] {
  const written = Object.entries(limits).map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`);
  return written.length === 0 ? [] : [`    ${field}: { ${written.join(', ')} },\n`];
}

function limitsOf(contract: Contract, schema: Node): Node {
  const found = contract.resolve(schema);
  const options = ((found.anyOf ?? []) as Node[]).map((option) => limitsOf(contract, option));
  const own = Object.entries(found).filter(([keyword]) => keywords.includes(keyword));
  return Object.assign({}, ...options.toReversed(), Object.fromEntries(own));
}
