// The servers that `bench/http.ts` measures Daybreak's shell against, one a process: node bench/http-peer.ts bare|stock
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import addFormats from 'ajv-formats';
import { type Context, type Document, OpenAPIBackend, type Request } from 'openapi-backend';
import { document } from '../src/generated/document.ts';
import { peerKey, peerModel } from './http-requests.ts';

const model = JSON.stringify(peerModel);

/** node:http alone: reads the body, looks at nothing. */
const bare: RequestListener = (request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(model));
};

/** openapi-backend as its README has it, on the same contract: its own router, validator and security handler. */
async function stock(): Promise<RequestListener> {
  // Not strict: the library's own check of the document knows OpenAPI 3.0 alone, and would throw.
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

const server = createServer(process.argv[2] === 'stock' ? await stock() : bare);
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
