import { documentForCode, type Node, resolveReference } from '../contract.ts';
import { readShape } from './read-shape.ts';
import type { Shape } from './shape.ts';

/** Shapes by content type. */
export type Bodies = ReadonlyMap<string, Shape>;

export interface ParameterShape {
  required: boolean;
  /** Whether a default replaces an omitted parameter. */
  hasDefault: boolean;
  shape: Shape;
}

export interface ResponseShape {
  bodies: Bodies;
  /** Headers by name; true if always present. */
  headers: ReadonlyMap<string, boolean>;
}

/** An operation as clients see it. */
export interface OperationShape {
  /** `GET /v1/preview/models/{model_id}` */
  route: string;
  id: string;
  /** Operation of which this one is another route. */
  aliasOf: string | null;
  /** Parameters by place and name, such as `query limit`, in the order of the document. */
  parameters: ReadonlyMap<string, ParameterShape>;
  body: { required: boolean; bodies: Bodies } | null;
  responses: ReadonlyMap<string, ResponseShape>;
  /** Names of alternative security schemes; empty if anyone may call. */
  security: readonly string[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace'];

/** Returns the operations of a document as code needs them, by route. */
export function operationShapes(written: Node): Map<string, OperationShape> {
  const document = documentForCode(written);
  const found = new Map<string, OperationShape>();
  for (const [path, item] of Object.entries(document.paths as Record<string, Node>)) {
    for (const method of methods.filter((method) => method in item)) {
      const route = `${method.toUpperCase()} ${path}`;
      found.set(route, readOperation(document, route, item, item[method] as Node));
    }
  }
  return found;
}

function readOperation(document: Node, route: string, item: Node, operation: Node): OperationShape {
  const resolved = (node: unknown) => resolve(document, node as Node);
  const parameters = [...((item.parameters ?? []) as Node[]), ...((operation.parameters ?? []) as Node[])];
  const body = operation.requestBody === undefined ? null : resolved(operation.requestBody);
  const responses = Object.entries(operation.responses as Record<string, Node>);
  return {
    route,
    id: operation.operationId as string,
    aliasOf: (operation['x-alias-of'] as string | undefined) ?? null,
    parameters: new Map(parameters.map((parameter) => readParameter(document, resolved(parameter)))),
    body: body && { required: body.required === true, bodies: readBodies(document, body) },
    responses: new Map(responses.map(([status, response]) => [status, readResponse(document, resolved(response))])),
    security: ((operation.security ?? document.security ?? []) as Node[]).flatMap((choice) => Object.keys(choice)),
  };
}

function readParameter(document: Node, parameter: Node): [string, ParameterShape] {
  const place = parameter.in as string;
  const name = place === 'header' ? (parameter.name as string).toLowerCase() : parameter.name;
  const schema = parameter.schema as Node;
  const hasDefault = resolve(document, schema).default !== undefined;
  return [
    `${place} ${name}`,
    { required: parameter.required === true, hasDefault, shape: readShape(document, schema) },
  ];
}

function readBodies(document: Node, { content }: Node): Bodies {
  const types = Object.entries((content ?? {}) as Record<string, Node>);
  return new Map(types.map(([type, media]) => [type, readShape(document, (media.schema ?? {}) as Node)]));
}

function readResponse(document: Node, response: Node): ResponseShape {
  const headers = Object.entries((response.headers ?? {}) as Record<string, Node>);
  return {
    bodies: readBodies(document, response),
    headers: new Map(headers.map(([name, header]) => [name, resolve(document, header).required === true])),
  };
}

function resolve(document: Node, node: Node): Node {
  return typeof node.$ref === 'string' ? resolve(document, resolveReference(document, node.$ref)) : node;
}
