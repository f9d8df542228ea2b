import type { Document } from 'openapi-backend';
import { OpenAPIRouter, type Operation, type ParsedRequest, type Request } from 'openapi-backend';
import { ApiError } from '../errors/api-error.ts';

export type RouteMatch =
  | { kind: 'operation'; operation: Operation }
  /** The path exists, and not with this method. */
  | { kind: 'method'; allowed: string[] }
  | { kind: 'none' };

interface PathTemplate {
  pattern: RegExp;
  operations: Operation[];
}

/**
 * The library's router rebuilds the list of operations and a regular expression per path on each request; this one
 * keeps them. A path is matched as it is first, then without slashes at its end.
 */
export class ContractRouter extends OpenAPIRouter {
  readonly #operations: Operation[];
  readonly #byId: Map<string | undefined, Operation>;
  readonly #exact = new Map<string, Operation[]>();
  readonly #templates: PathTemplate[] = [];

  constructor(definition: Document) {
    super({ definition, ignoreTrailingSlashes: true });
    this.#operations = super.getOperations();
    this.#byId = new Map(this.#operations.map((operation) => [operation.operationId, operation]));
    for (const [path, operations] of Map.groupBy(this.#operations, ({ path }) => path)) {
      if (path.includes('{')) this.#templates.push({ pattern: templatePattern(path), operations });
      else this.#exact.set(path, operations);
    }
  }

  override getOperations(): Operation[] {
    return this.#operations;
  }

  override getOperation(operationId: string): Operation | undefined {
    return this.#byId.get(operationId);
  }

  override matchOperation(request: Request): Operation | undefined;
  override matchOperation(request: Request, strict: boolean): Operation;
  override matchOperation(request: Request, strict = false): Operation | undefined {
    const found = this.find(request.method, request.path);
    if (found.kind === 'operation') return found.operation;
    // The words are those that the library's backend tells the two cases apart by.
    if (strict) throw new Error(found.kind === 'method' ? '405-methodNotAllowed' : '404-notFound');
    return undefined;
  }

  /**
   * What the library's method gives, which it calls four times a request, without its work for forms of parameters that
   * the contract does not have. Leaves the body as it is: it is parsed already, and the library would parse a JSON
   * string a second time. Throws `validation_failed` for a path that cannot be decoded.
   */
  override parseRequest(request: Request, operation?: Operation): ParsedRequest {
    const { method, path, headers, body, query } = request;
    const bare = path.split('?', 1)[0];
    return {
      method: method.toLowerCase(),
      path: bare,
      headers,
      cookies: {},
      params: operation === undefined ? {} : this.#params(operation, bare),
      query: typeof query === 'object' ? query : bare === path ? {} : this.parseRequestQuery(request),
      body,
      requestBody: body,
    };
  }

  #params({ path }: Operation, bare: string): Record<string, string> {
    const values = this.normalizePath(bare).split('/');
    const params: Record<string, string> = {};
    for (const [at, part] of path.split('/').entries()) {
      if (part.startsWith('{')) params[part.slice(1, -1)] = decode(values[at]);
    }
    return params;
  }

  /** `path` may carry a query string. */
  find(method: string, path: string): RouteMatch {
    const bare = path.split('?', 1)[0];
    const operations = this.#at(bare) ?? this.#at(this.normalizePath(bare));
    if (!operations) return { kind: 'none' };
    const operation = operations.find((candidate) => candidate.method === method.toLowerCase());
    if (operation) return { kind: 'operation', operation };
    return { kind: 'method', allowed: operations.map((candidate) => candidate.method.toUpperCase()) };
  }

  #at(path: string): Operation[] | undefined {
    return this.#exact.get(path) ?? this.#templates.find(({ pattern }) => pattern.test(path))?.operations;
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    const msg = 'is not UTF-8 in percent-encoding';
    const issue = { loc: ['path'], msg, type: 'value_error', input: null, ctx: {} };
    throw new ApiError('validation_failed', `path: ${msg}`, { param: 'path', issues: [issue] });
  }
}

function templatePattern(path: string): RegExp {
  const source = path
    .split('/')
    .map((part) => (part.startsWith('{') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}$`);
}
