import { get, type ServerResponse } from 'node:http';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { HttpListener } from '../../src/api/http/http-listener.ts';
import { defaultLimits } from '../../src/api/http/request-limits.ts';

it('a request counts as unanswered until its answer begins or its client disconnects', async () => {
  const responses = new Map<string, ServerResponse>();
  const listener: HttpListener = new HttpListener(
    defaultLimits,
    pino({ level: 'silent' }),
    (request, response) => {
      listener.begin(response);
      responses.set(request.url ?? '', response);
    },
    null,
  );
  const { port } = await listener.listen('127.0.0.1', 0);
  const ask = (path: string) => get({ port, path, host: '127.0.0.1', agent: false }).on('error', () => {});
  const count = () => [...listener.unanswered()].length;
  try {
    ask('/stream');
    const gone = ask('/gone');
    await expect.poll(count).toBe(2);
    responses.get('/stream')?.write('the first of many');
    expect(count()).toBe(1);
    gone.destroy();
    await expect.poll(count).toBe(0);
    responses.get('/stream')?.end();
  } finally {
    await listener.close(0);
  }
});
