import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { boundChunks, manyChunks } from '../../src/api/http/chunked-body.ts';

/** Returns the bytes read of one body, and the maximum number of buffers per turn of the event loop. */
async function readOf(chunks: string, read: (request: IncomingMessage) => void = () => {}) {
  const seen = { bytes: 0, mostInTurn: 0, refusals: 0 };
  let inTurn = 0;
  const server = createServer((request, response) => {
    boundChunks(request, () => {
      seen.refusals += 1;
      request.socket.destroy();
    });
    request.on('error', () => {});
    request.on('data', ({ length }: Buffer) => {
      seen.bytes += length;
      if (inTurn === 0) setImmediate(() => (inTurn = 0));
      seen.mostInTurn = Math.max(seen.mostInTurn, ++inTurn);
    });
    request.on('end', () => response.end());
    read(request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('close', resolve));
  server.close();
  return seen;
}

it('a body in small chunks delivers at most 130 buffers per turn of the event loop', async () => {
  const { bytes, mostInTurn, refusals } = await readOf('20\r\n0123456789abcdef0123456789abcdef\r\n'.repeat(50_000));
  expect([bytes, refusals]).toEqual([1_600_000, 0]);
  // 64 single buffers and the rest as one. The previous turn may end within the counted one, hence twice.
  expect(mostInTurn).toBeLessThanOrEqual(2 * 65);
});

it('a body of very many 1-byte chunks is refused once', async () => {
  const { bytes, refusals } = await readOf('1\r\n \r\n'.repeat(100_000));
  expect(refusals).toBe(1);
  expect(bytes).toBeLessThan(manyChunks);
});

it('a body arrives complete at a reader that pauses now and then', async () => {
  const { bytes } = await readOf('20\r\n0123456789abcdef0123456789abcdef\r\n'.repeat(20_000), async (request) => {
    while (!request.complete) {
      request.pause();
      await sleep(2);
      request.resume();
      await nextTurn();
    }
  });
  expect(bytes).toBe(640_000);
});
