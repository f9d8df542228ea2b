import { type Contract, type Operation, parametersIn, pathParameters } from './contract.ts';
import { banner, literal } from './text.ts';

/** Returns `operations.ts`: the operation table. */
export function operationsFile(contract: Contract): string {
  const rows = contract.operations.map((operation) => `  ${operation.id}: ${literal(row(operation), 2)},\n`);
  return `${banner}
/** What an API key can be allowed to do. */
export const scopes = ${literal(contract.scopes, 0)} as const;

export type Scope = keyof typeof scopes;

/** One row of the operation table. */
export interface OperationRow {
  method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  path: string;
  tag: string;
  /** The operation whose handler answers; its own id but for an alias. */
  handledBy: string;
  /** Whether an API key is taken. */
  secured: boolean;
  /** Whether the key may be left out. */
  keyOptional: boolean;
  /** What the key must be allowed to do; null where none is needed, or any will do. */
  scope: Scope | null;
  /** Path parameters in the order in which the handler takes them. */
  pathParameters: readonly string[];
  /** Names of query parameters. */
  queryParameters: readonly string[];
  /** Header parameters in the order in which the handler takes them, in small letters. */
  headers: readonly string[];
  bodyLimitBytes: number;
  /**
   * Bytes that a body may have beside the prompt, and for each token of the context; null where only the limit counts.
   */
  bodyLimitOfContext: { bytes: number; bytesPerToken: number } | null;
  /** Keys and values of a JSON body, of which four numbers count as one. */
  bodyLimitNodes: number;
  /** Content types that the body may have; empty when there is no body. */
  requestTypes: readonly string[];
  /** Every status that the operation may answer with. */
  statuses: readonly number[];
  /** The status of a request that fails validation. */
  validationStatus: 400 | 422;
}

export const operations = {
${rows.join('')}} as const satisfies Record<string, OperationRow>;

/** Every operation of the contract. */
export type RouteId = keyof typeof operations;

/** The operations that have a handler of their own: all but aliases. */
export type OperationId = (typeof operations)[RouteId]['handledBy'];

export type Tag = (typeof operations)[RouteId]['tag'];
`;
}

function row(operation: Operation) {
  const statuses = [...operation.responses.keys()];
  return {
    method: operation.method,
    path: operation.path,
    tag: operation.tag,
    handledBy: operation.handledBy,
    secured: operation.secured,
    keyOptional: operation.keyOptional,
    scope: operation.scope,
    pathParameters: pathParameters(operation).map(({ name }) => name),
    queryParameters: parametersIn(operation, 'query').map(({ name }) => name),
    headers: parametersIn(operation, 'header').map(({ name }) => name.toLowerCase()),
    bodyLimitBytes: operation.bodyLimitBytes,
    bodyLimitOfContext: operation.bodyLimitOfContext,
    bodyLimitNodes: operation.bodyLimitNodes,
    requestTypes: [...operation.request.keys()],
    statuses,
    validationStatus: operation.path.startsWith('/v1/preview/') ? 422 : 400,
  };
}
