import { type Contract, type Operation, parametersIn, pathParameters } from './contract.ts';
import { banner, literal } from './text.ts';

/** Returns `operations.ts`: the operation table. */
export function operationsFile(contract: Contract): string {
  const rows = contract.operations.map((operation) => `  ${operation.id}: ${literal(row(operation), 2)},\n`);
  return `${banner}
/** Scopes of an API key. */
export const scopes = ${literal(contract.scopes, 0)} as const;

export type Scope = keyof typeof scopes;

/** One row of the operation table. */
export interface OperationRow {
  method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  path: string;
  tag: string;
  /** Operation whose handler answers: this one, unless it is an alias. */
  handledBy: string;
  /** Whether the operation accepts an API key. */
  secured: boolean;
  /** Whether the key is optional. */
  keyOptional: boolean;
  /** Required scope; null if no key is needed, or a key of any scope will do. */
  scope: Scope | null;
  /** Path parameters in the order of the handler's arguments. */
  pathParameters: readonly string[];
  /** Names of query parameters. */
  queryParameters: readonly string[];
  /** Lower-case header parameters in the order of the handler's arguments. */
  headers: readonly string[];
  bodyLimitBytes: number;
  /**
   * Body limit: bytes beside the prompt, and bytes per token of context; null if only the fixed limit applies.
   */
  bodyLimitOfContext: { bytes: number; bytesPerToken: number } | null;
  /** Most keys and values of a JSON body; four numbers count as one. */
  bodyLimitNodes: number;
  /** Content types of the body; empty if there is no body. */
  requestTypes: readonly string[];
  /** All statuses of the operation. */
  statuses: readonly number[];
  /** Status of a request that fails validation. */
  validationStatus: 400 | 422;
}

export const operations = {
${rows.join('')}} as const satisfies Record<string, OperationRow>;

/** Every operation of the contract. */
export type RouteId = keyof typeof operations;

/** Operations with a handler: all except aliases. */
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
