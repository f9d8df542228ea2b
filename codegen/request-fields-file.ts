import type { Contract, Node } from './contract.ts';
import { banner, literal } from './text.ts';

interface FieldTree {
  [name: string]: FieldTree | true;
}

/** Returns `request-fields.ts`: the known fields of JSON bodies, by which ignored ones are found. */
export function requestFieldsFile(contract: Contract): string {
  const rows = contract.operations.flatMap(({ id, request }) => {
    const schema = request.get('application/json');
    return schema === undefined ? [] : [`  ${id}: ${literal(fieldsOf(contract, schema), 2)},\n`];
  });
  return `${banner}
import type { RouteId } from './operations.ts';

/** Fields of an object: nested objects list their fields; true marks any other value. */
export interface FieldTree {
  readonly [name: string]: FieldTree | true;
}

/** By operation, the fields of its JSON body, with nested objects but not lists. */
export const requestFields: { readonly [Id in RouteId]?: FieldTree } = {
${rows.join('')}};
`;
}

function fieldsOf(contract: Contract, schema: Node): FieldTree | true {
  const { properties, anyOf } = contract.resolve(schema) as { properties?: Record<string, Node>; anyOf?: Node[] };
  if (properties !== undefined) {
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, fieldsOf(contract, field)]));
  }
  const objects = (anyOf ?? []).filter((option) => contract.resolve(option).type !== 'null');
  return objects.length === 1 ? fieldsOf(contract, objects[0]!) : true;
}
