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
  /** Open connections. */
  connections: number;
  /** Open connections from one address, or one /64 of IPv6. */
  connectionsPerAddress: number;
  /** A client that takes nothing of what is ready for it is cut off after this time, in milliseconds. */
  stalledMs: number;
}

/** Requests of one connection that may wait for their answers: more than clients send that mean well. */
export const mostPipelined = 32;

/**
 * The open connections of a server. When there are as many as may be, of all or of one address, the one of them that
 * has waited longest without a request makes room: first those that never sent one. What is not HTTP is refused with an
 * error body. A connection with too many requests at a time is closed behind the first of them.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #log: Logger;
  readonly #check: ResponseCheck | null;
  /** Without a request so far, oldest first. */
  readonly #fresh = new Set<Socket>();
  /** Between requests, the one that waits longest first. */
  readonly #idle = new Set<Socket>();
  /** With requests in flight, and their responses: several where requests are pipelined. */
  readonly #serving = new Map<Socket, Set<ServerResponse>>();
  readonly #refused = new WeakSet<Duplex>();
  /** To be closed when the requests in flight have their answers. */
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

  /** Call for each request: whether it is to be served. Otherwise nothing more need be done for it. */
  begin({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // Node still tells of all requests that it read in one go.
    if (this.#full.has(socket) || this.#refused.has(socket)) return false;
    const responses = this.#serving.get(socket) ?? new Set();
    if (responses.size === mostPipelined) {
      this.#full.add(socket);
      this.#log.info({ requests: mostPipelined }, 'too many requests at a time on one connection');
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

  /**
   * No byte went either way for a while: that is a fault where bytes are ready to go, or where nothing is in flight.
   */
  #silent(socket: Socket): void {
    if (!this.#serving.has(socket) || socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(this.#limits.stalledMs);
  }

  /** Answers whatever the client waits for with the error, and closes the connection. */
  refuse(apiError: ApiError, socket: Duplex): void {
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const inFlight = [...(this.#serving.get(socket as Socket) ?? [])];
    // In the middle of an answer another one would be read as a part of it.
    if (!socket.writable || inFlight.some(({ headersSent }) => headersSent)) {
      socket.destroy();
      return;
    }
    const { status } = errorTable[apiError.code];
    const requestId = String(inFlight.at(-1)?.getHeader('x-request-id') ?? newRequestId());
    // Nobody answers those any more; their lines in the log shall tell what the client was told.
    for (const response of inFlight) response.statusCode = status;
    // The message may quote the request.
    this.#log.info({ requestId, status, code: apiError.code }, 'refused connection');
    this.#check?.connectionError(errorBody(apiError));
    refuseSocket(socket, apiError, requestId);
  }
}

function asApiError({ code, message }: NodeJS.ErrnoException): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'The request did not come to its end in time.');
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('headers_too_large', 'The head of the request is larger than 16 KiB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('payload_too_large', 'The chunk extensions of the body are too large.');
    default:
      return new ApiError('malformed_request', `This is not HTTP as it is understood here: ${message}`);
  }
}

/** How long what the client still sends is read over, so that it gets to read the refusal. */
const lingerMs = 1_000;

/** Takes what still comes for no request: a parser that gave up would complain about every further byte. */
function ignoreRest(socket: Duplex): void {
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.resume();
}

/** Answers where there is no request to answer, or none that came to its end, and closes the connection. */
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
