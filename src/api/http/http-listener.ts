import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { ResponseCheck } from '../contract/response-check.ts';
import { boundChunks } from './chunked-body.ts';
import { Connections } from './connections.ts';
import type { RequestLimits } from './request-limits.ts';

/** Client pools hold idle connections for 75 s; the server must not close them first. */
const keepAliveMs = 90_000;
/** How often connections are looked at for heads and requests that are overdue. */
const overdueCheckMs = 2_000;
/** After an abort, the time in which a handler must have noticed it. */
const abortMs = 2_000;

/** Every request ends by it; a new one each time, with its stack, would cost more than its authentication. */
const over = new DOMException('The request is over.', 'AbortError');

/** The listening socket with its connections, from the first request to an orderly end. */
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
      // Uploads may be slow as long as they go on; `request-body.ts` ends those that hardly do.
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: overdueCheckMs,
      // A missing one is refused with an error body like any other fault.
      requireHostHeader: false,
    });
    const take = (request: IncomingMessage, response: ServerResponse): void => {
      if (!this.#connections.begin(request, response)) return;
      if (request.headers['transfer-encoding'] !== undefined) {
        boundChunks(request, (error) => this.#connections.refuse(error, request.socket));
      }
      serve(request, response);
    };
    // A body that waits to be asked for is asked for when it is known to be wanted.
    this.#server.on('request', take).on('checkContinue', take).on('checkExpectation', take);
    this.#connections = new Connections(this.#server, limits, log, check);
  }

  /** Whether no more requests are taken. */
  get draining(): boolean {
    return this.#draining;
  }

  /** The signals of the requests whose answers have not begun. */
  *unanswered(): Generator<AbortSignal, void, void> {
    for (const [{ signal }, { headersSent }] of this.#running) if (!headersSent) yield signal;
  }

  /** Resolves with what is bound; rejects when the address cannot be had. */
  async listen(host: string, port: number): Promise<AddressInfo> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject);
    // Node's 511 would have the kernel drop, and in the end reset, connections of a client that opens many at once.
    this.#server.listen({ port, host, backlog: this.#backlog }, resolve);
    await promise;
    this.#server.off('error', reject);
    return this.#server.address() as AddressInfo;
  }

  /** Call for each request served. The result aborts when the client goes away, or when `close` loses its patience. */
  begin(response: ServerResponse): AbortController {
    const work = new AbortController();
    this.#running.set(work, response);
    response.once('close', () => {
      work.abort(over);
      this.#running.delete(work);
      // The connection of a response whose head went out before the stop would be kept for a next request.
      if (this.#draining) setImmediate(() => this.#server.closeIdleConnections());
    });
    return work;
  }

  /** Takes no more requests, lets what runs finish for `graceMs`, then aborts it; resolves when all have gone. */
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
