import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { ResponseCheck } from '../contract/response-check.ts';
import { boundChunks } from './chunked-body.ts';
import { Connections } from './connections.ts';
import type { RequestLimits } from './request-limits.ts';

/** Client pools hold idle connections for 75 s; the server must not close them first. */
const keepAliveMs = 90_000;
/** Interval of checks for overdue heads and requests, in milliseconds. */
const overdueCheckMs = 2_000;
/** Milliseconds that handlers have to react to an abort. */
const abortMs = 2_000;

/** Abort reason of every request, shared: creating one with a stack trace costs more than authentication. */
const over = new DOMException('The request has ended.', 'AbortError');

/** The listening socket and its connections, up to an orderly shutdown. */
export class HttpListener {
  readonly #server: Server;
  readonly #backlog: number;
  readonly #connections: Connections;
  readonly #running = new Map<AbortController, ServerResponse>();
  #draining = false;

  constructor(
    limits: RequestLimits,
    log: Logger,
    serve: (request: IncomingMessage, response: ServerResponse) => void,
    check: ResponseCheck | null,
  ) {
    this.#backlog = limits.connections;
    this.#server = createServer({
      keepAliveTimeout: keepAliveMs,
      headersTimeout: limits.headMs,
      // Uploads may be slow as long as they progress; `request-body.ts` ends stalled ones.
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: overdueCheckMs,
      // A missing Host header is refused with an error body, like any other error.
      requireHostHeader: false,
    });
    const take = (request: IncomingMessage, response: ServerResponse): void => {
      if (!this.#connections.begin(request, response)) return;
      if (request.headers['transfer-encoding'] !== undefined) {
        boundChunks(request, (error) => this.#connections.refuse(error, request.socket));
      }
      serve(request, response);
    };
    // With `Expect: 100-continue`, the body is requested only once it is known to be wanted.
    this.#server.on('request', take).on('checkContinue', take).on('checkExpectation', take);
    this.#connections = new Connections(this.#server, limits, log, check);
  }

  /** Whether the server refuses new requests because it is stopping. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Yields the signals of the requests whose responses have not begun. */
  *unanswered(): Generator<AbortSignal, void, void> {
    for (const [{ signal }, { headersSent }] of this.#running) if (!headersSent) yield signal;
  }

  /** Resolves with the bound address; rejects if it is unavailable. */
  async listen(host: string, port: number): Promise<AddressInfo> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject);
    // With Node's default of 511, the kernel drops and finally resets connections of a client that opens many at once.
    this.#server.listen({ port, host, backlog: this.#backlog }, resolve);
    await promise;
    this.#server.off('error', reject);
    return this.#server.address() as AddressInfo;
  }

  /** Registers a request. The result aborts when the client disconnects, or when `close` runs out of patience. */
  begin(response: ServerResponse): AbortController {
    const work = new AbortController();
    this.#running.set(work, response);
    response.once('close', () => {
      work.abort(over);
      this.#running.delete(work);
      // A response whose head went out before the shutdown would keep its connection open for a next request.
      if (this.#draining) setImmediate(() => this.#server.closeIdleConnections());
    });
    return work;
  }

  /**
   * Refuses new requests, lets running ones finish for `graceMs`, then aborts them. Resolves when all connections are
   * closed.
   */
  async close(graceMs: number): Promise<void> {
    this.#draining = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const abort = setTimeout(() => {
      for (const work of this.#running.keys()) work.abort(over);
    }, graceMs);
    const cut = setTimeout(() => this.#server.closeAllConnections(), graceMs + abortMs);
    await closed;
    clearTimeout(abort);
    clearTimeout(cut);
  }
}
