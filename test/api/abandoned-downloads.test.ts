import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendReply } from '../../src/api/http/respond.ts';

/** A response body holds files, threads and in-flight slots until it is closed. */
interface Sent {
  closed: Promise<unknown>;
  result: Promise<unknown>;
}

let sent = Promise.withResolvers<Sent>();
/** Whether to answer only after the client has disconnected. */
let late = false;
let asked = Promise.withResolvers<void>();
const server = createServer(async (_, response) => {
  asked.resolve();
  if (late) await once(response, 'close');
  const body = new Readable({ read() {} });
  body.push('begin');
  const closed = new Promise((resolve) => body.once('close', resolve));
  const reply = { status: 200, headers: {}, body } as unknown as Parameters<typeof sendReply>[1];
  const result = sendReply(response, reply, () => Promise.reject() as never, null).catch((error) => error.code);
  sent.resolve({ closed, result });
});

beforeAll(async () => void (await once(server.listen(0), 'listening')));
afterAll(() => void server.close());

function ask() {
  sent = Promise.withResolvers<Sent>();
  asked = Promise.withResolvers<void>();
  const client = get({ port: (server.address() as AddressInfo).port });
  client.on('error', () => {});
  return client;
}

test('the body of a download is closed when the client disconnects', async () => {
  late = false;
  const client = ask();
  const [response] = await once(client, 'response');
  await once(response, 'data');
  client.destroy();
  const { closed, result } = await sent.promise;
  await closed;
  expect(await result).toBe('ERR_STREAM_PREMATURE_CLOSE');
});

test('a download body that is ready only after the client has disconnected is closed', async () => {
  late = true;
  const client = ask();
  await asked.promise;
  client.destroy();
  const { closed, result } = await sent.promise;
  expect(await result).toMatch(/^ERR_STREAM_/);
  await closed;
});
