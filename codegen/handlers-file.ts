import type { Content, Contract, Node, Operation, Parameter } from './contract.ts';
import { banner, pascalCase } from './text.ts';

/**
 * `handlers.ts`: what the handler of each operation takes and may answer with.
 * Throws when a body, path or header schema is not a `$ref` to a component, for it would have no type of its own.
 */
export function handlersFile(contract: Contract): string {
  const handled = contract.operations.filter((operation) => operation.handledBy === operation.id);
  const tags = [...new Set(handled.map((operation) => operation.tag))];
  return `${banner}
import type { Readable } from 'node:stream';
import type { OperationId } from './operations.ts';
import type * as types from './types.ts';

/** What the server knows of a request beside its fields. */
export interface RequestContext {
  requestId: string;
  /** Id of the API key; null where none is needed. */
  keyId: string | null;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

/** Headers of a reply beside those that every reply has. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** A reply with a JSON body. */
export interface JsonReply<Status extends number, Body> {
  status: Status;
  body: Body;
  headers?: ReplyHeaders;
}

/** A reply with a body of bytes. */
export interface BytesReply<Status extends number> {
  status: Status;
  body: Buffer | Readable;
  headers?: ReplyHeaders;
}

/** A reply of server-sent events, one for each item. */
export interface StreamReply<Status extends number, Event> {
  status: Status;
  stream: AsyncIterable<Event>;
  headers?: ReplyHeaders;
}

type Nothing = Record<string, never>;

/** Query parameters as they are after validation, which fills in defaults. */
type Filled<Query, Name extends keyof Query> = Query & Required<Pick<Query, Name>>;

/** Each operation's request fields, after validation, and its replies. */
export interface Operations {
${handled.map((operation) => operationType(contract, operation)).join('')}}

export type OperationRequest<Id extends OperationId> = Operations[Id]['request'] & RequestContext;
export type Reply<Id extends OperationId> = Operations[Id]['reply'];
export type Handler<Id extends OperationId> = (request: OperationRequest<Id>) => Promise<Reply<Id>>;

/** All handlers. An object that lacks an operation, or answers with what the contract does not have, won't compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
${tags.map((tag) => tagInterface(tag, handled)).join('')}
/** The handlers of each tag. */
export interface HandlersByTag {
${tags.map((tag) => `  '${tag}': ${pascalCase(tag)}Handlers;\n`).join('')}}
`;
}

function tagInterface(tag: string, operations: readonly Operation[]): string {
  const own = operations.filter((operation) => operation.tag === tag);
  const methods = own.map(({ id, summary, method, path }) => {
    return `  /** ${summary}: ${method.toUpperCase()} ${path} */\n  ${id}: Handler<'${id}'>;\n`;
  });
  return `\n/** Operations tagged ${tag}. */\nexport interface ${pascalCase(tag)}Handlers {\n${methods.join('')}}\n`;
}

function operationType(contract: Contract, operation: Operation): string {
  const replies = replyTypes(operation).map((type) => `\n      | ${type}`);
  return `  ${operation.id}: {
    request: {
      params: ${fieldsType(parametersIn(operation, 'path'))};
      query: ${queryType(contract, operation)};
      headers: ${fieldsType(parametersIn(operation, 'header'))};
      body: ${bodyType(operation.request)};
    };
    reply:${replies.join('')};
  };
`;
}

function parametersIn(operation: Operation, where: Parameter['in']): Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === where);
}

/** Headers come in small letters, as Node gives them. */
function fieldsType(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return 'Nothing';
  const fields = parameters.map(({ name, in: where, schema }) => {
    return where === 'header' ? `'${name.toLowerCase()}'?: ${typeName(schema)}` : `${name}: ${typeName(schema)}`;
  });
  return `{ ${fields.join('; ')} }`;
}

function queryType(contract: Contract, operation: Operation): string {
  const parameters = parametersIn(operation, 'query');
  if (parameters.length === 0) return 'Nothing';
  const query = `NonNullable<types.${pascalCase(operation.id)}Data['query']>`;
  const filled = parameters.filter(({ schema }) => contract.resolve(schema).default !== undefined);
  if (filled.length === 0) return query;
  return `Filled<${query}, ${filled.map(({ name }) => `'${name}'`).join(' | ')}>`;
}

function bodyType(content: Content): string {
  if (content.size === 0) return 'undefined';
  return [...content]
    .map(([type, schema]) => (type === 'application/json' ? typeName(schema) : 'Readable'))
    .join(' | ');
}

/** One type for each kind of body; statuses that share a JSON body share a type. */
function replyTypes(operation: Operation): string[] {
  const json = new Map<string, number[]>();
  const others: string[] = [];
  for (const [status, content] of operation.responses) {
    for (const [type, schema] of content) {
      if (type === 'application/json') json.set(typeName(schema), [...(json.get(typeName(schema)) ?? []), status]);
      else if (type === 'text/event-stream') others.push(`StreamReply<${status}, ${typeName(schema)}>`);
      else others.push(`BytesReply<${status}>`);
    }
  }
  return [...[...json].map(([body, statuses]) => `JsonReply<${statuses.join(' | ')}, ${body}>`), ...others];
}

function typeName(schema: Node): string {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema.$ref))?.[1];
  if (name === undefined) throw new Error(`openapi.yaml: give this schema a name: ${JSON.stringify(schema)}`);
  return `types.${name}`;
}
