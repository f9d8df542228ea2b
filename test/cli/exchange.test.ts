import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Context } from '../../cli/context.ts';
import { withArtifact } from '../../cli/files/upload.ts';
import { operations } from '../../cli/generated/operations.ts';
import { piecesOf, send } from '../../cli/operations/exchange.ts';
import { Connection } from '../../clients/typescript/src/connection.ts';
import { answer, FlakyServer, type Step } from '../clients/flaky-server.ts';

const timeoutMs = 100;

/** A context whose requests time out after 100 ms. */
class TimeoutContext extends Context {
  override connection(): Connection {
    const { url } = this.server();
    return new Connection({ baseUrl: url, apiKey: 'key', timeoutMs, maxRetries: 0, fetch: globalThis.fetch });
  }
}

function contextWithTimeout({ baseUrl }: FlakyServer): Context {
  return new TimeoutContext({ DAYBREAK_BASE_URL: baseUrl, DAYBREAK_API_KEY: 'key' });
}

const late =
  (step: Step): Step =>
  (response, request) =>
    void setTimeout(() => step(response, request), 5 * timeoutMs);

test('a file upload has no time limit, unlike other requests', async () => {
  const path = join(tmpdir(), `daybreak-upload-${process.pid}`);
  await writeFile(path, 'sent');
  const sha256 = '7ee6d2b0f9a5c6b0'; // of another file
  await using server = await FlakyServer.start(
    answer(200, { id: 'a' }),
    late(answer(200, { sha256 })),
    answer(200, {}),
    late(answer(200, {})),
    late(answer(200, {})),
  );
  const context = contextWithTimeout(server);
  const sent = withArtifact(context, { name: 'a' }, [{ path, name: 'a' }], async () => {});
  await expect(sent).rejects.toThrow('the server received other bytes');
  const upload = operations.find(({ body }) => body === 'bytes')!;
  const request = { method: 'PUT', path: '/x', query: new Map(), headers: {} };
  const { watch } = await send(context, upload, { ...request, body: new Blob(['sent']) });
  watch.end();
  await expect(send(context, upload, { ...request, body: 'sent' })).rejects.toThrow('no response within 100 ms');
});

test('a signal interrupts the check of an upload’s SHA-256, and deletes the artifact', async () => {
  const path = join(tmpdir(), `daybreak-read-${process.pid}`);
  await writeFile(path, 'sent');
  await using server = await FlakyServer.start(answer(200, { id: 'a' }), answer(200, { sha256: '' }), answer(200, {}));
  const context = contextWithTimeout(server);
  const connection = context.connection();
  vi.spyOn(context, 'connection').mockReturnValue(connection);
  const send = connection.send.bind(connection);
  vi.spyOn(connection, 'send').mockImplementation(async (...args) => {
    const answered = await send(...args);
    vi.spyOn(answered.response, 'json').mockImplementation(async () => {
      context.interrupt('SIGTERM');
      return { sha256: '' };
    });
    return answered;
  });
  const sent = withArtifact(context, { name: 'a' }, [{ path, name: 'a' }], async () => {});
  await expect(sent).rejects.toMatchObject({ message: 'interrupted', exitCode: 143 });
  expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'PUT', 'DELETE']);
});

test('the time limit of an answer does not run while its reader is slow', async () => {
  await using server = await FlakyServer.start((response) => {
    response.writeHead(200).write('one');
    setTimeout(() => response.end('two'), timeoutMs / 2);
  });
  const answered = await contextWithTimeout(server).connection().send('GET', '/x', { headers: {} });
  let text = '';
  for await (const piece of piecesOf(answered)) {
    text += Buffer.from(piece).toString();
    await sleep(3 * timeoutMs);
  }
  expect(text).toBe('onetwo');
});
