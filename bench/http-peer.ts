// Servers for `bench/http.ts`, one per process, all with the same constant response:
// node bench/http-peer.ts bare|stock|shell
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { type Context, type Document, OpenAPIBackend, type Request } from 'openapi-backend';
import { pino } from 'pino';
import { ContractBackend } from '../src/api/contract/contract-backend.ts';
import { ApiServer } from '../src/api/http/http-server.ts';
import { document } from '../src/generated/document.ts';
import type { HandlersByTag } from '../src/generated/handlers.ts';
import { operations } from '../src/generated/operations.ts';
import { openStore } from '../src/store/store.ts';
import { peerKey, peerModel } from './http-requests.ts';

const model = JSON.stringify(peerModel);

/** node:http alone: reads the body without parsing it. */
const bare: RequestListener = (request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(model));
};

/**
 * openapi-backend set up as in its README, on the same contract, with its own router, validator and security handler.
 */
async function stock(): Promise<RequestListener> {
  // Not strict, since the library's check of the document supports OpenAPI 3.0 only, and would throw.
  const api = new OpenAPIBackend({
    definition: document as Document,
    quick: true,
    ajvOpts: { strict: false },
    customizeAjv: (ajv) => addFormats.default(ajv),
  });
  const answer = (_context: Context, _request: unknown, response: Parameters<RequestListener>[1]) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(model);
  const refuse = (status: number) => (context: Context, _request: unknown, response: Parameters<RequestListener>[1]) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(context.validation?.errors ?? null));
  api.register({
    getModel: answer,
    createModel: answer,
    validationFail: refuse(422),
    notFound: refuse(404),
    unauthorizedHandler: refuse(401),
  });
  api.registerSecurityHandler('bearerAuth', ({ request }) => request.headers.authorization === `Bearer ${peerKey}`);
  await api.init();
  return async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = chunks.length > 0 ? Buffer.concat(chunks).toString() : undefined;
    const { method = 'GET', url = '/', headers } = request;
    await api.handleRequest({ method, path: url, headers, body } as Request, request, response);
  };
}

/** Everything in Daybreak between the socket and the handlers, with keys in their database. */
async function shell(folder: string): Promise<number> {
  const store = await openStore({ sqliteFile: join(folder, 'shell.db') });
  await store.keys.configure(peerKey, { owner: 'bench', scopes: ['train'] });
  const answer = async () => ({ status: 200, body: peerModel }) as const;
  const tags = Object.fromEntries(Object.values(operations).map(({ tag }) => [tag, {}]));
  const handlers = { ...tags, models: { getModel: answer, createModel: answer } } as unknown as HandlersByTag;
  const backend = await new ContractBackend(document as Document, handlers).init();
  return new ApiServer({ backend, keys: store.keys, log: pino(pino.destination(join(folder, 'shell.log'))) }).listen(
    '127.0.0.1',
    0,
  );
}

async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const [kind, folder] = process.argv.slice(2);
process.send?.(kind === 'shell' ? await shell(folder) : await listening(kind === 'stock' ? await stock() : bare));
