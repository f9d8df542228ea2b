import { type Node, resolveReference } from '../contract.ts';
import { readShape } from '../shape/read-shape.ts';

/**
 * Returns the document with each reply type unwrapped into its responses: `JsonReply<200 | 404, X>` into JSON under 200
 * and 404, `StreamReply` into an event stream of its items, `BytesReply` into bytes, `TextReply` into text of its
 * content types.
 */
export function unwrapReplies(document: Node): Node {
  const paths = Object.entries(document.paths as Record<string, Record<string, Node>>);
  const unwrapped = paths.map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => {
      return [method, { ...operation, responses: responsesOf(document, operation) }];
    });
    return [path, Object.fromEntries(operations)];
  });
  return { ...document, paths: Object.fromEntries(unwrapped) };
}

interface Reply {
  status: string;
  type: string;
  schema: Node;
}

function responsesOf(document: Node, operation: Node): Node {
  const replies = Object.values(operation.responses as Record<string, Node>).flatMap((response) => {
    const content = response.content as Record<string, Node> | undefined;
    const schema = (content?.['application/json']?.schema ?? {}) as Node;
    return alternatives(document, schema).flatMap((reply) => readReply(document, operation, reply));
  });
  const byStatus = [...Map.groupBy(replies, ({ status }) => status)];
  return Object.fromEntries(byStatus.map(([status, ofStatus]) => [status, { content: contentOf(ofStatus) }]));
}

function contentOf(replies: readonly Reply[]): Node {
  const byType = [...Map.groupBy(replies, ({ type }) => type)];
  return Object.fromEntries(
    byType.map(([type, ofType]) => [type, { schema: { anyOf: ofType.map(({ schema }) => schema) } }]),
  );
}

function alternatives(document: Node, schema: Node): Node[] {
  if (typeof schema.$ref === 'string') return alternatives(document, resolveReference(document, schema.$ref));
  const options = schema.anyOf as Node[] | undefined;
  return options === undefined ? [schema] : options.flatMap((option) => alternatives(document, option));
}

/** Returns a reply for each status and content type. Throws if the handler returns something other than a reply. */
function readReply(document: Node, operation: Node, reply: Node): Reply[] {
  const { status, type, body, stream } = (reply.properties ?? {}) as Record<string, Node | undefined>;
  const schema = (stream?.items ?? body) as Node | undefined;
  const statuses = literalsOf(document, status);
  if (statuses.length === 0 || schema === undefined) {
    throw new Error(`${operation.operationId} returns a value that is not a reply with a known status`);
  }
  const types = type === undefined ? [typeOf(document, schema, stream !== undefined)] : literalsOf(document, type);
  const content = type === undefined ? schema : { type: 'string' };
  return statuses.flatMap((status) => types.map((type) => ({ status, type, schema: content })));
}

function literalsOf(document: Node, schema: Node | undefined): string[] {
  const shape = readShape(document, schema ?? {});
  const options = shape.kind === 'union' ? shape.options : [shape];
  return options.flatMap((option) => (option.kind === 'literal' ? [String(option.value)] : []));
}

function typeOf(document: Node, schema: Node, streamed: boolean): string {
  if (streamed) return 'text/event-stream';
  return readShape(document, schema).kind === 'bytes' ? 'application/octet-stream' : 'application/json';
}
