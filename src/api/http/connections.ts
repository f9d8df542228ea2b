import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { networkOf } from '../access/network-of.ts';
import type { ResponseCheck } from '../contract/response-check.ts';
import { ApiError } from '../errors/api-error.ts';
import { errorBody } from '../errors/error-body.ts';
import { errorStatus, errorTable } from '../errors/error-table.ts';
import { newRequestId } from './request-id.ts';

interface ConnectionLimits {
  /** Maximum number of open connections. */
  connections: number;
  /** Maximum number of open connections from one address, or one /64 of IPv6. */
  connectionsPerAddress: number;
  /** Milliseconds after which a client that reads none of the pending data is disconnected. */
  stalledMs: number;
}

/** Maximum number of pipelined requests per connection; more than well-behaved clients send. */
export const maxPipelined = 32;

/**
 * The open connections of a server. At the limit, overall or per address, the connection that has been without a
 * request for longest is closed: first those that never sent one. Input that is not HTTP is refused with an error body.
 * A connection with too many pipelined requests is closed after the first of them are answered.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #log: Logger;
  readonly #check: ResponseCheck | null;
  /** Connections without any request so far, oldest first. */
  readonly #fresh = new Set<Socket>();
  /** Connections between requests, the longest idle first. */
  readonly #idle = new Set<Socket>();
  /** Connections with requests in flight, and their responses; several if requests are pipelined. */
  readonly #serving = new Map<Socket, Set<ServerResponse>>();
  readonly #refused = new WeakSet<Duplex>();
  /** Connections to close once their requests in flight are answered. */
  readonly #full = new WeakSet<Socket>();
  readonly #ofNetwork = new Map<string, number>();

  constructor(server: Server, limits: ConnectionLimits, log: Logger, check: ResponseCheck | null) {
    this.#limits = limits;
    this.#log = log;
    this.#check = check;
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === 'ECONNRESET') socket.destroy();
      else this.refuse(asApiError(error), socket);
    });
    server.setTimeout(limits.stalledMs, (socket) => this.#silent(socket));
  }

  /** Registers a request and returns whether to serve it. If not, there is nothing more to do for it. */
  begin({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // Node still emits all requests that it read in one go.
    if (this.#full.has(socket) || this.#refused.has(socket)) return false;
    const responses = this.#serving.get(socket) ?? new Set();
    if (responses.size === maxPipelined) {
      this.#full.add(socket);
      this.#log.info({ requests: maxPipelined }, 'too many requests at a time on one connection');
      ignoreRest(socket);
      return false;
    }
    this.#fresh.delete(socket);
    this.#idle.delete(socket);
    this.#serving.set(socket, responses.add(response));
    response.once('close', () => {
      responses.delete(response);
      if (responses.size > 0 || !this.#serving.delete(socket)) return;
      if (this.#full.has(socket)) socket.destroySoon();
      else if (!socket.destroyed) this.#idle.add(socket);
    });
    return true;
  }

  get size(): number {
    return this.#fresh.size + this.#idle.size + this.#serving.size;
  }

  #add(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    const isOfNetwork = (other: Socket) => networkOf(other.remoteAddress ?? '') === network;
    const isFull = (this.#ofNetwork.get(network) ?? 0) >= this.#limits.connectionsPerAddress;
    if (isFull ? !this.#makeRoom(isOfNetwork) : this.size >= this.#limits.connections && !this.#makeRoom()) {
      socket.destroy();
      return;
    }
    this.#fresh.add(socket);
    this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1);
    socket.once('close', () => {
      const left = (this.#ofNetwork.get(network) ?? 0) - 1;
      if (left > 0) this.#ofNetwork.set(network, left);
      else this.#ofNetwork.delete(network);
      this.#fresh.delete(socket);
      this.#idle.delete(socket);
      this.#serving.delete(socket);
    });
  }

  #makeRoom(isMeant: (socket: Socket) => boolean = () => true): boolean {
    for (const waiting of [this.#fresh, this.#idle]) {
      for (const oldest of waiting) {
        if (!isMeant(oldest)) continue;
        waiting.delete(oldest);
        oldest.destroy();
        return true;
      }
    }
    return false;
  }

  /** Handles a silent connection: closes it if data is waiting to be sent, or if no request is in flight. */
  #silent(socket: Socket): void {
    if (!this.#serving.has(socket) || socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(this.#limits.stalledMs);
  }

  /** Answers the pending request with the error, and closes the connection. */
  refuse(apiError: ApiError, socket: Duplex): void {
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const inFlight = [...(this.#serving.get(socket as Socket) ?? [])];
    // The client would read a second response as part of the one already begun.
    if (!socket.writable || inFlight.some(({ headersSent }) => headersSent)) {
      socket.destroy();
      return;
    }
    const { status } = errorTable[apiError.code];
    const requestId = String(inFlight.at(-1)?.getHeader('x-request-id') ?? newRequestId());
    // These requests get no other response; their log lines must show the status that the client saw.
    for (const response of inFlight) response.statusCode = status;
    // The message is not logged, since it may quote the request.
    this.#log.info({ requestId, status, code: apiError.code }, 'refused connection');
    this.#check?.connectionError(errorBody(apiError));
    refuseSocket(socket, apiError, requestId);
  }
}

function asApiError({ code, message }: NodeJS.ErrnoException): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'The request was not completed in time.');
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('headers_too_large', 'The head of the request is larger than 16 KiB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('payload_too_large', 'The chunk extensions of the body are too large.');
    default:
      return new ApiError('malformed_request', `The request is not valid HTTP: ${message}`);
  }
}

/** Milliseconds for which further input is drained, so that the client reads the refusal. */
const lingerMs = 1_000;

/** Discards further input; after a parse error, the parser would fail on every further byte. */
function ignoreRest(socket: Duplex): void {
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.resume();
}

/** Sends an error when there is no complete request, and closes the connection. */
function refuseSocket(socket: Duplex, error: ApiError, requestId: string): void {
  const status = errorStatus(error.code, 400);
  const body = Buffer.from(JSON.stringify(errorBody(error)));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  ignoreRest(socket);
  socket.on('error', () => {});
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
