import {
  type Content,
  type Contract,
  type Node,
  type Operation,
  type Parameter,
  parametersIn,
  pathParameters,
} from './contract.ts';
import { banner, camelCase, pascalCase } from './text.ts';

/**
 * Returns `handlers.ts`: the parameters and replies of each operation's handler. Throws, with the operation's name, if
 * a body, path or header schema is not a `$ref` to a component, since it would then have no named type.
 */
export function handlersFile(contract: Contract): string {
  const handled = contract.operations.filter((operation) => operation.handledBy === operation.id);
  const tags = [...new Set(handled.map((operation) => operation.tag))];
  return `${banner}
import type { Readable } from 'node:stream';
import type { OperationId } from './operations.ts';
import type * as types from './types.ts';

/** Who sent a request, by the API key that it carries. */
export interface Caller {
  keyId: string;
  /** Owner of all records that the request may see or create. */
  owner: string;
}

/** Facts about a request other than its fields. */
export interface RequestContext {
  requestId: string;
  /** Null if no key was sent to an operation that needs none. */
  caller: Caller | null;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
  /** Content of the \`Accept\` header; empty if there is none. */
  accept: string;
  /** Scheme and host by which the client reaches the server, from its headers. */
  origin: string;
}

/** The context of an operation that needs a key. */
export interface KeyedContext extends RequestContext {
  caller: Caller;
}

/** Additional headers of a reply. */
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

/** A reply with a text of a content type that is not JSON. */
export interface TextReply<Status extends number, Type extends string> {
  status: Status;
  type: Type;
  /** A buffer saves encoding a constant text for each reply. */
  body: string | Buffer;
  headers?: ReplyHeaders;
}

/** A reply of server-sent events, one for each item. */
export interface StreamReply<Status extends number, Event> {
  status: Status;
  stream: AsyncIterable<Event>;
  /** Ids of the events, with which a client resumes; \`start\` is the id before the first event. */
  ids?: { start: string; of(event: Event): string };
  /** Events are named by their \`type\`, errors \`error\`; the stream does not end with \`[DONE]\`. */
  named?: true;
  headers?: ReplyHeaders;
}

/** A reply with the error body. */
export type ErrorReply<Status extends number> = JsonReply<Status, types.ErrorBody>;

/**
 * The handler of each operation. It takes the request's fields after validation, defaults filled in: those of the path
 * in their order, the query, the body, what the server knows beside them, and the headers.
 */
export interface Operations {
${handled.map((operation) => operationType(contract, operation)).join('')}}

export type Handler<Id extends OperationId> = Operations[Id];
export type Reply<Id extends OperationId> = Awaited<ReturnType<Handler<Id>>>;

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
  const { parameters, replies } = typesOf(contract, operation);
  return `  ${operation.id}: (${parameters.join('')}\n  ) => Promise<${replies.join('')}\n  >;\n`;
}

function typesOf(contract: Contract, operation: Operation): { parameters: string[]; replies: string[] } {
  try {
    return {
      parameters: handlerParameters(contract, operation).map((parameter) => `\n    ${parameter},`),
      replies: replyTypes(operation).map((type) => `\n    | ${type}`),
    };
  } catch (error) {
    throw new Error(`openapi.yaml: ${operation.id}: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns the parameters of a handler. Headers come last since they may be missing. */
function handlerParameters(contract: Contract, operation: Operation): string[] {
  const query = parametersIn(operation, 'query');
  return [
    ...pathParameters(operation).map(({ name, schema }) => `${camelCase(name)}: ${typeName(schema)}`),
    ...(query.length === 0 ? [] : [`query: { ${query.map((one) => queryField(contract, one)).join('; ')} }`]),
    ...(operation.request.size === 0 ? [] : [`body: ${bodyType(operation.request)}`]),
    operation.secured && !operation.keyOptional ? 'context: KeyedContext' : 'context: RequestContext',
    ...parametersIn(operation, 'header').map(({ name, required, schema }) => {
      return `${camelCase(name)}${required ? '' : '?'}: ${typeName(schema)}`;
    }),
  ];
}

/** Returns a query field; it is not optional if the contract has a default. */
function queryField(contract: Contract, { name, required, schema }: Parameter): string {
  const filled = required || contract.resolve(schema).default !== undefined;
  return `${name}${filled ? '' : '?'}: ${'$ref' in schema ? typeName(schema) : plainType(schema)}`;
}

/** Returns the type of a number, a boolean or an enum of words. */
function plainType({ type, enum: words }: Node): string {
  if (Array.isArray(words)) return words.map((word) => `'${word}'`).join(' | ');
  return type === 'integer' ? 'number' : String(type);
}

function bodyType(content: Content): string {
  const types = [...content].map(([type, schema]) => (type === 'application/json' ? typeName(schema) : 'Readable'));
  return [...new Set(types)].join(' | ');
}

/** Returns a type for each kind of body; statuses that share a JSON body share a type. */
function replyTypes(operation: Operation): string[] {
  const json = new Map<string, number[]>();
  const others: string[] = [];
  for (const [status, content] of operation.responses) {
    const texts = [...content.keys()].filter(isText);
    for (const [type, schema] of content) {
      if (type === 'application/json') json.set(typeName(schema), [...(json.get(typeName(schema)) ?? []), status]);
      else if (type === 'text/event-stream') others.push(`StreamReply<${status}, ${typeName(schema)}>`);
      else if (!isText(type)) others.push(`BytesReply<${status}>`);
    }
    if (texts.length > 0) others.push(`TextReply<${status}, ${texts.map((type) => `'${type}'`).join(' | ')}>`);
  }
  return [...[...json].map(([body, statuses]) => jsonReply(body, statuses.join(' | '))), ...others];
}

/** Returns whether a content type is text sent as a whole. Events have their own reply type. */
function isText(type: string): boolean {
  return /^text\/(?!event-stream)|[/+](yaml|xml|x-protobuf)$/.test(type);
}

function jsonReply(body: string, statuses: string): string {
  return body === 'types.ErrorBody' ? `ErrorReply<${statuses}>` : `JsonReply<${statuses}, ${body}>`;
}

function typeName(schema: Node): string {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema.$ref))?.[1];
  if (name === undefined)
    throw new Error(`a schema here needs a name of its own, under components: ${JSON.stringify(schema)}`);
  return `types.${name}`;
}
