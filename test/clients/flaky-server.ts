import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Handles one request after its body has arrived. */
export type Step = (response: ServerResponse, request: IncomingMessage) => void;

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  atMs: number;
}

/** A server that runs one step of a script for each request, and records the requests. */
export class FlakyServer implements AsyncDisposable {
  readonly seen: Seen[] = [];
  readonly baseUrl: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(...steps: Step[]): Promise<FlakyServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const flaky = new FlakyServer(server);
    server.on('request', async (request, response) => {
      const { method = '', url = '', headers } = request;
      let body = '';
      for await (const piece of request.setEncoding('utf8')) body += piece;
      flaky.seen.push({ method, url, headers, body, atMs: performance.now() });
      const step = steps.shift() ?? answer(599, { unexpected: true });
      step(response, request);
    });
    return flaky;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Step {
  return (response) => {
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  };
}

export const fault = (status: number, code: string, headers: Record<string, string> = {}): Step =>
  answer(
    status,
    { error: { message: `it is ${code}`, type: 'server_error', param: null, code }, detail: `it is ${code}` },
    { 'x-request-id': 'req_flaky', ...headers },
  );

/** Ends the connection without an answer. */
export const reset: Step = (_response, request) => request.socket.destroy();

/** Never answers. */
export const silence: Step = () => {};
