import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** How a test wants the server to misbehave; may be changed while it runs. */
export interface HubFaults {
  /** Cut the connection of a weights download after `bytes`, `times` times. */
  cutAfter?: { bytes: number; times: number };
  /** Answer a range request with the whole file. */
  ignoreRange?: boolean;
  /** Announce another hash than the weights have. */
  wrongHash?: boolean;
  /** Announce this as the hash. */
  etag?: string;
  /** Announce another size. */
  announcedSize?: number;
  /** Refuse requests without this token. */
  token?: string;
}

export interface HubServer {
  endpoint: string;
  /** `METHOD path range` of each request so far. */
  requests: string[];
  mischief: HubFaults;
}

/**
 * Starts a server with the API of the Hugging Face hub and these files of `org/toy`; large files are on a second
 * origin.
 */
export async function hubServer(files: Record<string, Buffer>): Promise<HubServer> {
  const requests: string[] = [];
  const mischief: HubFaults = {};
  let storage = '';
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url} ${request.headers.range ?? ''}`.trim());
    const allowed = mischief.token === undefined || request.headers.authorization === `Bearer ${mischief.token}`;
    if (!allowed) return response.writeHead(401, { 'x-error-message': 'Invalid credentials' }).end();
    if (request.url === '/api/models/org/toy/revision/main') {
      const siblings = Object.keys(files).map((rfilename) => ({ rfilename }));
      return response.writeHead(200).end(JSON.stringify({ sha: COMMIT, siblings }));
    }
    const name = request.url?.split(`/org/toy/resolve/${COMMIT}/`)[1] ?? '';
    const content = files[name];
    if (content === undefined) return response.writeHead(404, { 'x-error-message': 'Entry not found' }).end();
    if (!/\.(safetensors|gguf)$/.test(name)) {
      const etag = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
      return sendWhole(request, response, content, etag);
    }
    const hash = createHash('sha256').update(content).digest('hex');
    response.setHeader('x-linked-etag', `"${mischief.etag ?? (mischief.wrongHash ? 'f'.repeat(64) : hash)}"`);
    response.setHeader('x-linked-size', String(mischief.announcedSize ?? content.length));
    return response.writeHead(302, { location: `${storage}/${name}` }).end();
  };
  const store = (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} store${request.url} ${request.headers.range ?? ''}`.trim());
    if (request.headers.authorization !== undefined) return response.writeHead(400).end('a token leaked');
    const content = files[request.url?.slice(1) ?? ''];
    const range = mischief.ignoreRange ? undefined : /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    const from = Number(range ?? 0);
    if (range !== undefined)
      response.setHeader('content-range', `bytes ${from}-${content.length - 1}/${content.length}`);
    response.writeHead(range === undefined ? 200 : 206, { 'content-length': content.length - from });
    const cut = mischief.cutAfter;
    if (cut === undefined || cut.times === 0) return response.end(content.subarray(from));
    cut.times--;
    return response.write(content.subarray(from, from + cut.bytes), () => setTimeout(() => response.destroy(), 50));
  };
  const hub = await listen(serve);
  storage = await listen(store);
  return { endpoint: hub, requests, mischief };
}

function sendWhole(request: IncomingMessage, response: ServerResponse, content: Buffer, etag: string): void {
  response.writeHead(200, { etag: `"${etag}"`, 'content-length': content.length });
  response.end(request.method === 'HEAD' ? undefined : content);
}

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
