import { document } from '../../src/generated/document.ts';
import { type RouteId, operations as table } from '../../src/generated/operations.ts';
import { at, dereferenced, type Schema } from './schema.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

export interface Link {
  name: string;
  operationId: RouteId;
  parameters: Record<string, string>;
  requestBody: unknown;
}

export interface Operation {
  id: RouteId;
  method: string;
  path: string;
  secured: boolean;
  /** Status of the answer if validation fails. */
  validationStatus: 400 | 422;
  parameters: Parameter[];
  /** Content type of the request body; null without a body. */
  contentType: string | null;
  /** Schema of a JSON body. */
  body: Schema | null;
  links: Link[];
}

interface Node {
  [key: string]: unknown;
}

/** All operations of the contract, with dereferenced schemas. */
export const operations: readonly Operation[] = (Object.keys(table) as RouteId[]).map((id) => {
  const { method, path, secured, validationStatus, requestTypes } = table[id];
  const item = (document.paths as Node)[path] as Node;
  const operation = item[method] as Node;
  const parameters = [item.parameters ?? [], operation.parameters ?? []].flat().map(parameterOf);
  const contentType = requestTypes.at(0) ?? null;
  const declared = contentType === null ? null : resolved(operation.requestBody).content;
  const media = contentType === 'application/json' ? ((declared as Node)[contentType] as Node) : null;
  const ok = resolved((operation.responses as Node)['200']);
  const links = Object.entries((ok.links ?? {}) as Node).map(([name, link]) => linkOf(name, resolved(link)));
  const body = media === null ? null : dereferenced(media.schema);
  return { id, method: method.toUpperCase(), path, secured, validationStatus, parameters, contentType, body, links };
});

export function operationOf(id: RouteId): Operation {
  return operations.find((operation) => operation.id === id)!;
}

function parameterOf(node: unknown): Parameter {
  const { name, in: place, required, schema } = resolved(node);
  return {
    name: name as string,
    in: place as Parameter['in'],
    required: required === true,
    schema: dereferenced(schema),
  };
}

function linkOf(name: string, node: Node): Link {
  const { operationId, parameters = {}, requestBody } = node;
  return { name, operationId: operationId as RouteId, parameters: parameters as Link['parameters'], requestBody };
}

function resolved(node: unknown): Node {
  const { $ref } = node as { $ref?: string };
  return $ref === undefined ? (node as Node) : (at($ref) as Node);
}
