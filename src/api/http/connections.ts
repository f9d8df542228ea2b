import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { networkOf } from '../access/network-of.ts';
import type { ResponseCheck } from '../contract/response-check.ts';
import { ApiError } from '../errors/api-error.ts';
import { errorBody } from '../errors/error-body.ts';
import { errorTable } from '../errors/error-table.ts';
import { refuseSocket } from './refuse-socket.ts';
import { newRequestId } from './request-id.ts';

export interface ConnectionLimits {
  /** Open connections. */
  connections: number;
  /** Open connections from one address, or one /64 of IPv6. */
  connectionsPerAddress: number;
  /** A client that takes nothing of what is ready for it is cut off after this time, in milliseconds. */
  stalledMs: number;
}

/**
 * The open connections of a server. When there are as many as may be, of all or of one address, the one of them that has
 * waited longest without a request makes room: first those that never sent one. What is not HTTP is refused with an error
 * body.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #log: Logger;
  readonly #check: ResponseCheck | null;
  /** Without a request so far, oldest first. */
  readonly #fresh = new Set<Socket>();
  /** Between requests, the one that waits longest first. */
  readonly #idle = new Set<Socket>();
  /** With requests under way, and their responses: several where requests are pipelined. */
  readonly #serving = new Map<Socket, Set<ServerResponse>>();
  readonly #refused = new WeakSet<Duplex>();
  readonly #ofNetwork = new Map<string, number>();

  constructor(server: Server, limits: ConnectionLimits, log: Logger, check: ResponseCheck | null) {
    this.#limits = limits;
    this.#log = log;
    this.#check = check;
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => this.#refuse(error, socket));
    server.setTimeout(limits.stalledMs, (socket) => this.#silent(socket));
  }

  /** Call for each request. */
  begin({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#fresh.delete(socket);
    this.#idle.delete(socket);
    const responses = this.#serving.get(socket) ?? new Set();
    this.#serving.set(socket, responses.add(response));
    response.once('close', () => {
      responses.delete(response);
      if (responses.size > 0 || !this.#serving.delete(socket)) return;
      if (!socket.destroyed) this.#idle.add(socket);
    });
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

  /** No byte went either way for a while: that is a fault where bytes are ready to go, or where nothing is under way. */
  #silent(socket: Socket): void {
    if (!this.#serving.has(socket) || socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(this.#limits.stalledMs);
  }

  #refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const underWay = [...(this.#serving.get(socket as Socket) ?? [])];
    // In the middle of an answer another one would be read as a part of it.
    if (!socket.writable || underWay.some(({ headersSent }) => headersSent) || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const apiError = asApiError(error);
    const { status } = errorTable[apiError.code];
    const requestId = String(underWay.at(-1)?.getHeader('x-request-id') ?? newRequestId());
    // Nobody answers those any more; their lines in the log shall tell what the client was told.
    for (const response of underWay) response.statusCode = status;
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
