import type { Document } from 'openapi-backend';
import { OpenAPIRouter, type Operation, type ParsedRequest, type Request } from 'openapi-backend';
import { ApiError } from '../errors/api-error.ts';

export type RouteMatch =
  | { kind: 'operation'; operation: Operation }
  /** The path exists, but not with this method. */
  | { kind: 'method'; allowed: string[] }
  | { kind: 'none' };

interface PathTemplate {
  pattern: RegExp;
  operations: Operation[];
}

/**
 * Router with a cached list of operations; the library's router rebuilds the list and a regular expression per path on
 * each request. A path is matched as sent first, then without trailing slashes.
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
    for (const operation of this.#operations) refuseOtherForms(operation);
    for (const [path, operations] of Map.groupBy(this.#operations, ({ path }) => path)) {
      if (path.includes('{'))
        this.#templates.push({ pattern: templatePattern(path, operations.some(holdsSlashes)), operations });
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
    // The library's backend tells the two cases apart by these messages.
    if (strict) throw new Error(found.kind === 'method' ? '405-methodNotAllowed' : '404-notFound');
    return undefined;
  }

  /**
   * Parses a request as the library's method does, but skips parameter forms that the contract does not use: the
   * library calls it four times a request. Omits unknown query parameters; a repeated one becomes a list. Keeps
   * parameters that the library has already validated and converted. Keeps the body: it is parsed already, and the
   * library would parse a JSON string a second time. Throws `validation_failed` for a path, or a known query parameter,
   * that cannot be decoded.
   */
  override parseRequest(request: Request, operation?: Operation): ParsedRequest {
    const { method, path, headers, body, query, params } = request;
    const bare = path.split('?', 1)[0];
    return {
      method: method.toLowerCase(),
      path: bare,
      headers,
      cookies: {},
      params: params ?? (operation === undefined ? {} : this.#params(operation, bare)),
      query: typeof query === 'object' ? query : queryOf(path.slice(bare.length), operation),
      body,
      requestBody: body,
    };
  }

  #params({ path }: Operation, bare: string): Record<string, string> {
    const parts = path.split('/');
    const values = this.normalizePath(bare).split('/');
    // Only the last parameter may contain slashes; it takes the rest of the path.
    const whole = [...values.slice(0, parts.length - 1), values.slice(parts.length - 1).join('/')];
    const params: Record<string, string> = {};
    for (const [at, part] of parts.entries()) {
      if (part.startsWith('{')) params[part.slice(1, -1)] = decode(whole[at]);
    }
    return params;
  }

  /** Returns the route of a request; `path` may contain a query string. */
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

function queryOf(search: string, operation: Operation | undefined): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  if (search === '') return query;
  const sent = new URLSearchParams(search);
  for (const { in: place, name } of parametersOf(operation)) {
    const values = place === 'query' ? sent.getAll(name) : [];
    // URLSearchParams leaves undecodable text as it was, or inserts U+FFFD.
    if (values.some((value) => /[%\u{fffd}]/u.test(value))) requireDecodable(search, name);
    if (values.length > 0) query[name] = values.length === 1 ? values[0] : values;
  }
  return query;
}

interface Parameter {
  in: string;
  name: string;
}

/** Returns the inline parameters; the library has already resolved references. */
function parametersOf(operation: Operation | undefined): Parameter[] {
  return (operation?.parameters ?? []).flatMap((parameter) => ('$ref' in parameter ? [] : [parameter as Parameter]));
}

/** Throws for a parameter form that `parseRequest` does not support. */
function refuseOtherForms(operation: Operation): void {
  const { operationId, path } = operation;
  if (/[^/]\{|\}[^/]/.test(path))
    throw new Error(`${operationId}: ${path} has a parameter that is not a whole path segment`);
  for (const parameter of parametersOf(operation)) {
    const odd = parameter.in === 'cookie' || ['content', 'style', 'explode'].some((key) => key in parameter);
    if (odd) throw new Error(`${operationId}: the parameter ${parameter.name} has an unsupported form`);
  }
}

/** Throws `ApiError` if a value of the query parameter is not UTF-8 in percent-encoding. */
function requireDecodable(search: string, name: string): void {
  for (const pair of search.replace(/^\?/, '').split('&')) {
    const [key, ...value] = pair.replaceAll('+', ' ').split('=');
    if (new URLSearchParams(key).has(name)) decode(value.join('='), ['query', name]);
  }
}

function decode(part: string, loc: [place: string, ...name: string[]] = ['path']): string {
  try {
    return decodeURIComponent(part);
  } catch {
    const msg = 'is not percent-encoded UTF-8';
    const issue = { loc, msg, type: 'value_error', input: null, ctx: {} };
    const param = loc[loc.length - 1];
    throw new ApiError('validation_failed', `${param}: ${msg}`, { param, issues: [issue] });
  }
}

/** Returns whether the last path parameter may contain unescaped slashes. */
function holdsSlashes(operation: Operation): boolean {
  const { 'x-holds-slashes': name } = operation as { 'x-holds-slashes'?: string };
  if (name === undefined) return false;
  if (operation.path.endsWith(`/{${name}}`)) return true;
  throw new Error(`${operation.operationId}: ${name} is not the last segment of ${operation.path}`);
}

function templatePattern(path: string, lastHoldsSlashes: boolean): RegExp {
  const source = path
    .split('/')
    .map((part) => (part.startsWith('{') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}${lastHoldsSlashes ? '(/.*)?' : ''}$`);
}
