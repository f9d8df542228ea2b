import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let openai: OpenAI;

beforeAll(async () => {
  server = await startTestServer({ workerEntry: peerEntry });
  openai = new OpenAI({ baseURL: server.baseUrl, apiKey: server.key, maxRetries: 0 });
});
afterAll(() => server.end());

const messages = [{ role: 'user' as const, content: 'yes or no?' }];

test('a chat completion has log-probabilities and token ids by default, and its usage adds up', async () => {
  const { body } = await server.call('POST', '/chat/completions', { model: 'toy', messages, max_tokens: 4 });
  const [choice] = body.choices;
  expect(body).toMatchObject({ object: 'chat.completion', model: 'toy', prompt_token_ids: null });
  expect(choice.token_ids).toHaveLength(4);
  expect(choice.logprobs.content.map(({ logprob }: { logprob: number }) => logprob)).toEqual([-0.5, -0.5, -0.5, -0.5]);
  expect(body.usage).toEqual({
    prompt_tokens: choice.prompt_token_ids.length,
    completion_tokens: 4,
    total_tokens: choice.prompt_token_ids.length + 4,
    prompt_tokens_details: { cached_tokens: 0 },
  });
  expect(choice.finish_reason).toBe('length');
});

test('the OpenAI client reads a stream of two choices, each from its role to its finish reason', async () => {
  const stream = await openai.chat.completions.create({
    model: 'toy',
    messages,
    max_tokens: 3,
    n: 2,
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  expect(chunks[0].choices.map(({ index, delta }) => [index, delta.role])).toEqual([
    [0, 'assistant'],
    [1, 'assistant'],
  ]);
  for (const index of [0, 1]) {
    const own = chunks.flatMap(({ choices }) => choices.filter((choice) => choice.index === index));
    expect(own.map(({ finish_reason }) => finish_reason)).toEqual([null, null, null, 'length']);
  }
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 6 } });
});

test('an invalid streaming request gets a plain HTTP error and no stream', async () => {
  const status = async (body: object): Promise<[number, string]> => {
    const answer = await server.call('POST', '/chat/completions', { model: 'toy', messages, stream: true, ...body });
    return [answer.status, answer.body.error.code];
  };
  expect(await status({ model: 'none' })).toEqual([404, 'model_not_found']);
  expect(await status({ model: 'wandb-artifact:///a/b/c' })).toEqual([404, 'model_not_found']);
  const { body: made } = await server.call('POST', '/preview/models', {
    project: 'p',
    name: 'byid',
    base_model: 'toy',
  });
  const said = async (model: string) =>
    (await server.call('POST', '/chat/completions', { messages: [{ role: 'user', content: 'x' }], model })).body.error
      .message;
  expect(await said(made.id.toUpperCase())).toMatch(
    /cannot answer: it is the id of a model, not its name; the name is wandb-artifact:\/\/\/local\/p\/byid$/,
  );
  const others =
    /the served models are toy; a trained model is named wandb-artifact:\/\/\/\{entity\}\/\{project\}\/\{name\}$/;
  expect(await said('none')).toMatch(others);
  expect(await said('6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10')).toMatch(others);
  await server.call('DELETE', `/preview/models/${made.id}`);
  expect(await status({ model: 'wandb-artifact:///a/b' })).toEqual([404, 'model_not_found']);
  expect(await status({ messages: [{ role: 'user', content: 'no '.repeat(600) }] })).toEqual([
    400,
    'context_length_exceeded',
  ]);
  expect(await status({ temperature: -1 })).toEqual([400, 'validation_failed']);
  expect(await status({ seed: 1e30 })).toEqual([400, 'validation_failed']);
});

test('a prompt of 2 MiB is refused with a lower bound of its token count', async () => {
  const ask = (content: string) =>
    server.call('POST', '/chat/completions', { model: 'toy', messages: [{ role: 'user', content }], max_tokens: 1 });
  const { status, body } = await ask('ab'.repeat(2 ** 20));
  expect([status, body.error.code, body.error.param]).toEqual([400, 'context_length_exceeded', 'messages']);
  expect(body.error.message).toMatch(
    /^messages: the prompt has at least \d+ tokens, but this model's maximum context length is \d+ tokens/,
  );
});

test('a seed of 64 bits is accepted, and a fraction is refused', async () => {
  const send = async (seed: string): Promise<number> => {
    const response = await fetch(`${server.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: `{"messages":[{"role":"user","content":"hi"}],"max_tokens":1,"seed":${seed}}`,
    });
    await response.body?.cancel();
    return response.status;
  };
  expect(await send('9223372036854775807')).toBe(200);
  expect(await send('-9223372036854775808')).toBe(200);
  expect(await send('1.5')).toBe(400);
});

test('a trained model is found by its name with or without a step, until it or the step is deleted', async () => {
  const { body: model } = await server.call('POST', '/preview/models', { project: 'p', name: 'n', base_model: 'toy' });
  const name = 'wandb-artifact:///local/p/n';
  const ask = async (which: string) => {
    const answer = await server.call('POST', '/chat/completions', { model: which, messages, max_tokens: 1 });
    return answer.status === 200 ? answer.body.model : answer.body.error.code;
  };
  for (const spelling of [
    name,
    `${name}:step0`,
    `${name}:latest`,
    `${name}:v0`,
    name.replace('///', '//'),
    `hosted_vllm/${name}`,
  ]) {
    expect(await ask(spelling)).toBe(spelling);
  }
  expect(await ask(`${name}:step1`)).toBe('model_not_found');
  const served = (await server.call('GET', '/models')).body.data.map(({ id }: { id: string }) => id);
  expect(served).toEqual(['toy', name]);
  await server.call('DELETE', `/preview/models/${model.id}/checkpoints`, { steps: [0] });
  expect(await ask(name)).toBe('model_not_found');
  await server.call('DELETE', `/preview/models/${model.id}`);
  expect(await ask(name)).toBe('model_not_found');
});

test('the answer’s id is the request id of the body or the header', async () => {
  const chosen = { model: 'toy', messages, max_tokens: 1, request_id: 'mine' };
  expect((await server.call('POST', '/chat/completions', chosen)).body.id).toBe('chatcmpl-mine');
  const header = { 'x-request-id': 'header-1' };
  expect((await server.call('POST', '/chat/completions', chosen, header)).body.id).toBe('chatcmpl-header-1');
});

/** Starts a server that takes 50 ms per token, and a stream from it. */
async function slowStream(signal?: AbortSignal) {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-slow-'));
  const script = join(folder, 'peer.json');
  await writeFile(script, '{"tokenMs":50}');
  const slow = await startTestServer({ workerEntry: peerEntry, env: { PEER_SCRIPT: script } });
  const response = await fetch(`${slow.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${slow.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'toy', messages, stream: true }),
    signal,
  });
  expect(response.status).toBe(200);
  return { slow, response, script };
}

test('generation stops when the client disconnects', async () => {
  const abort = new AbortController();
  const { slow, script } = await slowStream(abort.signal);
  try {
    abort.abort();
    await expect.poll(() => readFile(`${script}.cancels`, 'utf8').catch(() => '')).toBe('.');
  } finally {
    await slow.end();
  }
});

test('when the compute process dies, a stream ends with an error event and new requests are a 503', async () => {
  const { slow, response } = await slowStream();
  try {
    process.kill(slow.compute.report().pid ?? 0, 'SIGKILL');
    const events = (await response.text()).split('\n\n').filter((event) => event.startsWith('data: '));
    expect(JSON.parse(events.at(-2)?.slice(6) ?? '').error).toMatchObject({ code: 'compute_unavailable' });
    expect(events.at(-1)).toBe('data: [DONE]');
    const during = await slow.call('POST', '/chat/completions', { model: 'toy', messages, stream: true });
    expect([during.status, during.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await slow.call('GET', '/health')).status).toBe(503);
    const check = await slow.call('GET', '/system-check');
    expect([check.status, check.body.gpu_queue.success, check.body.database.success]).toEqual([503, false, true]);
    await slow.compute.ready();
    const after = await slow.call('POST', '/chat/completions', { model: 'toy', messages, max_tokens: 1 });
    expect(after.status).toBe(200);
  } finally {
    await slow.end();
  }
});

test('a stopping server ends streams after its grace period and accepts no connection', async () => {
  const { slow, response } = await slowStream();
  const started = performance.now();
  const closed = slow.close(400);
  const text = await response.text();
  await closed;
  expect(performance.now() - started).toBeLessThan(20_000);
  // The grace period was shorter than the stream, so the stream was aborted with an error event.
  expect(text).toContain('"code":"draining"');
  await expect(fetch(`${slow.baseUrl}/health`)).rejects.toThrow();
});
