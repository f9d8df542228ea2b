import type { Contract } from './contract.ts';
import { banner } from './text.ts';

/** Returns `stubs.ts`: a 501 answer for every operation that is not yet implemented. */
export function stubsFile(contract: Contract): string {
  const handled = contract.operations.filter((operation) => operation.handledBy === operation.id);
  return `${banner}
import type { Handler, HandlersByTag, JsonReply } from './handlers.ts';
import { type OperationId, operations } from './operations.ts';
import type { ErrorBody } from './types.ts';

/** Replies with 501: the operation is in the contract but not implemented. */
export type Stub = () => Promise<JsonReply<501, ErrorBody>>;

export const stubs: { readonly [Id in OperationId]: Stub } = {
${handled.map(({ id }) => `  ${id}: () => notImplemented('${id}'),\n`).join('')}};

/** Returns the handler of an operation: the method of that name on its tag's handlers, or the stub. */
export function handlerOf<Id extends OperationId>(id: Id, handlers: HandlersByTag): Handler<Id> | Stub {
  const ofTag = handlers[operations[id].tag] as unknown as Partial<Record<OperationId, Handler<Id>>>;
  return (ofTag[id]?.bind(ofTag) as Handler<Id> | undefined) ?? stubs[id];
}

async function notImplemented(id: OperationId): Promise<JsonReply<501, ErrorBody>> {
  const message = \`\${id} is not implemented yet\`;
  return {
    status: 501,
    body: { error: { message, type: 'server_error', param: null, code: 'not_implemented' }, detail: message },
  };
}
`;
}
