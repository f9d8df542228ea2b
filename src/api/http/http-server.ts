import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { RequestContext } from '../../generated/handlers.ts';
import { operations, type RouteId } from '../../generated/operations.ts';
import { requestFields } from '../../generated/request-fields.ts';
import type { ErrorCode } from '../../generated/types.ts';
import { AllowedHosts } from '../access/allowed-hosts.ts';
import { Authentication, type KeyVerifier } from '../access/authentication.ts';
import { KeyLimit, type KeyUse } from '../access/key-limit.ts';
import type { AnyReply } from '../contract/any-reply.ts';
import { BrokenContract } from '../contract/broken-contract.ts';
import type { ContractBackend, ContractRequest } from '../contract/contract-backend.ts';
import { ignoredFields, ignoredFieldsHeader, ignoredParameters } from '../contract/ignored-fields.ts';
import type { ResponseCheck } from '../contract/response-check.ts';
import { ApiError } from '../errors/api-error.ts';
import { errorBody, toApiError } from '../errors/error-body.ts';
import { errorStatus, errorTable } from '../errors/error-table.ts';
import { messagesErrorBody } from '../errors/messages-error-body.ts';
import { methodNotAllowed } from '../errors/method-not-allowed.ts';
import type { HttpMetrics } from '../metrics/http-metrics.ts';
import { BodyBudget } from './body-budget.ts';
import { HeavyParts } from './heavy-parts.ts';
import { HttpListener } from './http-listener.ts';
import { type JsonBody, restoreExactIntegers } from './json-body.ts';
import { KeyMask } from './key-mask.ts';
import { LargeBodies, parsedInThread } from './large-bodies/large-bodies.ts';
import { type BodyLimits, readDeclaredBody } from './request-body.ts';
import { requestIdOf } from './request-id.ts';
import { defaultLimits, type RequestLimits } from './request-limits.ts';
import { sendError, sendReply } from './respond.ts';

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

interface ApiServerParts {
  backend: ContractBackend;
  keys: KeyVerifier;
  log: Logger;
  limits?: RequestLimits;
  /** The key chosen by the operator, if any. */
  chosenKey?: string | null;
  /** Allowed host names besides this machine's. */
  allowedHosts?: readonly string[];
  /** Test mode: every response is checked against the contract. */
  check?: ResponseCheck | null;
  metrics?: HttpMetrics;
  largeBodies?: LargeBodies;
  /** Longest served context, in tokens; it bounds bodies that contain a prompt. */
  contextLength?: () => number;
  /** The operations that this server offers; null for all. */
  only?: ReadonlySet<RouteId> | null;
}

/**
 * Errors of the connection, which is then closed. No operation declares them, so they are not checked as a response of
 * one.
 */
const notOfAnOperation: ReadonlySet<ErrorCode> = new Set(['malformed_request', 'request_timeout', 'host_not_allowed']);

/**
 * Operations that last as long as a browser is open. Their concurrency is limited separately, so they do not use up a
 * key's other requests.
 */
const lasting: ReadonlySet<RouteId> = new Set(['streamUpdates']);
/** Maximum number of these streams at a time per key, including its sessions. */
const maxStreams = 64;

/** Paths whose errors have Anthropic's format. */
const messagesPaths: ReadonlySet<string> = new Set(
  Object.values(operations).flatMap(({ tag, path }) => (tag === 'messages' ? path : [])),
);

/** Logged status of a request whose client left before the response; the code that proxies use. */
const clientGone = 499;
/** Maximum length of a path in an error message; a path may be as long as headers may be. */
const maxQuotedLength = 1_000;
/** Maximum length of a logged path, which a client can send without a key. */
const longestLogged = 256;

function cut(path: string, length: number): string {
  return path.length > length ? `${path.slice(0, length)}...` : path;
}

function sent(error: ApiError, validationStatus: 400 | 422, body: object) {
  return { status: errorStatus(error.code, validationStatus), headers: error.headers, body };
}

function notAllowed(host: string): string {
  const told = JSON.stringify(cut(host, maxQuotedLength));
  return `Requests for the host ${told} are not allowed; the operator can add it to DAYBREAK_ALLOWED_HOSTS.`;
}

/** Returns the origin that the client uses; a proxy reports TLS by a header. */
function originOf({ headers }: IncomingMessage): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return `${scheme}://${headers.host ?? 'localhost'}`;
}

function bodiless({ method = 'GET', url = '/', headers: sent }: IncomingMessage): Omit<ContractRequest, 'body'> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) if (typeof value === 'string') headers[name] = value;
  return { method, path: url, headers };
}

/** Usage of this server's limits on requests, event streams and wrong keys. */
export interface LimitUse {
  calls: KeyUse;
  streams: KeyUse;
  wrongKeys: [network: string, keys: number][];
}

/** One request in flight. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  path: string;
  route: RouteId | null;
  /** Aborts when the client disconnects, or at the end of a shutdown's grace period. */
  work: AbortController;
}

/** HTTP server of the contract: routes, authenticates, reads, validates, dispatches, responds. */
export class ApiServer {
  readonly #parts: ApiServerParts;
  readonly #listener: HttpListener;
  readonly #authentication: Authentication;
  readonly #keyLimit: KeyLimit;
  readonly #streamLimit: KeyLimit;
  readonly #bodyLimits: BodyLimits;
  readonly #largeBodies: LargeBodies;
  readonly #keyMask: KeyMask;
  #hosts: AllowedHosts;

  constructor(parts: ApiServerParts) {
    this.#parts = parts;
    const { limits = defaultLimits } = parts;
    this.#authentication = new Authentication(parts.keys, limits.failedKeys);
    this.#keyLimit = new KeyLimit(limits.key);
    this.#streamLimit = new KeyLimit({ ...limits.key, concurrency: maxStreams }, this.#keyLimit);
    const heavy = new HeavyParts(() => this.#listener.unanswered());
    const { bodyBytes, parsedBytes, slowBodyMs, largeBodyBytes: largeFrom } = limits;
    const budgets = { budget: new BodyBudget(bodyBytes), parsed: new BodyBudget(parsedBytes) };
    this.#bodyLimits = {
      ...{ ...budgets, slowBodyMs, largeFrom, heavy },
      get contextLength() {
        return parts.contextLength?.() ?? 0;
      },
    };
    this.#largeBodies = parts.largeBodies ?? new LargeBodies();
    this.#keyMask = new KeyMask(parts.chosenKey ?? null);
    this.#hosts = new AllowedHosts([], parts.allowedHosts ?? []);
    const serve = (request: IncomingMessage, response: ServerResponse) => void this.#serve(request, response);
    this.#listener = new HttpListener(limits, parts.log, serve, parts.check ?? null);
  }

  /** Returns the usage of its limits, for the other servers of a cluster. */
  limitUse(): LimitUse {
    const [calls, streams] = [this.#keyLimit.use(), this.#streamLimit.use()];
    return { calls, streams, wrongKeys: this.#authentication.failedKeys.counted() };
  }

  /** Records the usage that another server reports. */
  recordPeerUse(server: string, { calls, streams, wrongKeys }: LimitUse): void {
    this.#keyLimit.recordPeerUse(server, calls);
    this.#streamLimit.recordPeerUse(server, streams);
    this.#authentication.failedKeys.recordPeerFailures(wrongKeys);
  }

  /** Resolves with the bound port; rejects if the address is unavailable. */
  async listen(host: string, port: number): Promise<number> {
    const bound = await this.#listener.listen(host, port);
    this.#hosts = new AllowedHosts([host, bound.address], this.#parts.allowedHosts ?? []);
    return bound.port;
  }

  /**
   * Refuses new requests, lets running ones finish for `graceMs`, then aborts them. Resolves when all connections are
   * closed.
   */
  close(graceMs: number): Promise<void> {
    return this.#listener.close(graceMs);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const exchange = this.#begin(request, response);
    const { path, requestId } = exchange;
    try {
      const reply = await this.#reply(exchange);
      await sendReply(
        response,
        reply,
        (error) => this.#body(exchange, this.#toApiError(exchange, error)),
        this.#parts.check ?? null,
      );
    } catch (error) {
      await this.#fail(exchange, error);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    this.#count(exchange, seconds);
    const ms = Math.round(seconds * 1000);
    // Clients poll events once a second; logging these successes would bury everything else.
    const level = request.method === 'GET' && response.statusCode < 400 ? 'debug' : 'info';
    const { statusCode: status } = response;
    // Masked before it is cut: part of a key would not be recognized.
    const logged = cut(this.#keyMask.path(path), longestLogged);
    this.#parts.log[level]({ requestId, method: request.method, path: logged, status, ms }, 'request');
  }

  #count({ request, response, route }: Exchange, seconds: number): void {
    const { method = 'GET' } = request;
    this.#parts.metrics?.observe({ method, route, status: response.statusCode, seconds });
  }

  #begin(request: IncomingMessage, response: ServerResponse): Exchange {
    const requestId = requestIdOf(request, this.#keyMask);
    const work = this.#listener.begin(response);
    response.setHeader('x-request-id', requestId);
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const path = (request.url ?? '/').split('?', 1)[0];
    if (messagesPaths.has(path)) response.setHeader('request-id', requestId);
    return { request, response, requestId, path, route: null, work };
  }

  async #reply(exchange: Exchange): Promise<AnyReply> {
    const { request, response, requestId, work } = exchange;
    const { metrics } = this.#parts;
    const { host, accept } = request.headers;
    if (!this.#hosts.allows(host)) throw new ApiError('host_not_allowed', notAllowed(String(host)));
    if (this.#listener.draining) throw new ApiError('draining', 'The server is stopping.', { retryAfter: 5 });
    if (request.httpVersion === '1.1' && host === undefined) {
      throw new ApiError('malformed_request', 'The Host header is missing.');
    }
    const route = this.#route(request.method ?? 'GET', exchange.path);
    exchange.route = route;
    const key = await this.#authentication.authenticate(request, route);
    // For a client that has disconnected, no further abort would release the limits.
    if (work.signal.aborted) throw new ApiError('draining', 'The server is stopping.', { retryAfter: 5 });
    // A session counts as its key; otherwise many sessions could exceed the key's limits.
    const limitedAs = key?.parent ?? key?.id ?? '';
    const limit = lasting.has(route) ? this.#streamLimit : this.#keyLimit;
    if (key !== null) work.signal.addEventListener('abort', limit.enter(limitedAs), { once: true });
    if (metrics !== undefined) work.signal.addEventListener('abort', metrics.begin(route), { once: true });
    const readLarge = parsedInThread.has(route)
      ? (segments: Uint8Array<ArrayBuffer>[]) =>
          this.#largeBodies.read(segments, { route, request: bodiless(request), owner: key?.owner ?? '' }, work.signal)
      : null;
    const body = await readDeclaredBody(
      { request, response, keyId: limitedAs, over: work.signal, readLarge },
      operations[route],
      this.#bodyLimits,
    );
    const caller = key === null ? null : { keyId: key.id, owner: key.owner };
    const reply = await this.#dispatch(exchange, body, {
      requestId,
      caller,
      signal: work.signal,
      accept: accept ?? '',
      origin: originOf(request),
    });
    const ignored = [
      ...ignoredFields(requestFields[route] ?? {}, requestFields[route] ? body.value : null),
      ...ignoredParameters(operations[route].queryParameters, request.url ?? '/'),
    ];
    if (ignored.length === 0) return reply;
    return { ...reply, headers: { ...reply.headers, 'daybreak-ignored-fields': ignoredFieldsHeader(ignored) } };
  }

  async #dispatch({ request }: Exchange, body: JsonBody, context: RequestContext): Promise<AnyReply> {
    const contractRequest = { ...bodiless(request), body: body.value, exact: body.exact };
    // The library validates a non-object body only with this content type.
    if (body.value !== undefined) contractRequest.headers['content-type'] ??= 'application/json';
    try {
      return await this.#parts.backend.dispatch(contractRequest, context, () => restoreExactIntegers(body));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_api_key') this.#authentication.countRefused(request);
      throw error;
    }
  }

  #route(method: string, path: string): RouteId {
    const match = this.#parts.backend.routes.find(method, path);
    if (match.kind !== 'none') this.#requireServed(path);
    if (match.kind === 'operation') return match.operation.operationId as RouteId;
    if (match.kind === 'none') throw new ApiError('not_found', this.#nothingAt(path));
    throw methodNotAllowed(method, match.allowed);
  }

  #requireServed(path: string): void {
    const { only } = this.#parts;
    if (only == null || [...only].some((route) => operations[route].path === path)) return;
    const told = cut(path, maxQuotedLength);
    throw new ApiError(
      'not_found',
      `${told} is not served here: this is a worker. Send the request to a server with the role all or api.`,
    );
  }

  /** Returns the message of a 404, with a hint if the path lacks the version, as base URLs often do. */
  #nothingAt(path: string): string {
    const match = this.#parts.backend.routes.find('GET', `/v1${path}`);
    // getDocsFile matches any file name, and clients do not reach the page's files by a base URL.
    const ofThePage = match.kind === 'operation' && match.operation.operationId === 'getDocsFile';
    const isThere = match.kind !== 'none' && !ofThePage;
    const told = cut(path, maxQuotedLength);
    return `Path ${told} not found.${isThere ? ` Did you mean /v1${told}? The base URL ends in /v1.` : ''}`;
  }

  async #fail(exchange: Exchange, error: unknown): Promise<void> {
    const { request, response, route, path } = exchange;
    if (response.destroyed) {
      // Otherwise the log would show a success that the client never saw.
      if (!response.headersSent && response.statusCode < 400) response.statusCode = clientGone;
      return;
    }
    const apiError = this.#toApiError(exchange, error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (notOfAnOperation.has(apiError.code)) {
      response.setHeader('connection', 'close');
      this.#parts.check?.connectionError(errorBody(apiError));
      return sendError(request, response, sent(apiError, 400, this.#body(exchange, apiError)), null);
    }
    if (this.#listener.draining) response.setHeader('connection', 'close');
    const byPath = path.startsWith('/v1/preview/') ? 422 : 400;
    const validationStatus = route ? operations[route].validationStatus : byPath;
    // An operation that this server does not offer declares no such response.
    const isUnserved = route === null && this.#parts.only != null;
    if (isUnserved) this.#parts.check?.connectionError(errorBody(apiError));
    const send = (error: ApiError, check: ResponseCheck | null) =>
      sendError(request, response, sent(error, validationStatus, this.#body(exchange, error)), check);
    try {
      await send(apiError, isUnserved ? null : (this.#parts.check ?? null));
    } catch (broken) {
      if (!(broken instanceof BrokenContract)) throw broken;
      await send(broken, null);
    }
  }

  /** Returns the error body in the format of the path's protocol. */
  #body({ path, requestId }: Exchange, error: ApiError): object {
    return messagesPaths.has(path) ? messagesErrorBody(error, requestId) : errorBody(error);
  }

  #toApiError(exchange: Exchange, error: unknown): ApiError {
    const apiError = toApiError(error, exchange.requestId);
    if (errorTable[apiError.code].status >= 500) {
      const { requestId, route, work } = exchange;
      // A client that left, or was disconnected at shutdown, is not a server error.
      if (work.signal.aborted)
        this.#parts.log.info({ requestId, route }, 'the request was cancelled before it was answered');
      else this.#parts.log.error({ requestId, err: apiError.cause ?? apiError, route }, apiError.message);
    }
    return apiError;
  }
}
