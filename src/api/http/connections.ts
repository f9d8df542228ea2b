import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError } from '../errors/api-error.ts';
import { refuseSocket } from './refuse-socket.ts';
import { newRequestId } from './request-id.ts';

export interface ConnectionLimits {
  /** Open connections. */
  connections: number;
  /** A client that takes nothing of what is ready for it is cut off after this time, in milliseconds. */
  stalledMs: number;
}

/**
 * The open connections of a server. When there are as many as may be, the one that has waited longest without a request
 * makes room: first those that never sent one. What is not HTTP is refused with an error body.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** Without a request so far, oldest first. */
  readonly #fresh = new Set<Socket>();
  /** Between requests, the one that waits longest first. */
  readonly #idle = new Set<Socket>();
  /** With requests under way, and the newest response of each. */
  readonly #serving = new Map<Socket, ServerResponse>();
  readonly #refused = new WeakSet<Duplex>();

  constructor(server: Server, limits: ConnectionLimits) {
    this.#limits = limits;
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => this.#refuse(error, socket));
    server.setTimeout(limits.stalledMs, (socket) => this.#silent(socket));
  }

  /** Call for each request. */
  begin(response: ServerResponse): void {
    const { socket } = response;
    if (socket === null) return;
    this.#fresh.delete(socket);
    this.#idle.delete(socket);
    this.#serving.set(socket, response);
    response.once('close', () => {
      // With pipelining a later response may be under way already.
      if (this.#serving.get(socket) !== response) return;
      this.#serving.delete(socket);
      if (!socket.destroyed) this.#idle.add(socket);
    });
  }

  get size(): number {
    return this.#fresh.size + this.#idle.size + this.#serving.size;
  }

  #add(socket: Socket): void {
    if (this.size >= this.#limits.connections && !this.#makeRoom()) {
      socket.destroy();
      return;
    }
    this.#fresh.add(socket);
    socket.once('close', () => {
      this.#fresh.delete(socket);
      this.#idle.delete(socket);
      this.#serving.delete(socket);
    });
  }

  #makeRoom(): boolean {
    for (const waiting of [this.#fresh, this.#idle]) {
      const [oldest] = waiting;
      if (oldest === undefined) continue;
      waiting.delete(oldest);
      oldest.destroy();
      return true;
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
    const response = this.#serving.get(socket as Socket);
    // In the middle of an answer another one would be read as a part of it.
    if (!socket.writable || response?.headersSent || error.code === 'ECONNRESET') socket.destroy();
    else refuseSocket(socket, asApiError(error), newRequestId());
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
