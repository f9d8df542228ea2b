// Tests the hand-written layer of the TypeScript client against servers that fail on purpose.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import * as daybreak from '../../clients/typescript/src/index.ts';
import { waitAfterAnswer } from '../../clients/typescript/src/retry.ts';
import { answer, FlakyServer, fault, reset, type Step, silence } from './flaky-server.ts';

const key = 'dbk-a-key-that-must-not-be-told-to-anyone';
const id = '6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10';
const ok = answer(200, { status: 'ok', version: '1.2.3' });
const model = answer(200, { id, name: 'agent' });
const wanted = { project: 'p', name: 'n', base_model: 'b' };
const asked = { messages: [{ role: 'user', content: 'Hello' }] };

const connect = (server: { baseUrl: string }, options: daybreak.DaybreakOptions = {}): daybreak.Daybreak =>
  new daybreak.Daybreak({ baseUrl: server.baseUrl, apiKey: key, ...options });

/** Returns the reason of a rejected promise. Throws if it resolves. */
async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('there was no error');
}

describe('requests', () => {
  test('carry the key, and go to /v1 whether or not the base URL ends in it', async () => {
    await using server = await FlakyServer.start(ok, ok);
    await connect(server).models.base();
    await connect({ baseUrl: `${server.baseUrl}/v1/` }).models.get(id);
    expect(server.seen.map(({ url }) => url)).toEqual(['/v1/preview/base-models', `/v1/preview/models/${id}`]);
    expect(server.seen[1].headers.authorization).toBe(`Bearer ${key}`);
  });

  test('are not sent with an empty id or name', async () => {
    await using server = await FlakyServer.start();
    const { models, trainingJobs, runs, artifacts } = connect(server);
    const calls = {
      model_id: [
        () => models.get(''),
        () => models.delete(''),
        () => models.log('', { split: 'val', trajectory_groups: [] }),
        () => models.logs.list('').firstPage(),
        () => models.logs.groups('', id).firstPage(),
        () => models.checkpoints.list('').firstPage(),
        () => models.checkpoints.files('', 0),
      ],
      model: [() => models.servedAs('')],
      log_id: [() => models.logs.groups(id, '').firstPage()],
      training_job_id: [() => trainingJobs.get(''), () => trainingJobs.cancel(''), () => trainingJobs.wait('')],
      run_id: [() => runs.get(''), () => runs.tensorboard('')],
      artifact_id: [() => artifacts.get(''), () => artifacts.upload('', 'f', '')],
      file_name: [() => artifacts.upload(id, '', ''), () => artifacts.download(id, '')],
    };
    for (const [name, those] of Object.entries(calls)) {
      for (const call of those) {
        const error = await errorOf(call());
        expect(error).toMatchObject({ name: 'DaybreakError', message: `${name} is empty` });
      }
    }
    expect(server.seen).toEqual([]);
  });

  test('upload a string as its UTF-8 bytes, and repeat it after a 503', async () => {
    await using server = await FlakyServer.start(fault(503, 'draining', { 'retry-after': '0' }), model);
    await connect(server).artifacts.upload(id, 'train.jsonl', 'é\n');
    expect(server.seen.map(({ body }) => body)).toEqual(['é\n', 'é\n']);
    expect(server.seen[1].headers['content-type']).toBe('application/octet-stream');
  });
});

describe('settings', () => {
  test('a key with characters invalid in a header is refused, and the error does not show it', () => {
    for (const apiKey of [`${key}\n${key}`, 'schlüssel']) {
      const make = () => new daybreak.Daybreak({ baseUrl: 'http://a', apiKey });
      expect(make).toThrow(daybreak.DaybreakError);
      expect(make).toThrow(/^The API key is empty or has characters invalid in HTTP headers\.$/);
    }
  });

  test('an empty key argument is refused, even if the environment has a key', () => {
    vi.stubEnv('DAYBREAK_API_KEY', key);
    try {
      expect(() => new daybreak.Daybreak()).not.toThrow();
      for (const apiKey of ['', ' ', '\n']) {
        const make = () => new daybreak.Daybreak({ apiKey });
        expect(make).toThrow(daybreak.DaybreakError);
        expect(make).toThrow(/^apiKey is empty; omit it/);
      }
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('a base URL with a user, a query or a fragment is refused', () => {
    for (const baseUrl of ['http://user:secret@host', 'http://host?x=1', 'http://host#x']) {
      expect(() => connect({ baseUrl })).toThrow(/^baseUrl has a user, a query or a fragment/);
    }
  });

  test('an infinite timeout does not time out at once', async () => {
    await using server = await FlakyServer.start(ok);
    expect(await connect(server, { timeoutMs: Number.POSITIVE_INFINITY }).health()).toMatchObject({ status: 'ok' });
  });
});

describe('the retry policy', () => {
  test('waits as long as Retry-After says', async () => {
    await using server = await FlakyServer.start(fault(503, 'queue_full', { 'retry-after': '1' }), ok);
    expect(await connect(server).health()).toEqual({ status: 'ok', version: '1.2.3' });
    expect(server.seen).toHaveLength(2);
    expect(server.seen[1].atMs - server.seen[0].atMs).toBeGreaterThan(950);
  });

  test('accepts an HTTP date in Retry-After, and gives up if the wait is over 120 s', async () => {
    const soon = new Date(Date.now() + 1500).toUTCString();
    await using server = await FlakyServer.start(fault(429, 'rate_limit_exceeded', { 'retry-after': soon }), ok);
    await connect(server).health();
    const far = fault(429, 'rate_limit_exceeded', { 'retry-after': '121' });
    await using other = await FlakyServer.start(far);
    expect(await errorOf(connect(other).health())).toBeInstanceOf(daybreak.RateLimitError);
    expect(other.seen).toHaveLength(1);
  });

  const once = { 'retry-after': '0' };
  test.each<[string, Step, boolean, boolean]>([
    // the fault, whether a GET is retried, whether a POST is retried
    ['408', answer(408, '', once), true, false],
    ['429', fault(429, 'rate_limit_exceeded', once), true, true],
    ['500', fault(500, 'internal_error', once), true, false],
    ['502', answer(502, '<html>bad gateway</html>', once), true, false],
    ['503', fault(503, 'draining', once), true, true],
    ['504', answer(504, '', once), true, false],
    ['a reset', reset, true, false],
    ['404', fault(404, 'not_found', once), false, false],
    ['409', fault(409, 'conflict', once), false, false],
    ['501', fault(501, 'not_implemented', once), false, false],
    ['507', fault(507, 'disk_full', once), false, false],
  ])('after %s retries only requests that are safe to repeat', async (_name, step, getAgain, postAgain) => {
    await using forGet = await FlakyServer.start(step, model);
    const got = connect(forGet).models.get(id);
    if (getAgain) expect(await got).toMatchObject({ id });
    else expect(await errorOf(got)).toBeInstanceOf(daybreak.DaybreakError);
    expect(forGet.seen).toHaveLength(getAgain ? 2 : 1);

    await using forPost = await FlakyServer.start(step, model);
    const posted = connect(forPost).models.create(wanted);
    if (postAgain) expect(await posted).toMatchObject({ id });
    else expect(await errorOf(posted)).toBeInstanceOf(daybreak.DaybreakError);
    expect(forPost.seen.map(({ body }) => JSON.parse(body))).toEqual(Array(postAgain ? 2 : 1).fill(wanted));
  });

  test.each([
    ['0', 0, 0],
    ['1.5', 1500, 1500],
    ['-1', 375, 500],
    ['soon', 375, 500],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0, 0],
  ])('waits the right time for Retry-After: %s', (value, least, most) => {
    const wait = waitAfterAnswer('GET', new Response('', { status: 503, headers: { 'retry-after': value } }), 0);
    expect(wait).toBeGreaterThanOrEqual(least);
    expect(wait).toBeLessThanOrEqual(most);
  });

  test('gives up after two retries, or after maxRetries', async () => {
    const steps = Array(6).fill(fault(503, 'draining', once));
    await using server = await FlakyServer.start(...steps);
    expect(await errorOf(connect(server).health())).toBeInstanceOf(daybreak.ServiceUnavailableError);
    expect(server.seen).toHaveLength(3);
    await errorOf(connect(server, { maxRetries: 1 }).health());
    expect(server.seen).toHaveLength(5);
    await errorOf(connect(server).health({ maxRetries: 0 }));
    expect(server.seen).toHaveLength(6);
  });

  test('retries a POST if no connection was made', async () => {
    const server = createServer((_request, response) => model(response, _request));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const created = connect({ baseUrl: `http://127.0.0.1:${port}` }).models.create(wanted);
    await new Promise((resolve) => setTimeout(resolve, 150));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await created).toMatchObject({ id });
    server.closeAllConnections();
    server.close();
  });

  test('does not retry a system check that reports a failure', async () => {
    await using server = await FlakyServer.start(answer(503, { error: null, gpu_queue: { success: false } }, once));
    const error = await errorOf(connect(server).systemCheck());
    expect(error).toMatchObject({ status: 503, body: { gpu_queue: { success: false } } });
    expect(server.seen).toHaveLength(1);
  });
});

describe('errors', () => {
  const classes = {
    400: daybreak.BadRequestError,
    401: daybreak.AuthenticationError,
    403: daybreak.PermissionDeniedError,
    404: daybreak.NotFoundError,
    409: daybreak.ConflictError,
    413: daybreak.PayloadTooLargeError,
    415: daybreak.APIStatusError,
    422: daybreak.UnprocessableEntityError,
    429: daybreak.RateLimitError,
    500: daybreak.InternalServerError,
    503: daybreak.ServiceUnavailableError,
    507: daybreak.InsufficientStorageError,
  };
  test.each(Object.entries(classes))('of status %s have their own class', async (status, type) => {
    await using server = await FlakyServer.start(fault(Number(status), 'conflict'));
    const error = await errorOf(connect(server, { maxRetries: 0 }).models.create(wanted));
    expect((error as Error).constructor).toBe(type);
    expect(error).toMatchObject({
      name: type.name,
      status: Number(status),
      code: 'conflict',
      message: 'it is conflict',
    });
    expect(error).toMatchObject({ requestId: 'req_flaky', body: { detail: 'it is conflict' }, issues: [] });
  });

  test.each([
    [429, '7', 7, 7],
    [503, '1.5', 1.5, 1.5],
    [429, new Date(Date.now() + 90_000).toUTCString(), 20, 90],
  ])('of status %s have retryAfter in seconds, from Retry-After: %s', async (status, asked, least, most) => {
    await using server = await FlakyServer.start(fault(status, 'rate_limit_exceeded', { 'retry-after': asked }));
    const error = (await errorOf(connect(server, { maxRetries: 0 }).health())) as daybreak.APIStatusError;
    expect(error.retryAfter).toBeGreaterThanOrEqual(least);
    expect(error.retryAfter).toBeLessThanOrEqual(most);
  });

  const wordless: Record<string, string>[] = [{}, { 'retry-after': 'soon' }];
  test.each(wordless)('have a null retryAfter without a valid Retry-After header: %j', async (headers) => {
    await using server = await FlakyServer.start(fault(429, 'rate_limit_exceeded', headers));
    const error = await errorOf(connect(server, { maxRetries: 0 }).health());
    expect(error).toBeInstanceOf(daybreak.RateLimitError);
    expect(error).toMatchObject({ retryAfter: null });
  });

  test('of a proxy with an HTML body have the class of their status', async () => {
    await using server = await FlakyServer.start(answer(404, '<html>no</html>'));
    const error = await errorOf(connect(server).models.get(id));
    expect(error).toBeInstanceOf(daybreak.NotFoundError);
    expect(error).toMatchObject({
      body: '<html>no</html>',
      message: `GET /v1/preview/models/${id}: 404`,
      code: undefined,
    });
  });

  test('are DaybreakErrors for an answer or a stream event that is not JSON', async () => {
    const event: Step = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"choices\n\n');
    };
    await using server = await FlakyServer.start(answer(200, '<html>welcome</html>'), event);
    const told = await errorOf(connect(server).health());
    expect((told as Error).constructor).toBe(daybreak.DaybreakError);
    expect((told as Error).message).toContain('does not match');
    const stream = await connect(server).chat.completions.stream(asked);
    expect(await errorOf(stream[Symbol.asyncIterator]().next())).toBeInstanceOf(daybreak.DaybreakError);
  });

  test('include redirects, which are not followed, so that the key goes nowhere else', async () => {
    await using elsewhere = await FlakyServer.start(ok, ok);
    const away = answer(307, '', { location: `${elsewhere.baseUrl}/v1/health` });
    await using server = await FlakyServer.start(away, away);
    expect(await errorOf(connect(server).health())).toMatchObject({ status: 307 });
    expect(await errorOf(connect(server).chat.completions.stream(asked))).toMatchObject({ status: 307 });
    expect(elsewhere.seen).toEqual([]);
  });

  test('of a host with several unreachable addresses have the connection’s error code', async () => {
    const cause = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const error = await errorOf(connect({ baseUrl: 'http://localhost:1' }, { fetch, maxRetries: 0 }).health());
    expect(error).toMatchObject({ name: 'APIConnectionError', message: 'GET /v1/health: ECONNREFUSED' });
  });

  test('are APIConnectionError for a closed port and APITimeoutError for no answer', async () => {
    const gone = await FlakyServer.start();
    await gone[Symbol.asyncDispose]();
    const nobody = connect(gone, { maxRetries: 0 });
    const refused = await errorOf(nobody.health());
    expect(refused).toBeInstanceOf(daybreak.APIConnectionError);
    expect(String(refused)).toContain('ECONNREFUSED');
    expect(String(refused)).not.toContain(key);
    await using server = await FlakyServer.start(silence);
    const late = await errorOf(connect(server).health({ timeoutMs: 100 }));
    expect(late).toBeInstanceOf(daybreak.APITimeoutError);
    expect(server.seen).toHaveLength(1);
  });

  test("are the caller's own reason after an abort", async () => {
    await using server = await FlakyServer.start(silence);
    const controller = new AbortController();
    const call = connect(server).health({ signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 50);
    expect(await errorOf(call)).toBe('enough');
  });
});

describe('streams', () => {
  const chunk = (content: string): string => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
  const streamed = (...parts: string[]): Step => {
    return (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of parts) response.write(part);
      response.end();
    };
  };
  const read = async (stream: daybreak.ChatStream): Promise<string> => {
    let text = '';
    for await (const part of stream) text += part.choices[0].delta.content;
    return text;
  };

  test('are parsed whole when they arrive in pieces of 7 bytes', async () => {
    const bytes = Buffer.from(
      `: a comment\r\n\r\n${chunk('né')}${chunk('é').replaceAll('\n', '\r\n')}data: [DONE]\n\n`,
    );
    await using server = await FlakyServer.start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let at = 0;
      const timer = setInterval(() => {
        response.write(bytes.subarray(at, at + 7));
        at += 7;
        if (at < bytes.length) return;
        clearInterval(timer);
        response.end();
      }, 1);
    });
    expect(await read(await connect(server).chat.completions.stream(asked))).toBe('néé');
    expect(JSON.parse(server.seen[0].body)).toEqual({ ...asked, stream: true });
  });

  test('throw StreamError for an error event, and APIConnectionError if they end early', async () => {
    const body = { error: { message: 'the device is gone', code: 'compute_unavailable' }, detail: '' };
    const steps = [streamed(chunk('a'), `data: ${JSON.stringify(body)}\n\n`), streamed(chunk('a'))];
    await using server = await FlakyServer.start(...steps);
    const { completions } = connect(server).chat;
    const told = await errorOf(read(await completions.stream(asked)));
    expect(told).toBeInstanceOf(daybreak.StreamError);
    expect(told).toMatchObject({ message: 'the device is gone', code: 'compute_unavailable' });
    expect(await errorOf(read(await completions.stream(asked)))).toBeInstanceOf(daybreak.APIConnectionError);
  });

  const endless = (closed: () => void): Step => {
    return (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write(chunk('a')), 5);
      response.on('close', () => {
        clearInterval(timer);
        closed();
      });
    };
  };
  type Leave = (stream: daybreak.ChatStream, controller: AbortController) => Promise<unknown>;
  test.each<[string, Leave]>([
    [
      'leaving the loop',
      async (stream) => {
        for await (const _chunk of stream) break;
      },
    ],
    [
      'abort',
      async (stream) => {
        setTimeout(() => stream.abort(), 20);
        expect(await read(stream)).toMatch(/^a+$/); // the loop ends, without an error
        expect(await read(stream)).toBe('');
      },
    ],
    [
      'the signal',
      async (stream, controller) => {
        setTimeout(() => controller.abort('enough'), 20);
        expect(await errorOf(read(stream))).toBe('enough');
      },
    ],
  ])('close their connection on %s', async (_name, leave) => {
    let closed = (): void => {};
    const close = new Promise<void>((resolve) => {
      closed = resolve;
    });
    await using server = await FlakyServer.start(endless(() => closed()));
    const controller = new AbortController();
    await leave(await connect(server).chat.completions.stream(asked, { signal: controller.signal }), controller);
    await close;
  });

  test('may last longer than the timeout, which limits only the silence between events', async () => {
    await using server = await FlakyServer.start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let i = 0; i < 6; i++) setTimeout(() => response.write(chunk('a')), i * 500);
    });
    const stream = await connect(server).chat.completions.stream(asked, { timeoutMs: 2_000 });
    let count = 0;
    const reading = (async () => {
      for await (const _chunk of stream) count += 1;
    })();
    expect(await errorOf(reading)).toBeInstanceOf(daybreak.APITimeoutError);
    expect(count).toBe(6);
  });

  test('are retried after a 503, before they begin', async () => {
    const busy = fault(503, 'queue_full', { 'retry-after': '0' });
    await using server = await FlakyServer.start(busy, streamed(chunk('a'), 'data: [DONE]\n\n'));
    expect(await read(await connect(server).chat.completions.stream(asked))).toBe('a');
  });
});

describe('lists and jobs', () => {
  test('a list fetches page after page', async () => {
    const page = (ids: string[], has_more: boolean): Step =>
      answer(200, { object: 'list', data: ids.map((id) => ({ id })), first_id: ids[0], last_id: ids.at(-1), has_more });
    await using server = await FlakyServer.start(page(['a', 'b'], true), page(['c'], false));
    const seen: string[] = [];
    for await (const { id } of connect(server).models.list({ limit: 2, order: 'desc' })) seen.push(id);
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(server.seen.map(({ url }) => new URL(url, server.baseUrl).search)).toEqual([
      '?limit=2&order=desc',
      '?limit=2&order=desc&after=b',
    ]);
  });

  test('wait polls the events, and throws TrainingJobError for a failed job', async () => {
    const events = (...types: string[]): Step =>
      answer(200, { data: types.map((type) => ({ id: type, type, data: {} })), has_more: false });
    const job = answer(200, { id, status: 'failed', error_message: 'no data' });
    await using server = await FlakyServer.start(events('training_started'), events(), events('training_failed'), job);
    const error = await errorOf(connect(server).trainingJobs.wait(id, { pollMs: 1 }));
    expect(error).toBeInstanceOf(daybreak.TrainingJobError);
    expect(error).toMatchObject({ job: { id }, message: `training job ${id} failed: no data` });
    const query = (i: number): string => new URL(server.seen[i].url, server.baseUrl).search;
    expect([query(0), query(1), query(2)]).toEqual(['', '?after=training_started', '?after=training_started']);
  });

  test('wait throws APITimeoutError after waitMs', async () => {
    const none = answer(200, { data: [], has_more: false });
    await using server = await FlakyServer.start(...Array(100).fill(none));
    const waiting = connect(server).trainingJobs.wait(id, { pollMs: 20, waitMs: 100 });
    expect(await errorOf(waiting)).toBeInstanceOf(daybreak.APITimeoutError);
  });
});
