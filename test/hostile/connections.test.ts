import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { maxPipelined } from '../../src/api/http/connections.ts';
import { startAbuseServer } from '../abuse/abuse-server.ts';
import { head, portOf } from '../abuse/raw-http.ts';
import type { TestServer } from '../api/test-server.ts';

/** Requests whose answers are too large for the kernel's buffers. */
const bundles = head('GET', '/v1/docs/swagger-ui-bundle.js', null).repeat(8);
const close = 'Connection: close';

let server: TestServer;
let sockets: Socket[];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.end();
});

async function startWith(limits: Parameters<typeof startAbuseServer>[0]): Promise<void> {
  sockets = [];
  // Validating answers against the contract would copy each.
  server = await startAbuseServer(limits, { env: { DAYBREAK_CHECK_RESPONSES: '0' } });
}

/** Opens a connection from an address in 127.0.0.0/8. */
async function open(localAddress: string): Promise<Socket> {
  const socket = connect({ port: portOf(server), host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Requests the documentation without a key, and does not read the answer. */
async function openUnread(localAddress: string): Promise<Socket> {
  const socket = await open(localAddress);
  socket.pause();
  socket.write(bundles);
  return socket;
}

async function healthFrom(localAddress: string): Promise<string> {
  const socket = await open(localAddress);
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  socket.write(head('GET', '/v1/health', null, close));
  await once(socket, 'close');
  return received.split('\r\n', 1)[0];
}

describe.skipIf(process.platform !== 'linux')('clients that request the documentation and do not read it', () => {
  test('hold only the share of one address, and clients of other addresses are served', async () => {
    await startWith({ connections: 40, connectionsPerAddress: 20, stalledMs: 600_000 });
    for (let i = 0; i < 60; i++) await openUnread('127.0.0.2');
    for (let i = 0; i < 30; i++) expect(await healthFrom('127.0.0.1')).toBe('HTTP/1.1 200 OK');
  });

  test('or have sent no request yet give way to new connections', async () => {
    await startWith({ connections: 40, connectionsPerAddress: 20, stalledMs: 600_000 });
    for (let i = 0; i < 60; i++) (await open('127.0.0.2')).resume();
    expect(await healthFrom('127.0.0.2')).toBe('HTTP/1.1 200 OK');
    expect(await healthFrom('127.0.0.1')).toBe('HTTP/1.1 200 OK');
  });

  test('are disconnected', async () => {
    await startWith({ stalledMs: 1_000 });
    for (let i = 0; i < 20; i++) (await openUnread('127.0.0.2')).setTimeout(0);
    await sleep(4_000);
    for (const socket of sockets) socket.resume();
    const closed = sockets.map((socket) => socket.closed || once(socket, 'close'));
    await Promise.all(closed);
  });

  test('are disconnected even if they read a few bytes now and then', async () => {
    await startWith({ stalledMs: 2_000 });
    const socket = await open('127.0.0.2');
    const answers = maxPipelined;
    let received = 0;
    socket.pause();
    socket.write(head('GET', '/v1/docs/swagger-ui-bundle.js', null).repeat(answers));
    for (let i = 0; i < 100; i++) {
      await sleep(100);
      received += (socket.read(64) as Buffer | null)?.length ?? 0;
    }
    socket.on('data', (chunk) => (received += chunk.length)).resume();
    await once(socket, 'close');
    // Only the bytes in the kernel's buffers arrived.
    expect(received).toBeGreaterThan(64);
    expect(received).toBeLessThan(answers * 2 ** 18);
  });
});
