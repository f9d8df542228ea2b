import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiveModels } from '../../src/api/tinker/live-models.ts';
import { WorkerError } from '../../src/worker/client/worker-error.ts';
import { newKey } from '../abuse/abuse-server.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

/** The device holds one model at a time, so every change of model spills the other one. */
const options: TestServerOptions = {
  exchangeParts: (container) => void container.rebind(LiveModels).toConstantValue(new LiveModels(1)),
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(options);
});
afterAll(() => server.end());

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function ask(path: string, body: object | Buffer, accept = '*/*'): Promise<any> {
  const isMessage = Buffer.isBuffer(body);
  const response = await fetch(`${new URL(server.baseUrl).origin}/tinker/api/v1/${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': `tml-${server.key}`,
      'content-type': isMessage ? 'application/x-protobuf' : 'application/json',
      accept,
    },
    body: isMessage ? new Uint8Array(body) : JSON.stringify(body),
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: isJson ? await response.json() : Buffer.from(await response.arrayBuffer()) };
}

async function resultOf(path: string, body: object | Buffer) {
  const begun = await ask(path, body);
  expect([path, begun.status]).toEqual([path, 200]);
  const { request_id } = begun.body;
  for (;;) {
    const { status, body: result } = await ask('retrieve_future', { request_id });
    if (status === 200) return { id: request_id as string, result };
    // On a busy machine, compiling kernels takes longer than a request is held.
    expect([status, result.type]).toEqual([408, 'try_again']);
  }
}

async function newModel(): Promise<string> {
  const { session_id } = (await ask('create_session', { tags: [], sdk_version: '0.38.0' })).body;
  const lora_config = { rank: 4, seed: 3 };
  const model = { session_id, model_seq_id: 0, base_model: 'toy', lora_config };
  const { result } = await resultOf('create_model', model);
  expect(result).toEqual({ model_id: `${session_id}:train:0` });
  return result.model_id;
}

/** Encodes one datum with cross-entropy by hand. `shape` is the shape of its targets. */
function forwardBackward(model: string, seqId: number, shape = [3]): Buffer {
  const message = new BinaryWriter();
  const field = (number: number) => message.tag(number, WireType.LengthDelimited);
  field(1).string(model);
  message.tag(2, WireType.Varint).int32(seqId);
  field(3).fork();
  field(1).fork();
  field(1).fork();
  field(1).bytes(new Uint8Array(Int32Array.of(3, 4, 5).buffer));
  message.join().join();
  field(2).fork();
  field(1).string('target_tokens');
  field(2).fork();
  field(1).bytes(new Uint8Array(BigInt64Array.of(7n, 8n, 9n).buffer));
  message.tag(3, WireType.Varint).int32(2);
  field(4).fork();
  for (const size of shape) message.int32(size);
  message.join().join().join().join();
  field(4).string('cross_entropy');
  return Buffer.from(message.finish());
}

test.each([
  ['bytes that end within a field', (message: Buffer) => message.subarray(0, -1)],
  ['a varint without end', () => Buffer.alloc(64, 0xff)],
  ['a million dimensions', () => forwardBackward('m', 1, Array(1_000_000).fill(1))],
])('%s are refused as an invalid Tinker message', async (_, broken) => {
  const answer = await ask('forward_backward', broken(forwardBackward('m', 1)));
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toMatch(/^body: is not a message of the Tinker API: /);
});

test('a repeated forward_backward request runs once', async () => {
  const model = await newModel();
  const first = await resultOf('forward_backward', forwardBackward(model, 1));
  const again = await resultOf('forward_backward', forwardBackward(model, 1));
  expect(again).toEqual(first);
  const once = await resultOf('optim_step', { model_id: model, seq_id: 2 });
  const other = await newModel();
  await resultOf('forward_backward', forwardBackward(other, 1));
  const alone = await resultOf('optim_step', { model_id: other, seq_id: 2 });
  expect(once.result.metrics.grad_norm).toBeGreaterThan(0);
  expect(once.result).toEqual(alone.result);
});

test('an invalid message is a 400 and an unknown model a 404', async () => {
  const broken = await ask('forward_backward', Buffer.from([0x0a, 0x7f, 0x01]));
  expect([broken.status, broken.body.error.message]).toEqual([400, expect.stringContaining('premature EOF')]);
  const unknown = await ask('optim_step', { model_id: 'nobody:train:0', seq_id: 1 });
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
});

test('a forward_backward request whose upload is cut off adds nothing to the gradient', async () => {
  const [cut, calm] = [await newModel(), await newModel()];
  const body = forwardBackward(cut, 1);
  const { hostname, port } = new URL(server.baseUrl);
  const head =
    `POST /tinker/api/v1/forward_backward HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: tml-${server.key}\r\n` +
    `content-type: application/x-protobuf\r\ncontent-length: ${body.length}\r\n\r\n`;
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, -2)]), resolve));
  socket.destroy();
  await once(socket, 'close');
  for (const model of [cut, calm]) await add(model, 1);
  expect(await step(cut, 2)).toBe(await step(calm, 2));
});

test('another owner’s training run is a 404 like an unknown one', async () => {
  const model = await newModel();
  const bob = await newKey(server, { owner: 'bob' });
  const origin = new URL(server.baseUrl).origin;
  const told = async (key: string, id: string, path: string): Promise<unknown> => {
    const url = `${origin}/tinker/api/v1/training_runs/${id}${path}`;
    const response = await fetch(url, { headers: { 'x-api-key': `tml-${key}` } });
    const { error } = (await response.json()) as { error?: { message: string } };
    return [response.status, error?.message];
  };
  const none = `${randomUUID()}:train:0`;
  for (const path of ['', '/checkpoints']) {
    expect(await told(server.key, model, path)).toEqual([200, undefined]);
    for (const [key, id] of [
      [bob, model],
      [server.key, none],
    ]) {
      const missing = `training_run_id: there is no training run '${id}'.`;
      expect(await told(key, id, path)).toEqual([404, missing]);
    }
  }
  const { body } = await ask('weights_info', { tinker_path: `tinker://${none}/weights/x` });
  expect(body.error.message).toBe(`There is no saved checkpoint 'tinker://${none}/weights/x'.`);
});

/** Returns the gradient norm of an optimizer step, or its error. */
async function step(model: string, seqId: number): Promise<number | string> {
  const { result } = await resultOf('optim_step', { model_id: model, seq_id: seqId });
  return result.error ?? result.metrics.grad_norm;
}

async function add(model: string, seqId: number): Promise<Buffer> {
  const { result } = await resultOf('forward_backward', forwardBackward(model, seqId));
  expect(Buffer.isBuffer(result)).toBe(true);
  return result;
}

test('two models trained alternately, each spilled with its gradient, give the results of one alone', async () => {
  const [one, other] = [await newModel(), await newModel()];
  const added = [];
  const norms = [];
  for (let seqId = 1; seqId < 7; seqId += 3) {
    for (const model of [one, other]) added.push(await add(model, seqId));
    for (const model of [one, other]) added.push(await add(model, seqId + 1));
    for (const model of [one, other]) norms.push(await step(model, seqId + 2));
  }
  const alone = await newModel();
  const expected = [await add(alone, 1), await add(alone, 2)];
  const expectedNorms = [await step(alone, 3)];
  expected.push(await add(alone, 4), await add(alone, 5));
  expectedNorms.push(await step(alone, 6));
  expect(added).toEqual(expected.flatMap((output) => [output, output]));
  expect(norms).toEqual(expectedNorms.flatMap((norm) => [norm, norm]));
  expect(expectedNorms[1]).not.toBe(expectedNorms[0]);
});

async function killCompute(): Promise<void> {
  const { pid } = server.compute.report();
  process.kill(pid!, 'SIGKILL');
  await server.compute.ready(undefined, pid);
}

async function restartServer(): Promise<void> {
  const { home, baseUrl } = server;
  await server.close(0);
  server = await startTestServer({ ...options, home, env: { DAYBREAK_PORT: new URL(baseUrl).port } });
}

test.each([
  ['compute process is killed', killCompute],
  ['server is started again', restartServer],
])('after the %s, a model continues from its last step, and a partial gradient is not applied', async (_, end) => {
  const [struck, calm] = [await newModel(), await newModel()];
  for (const model of [struck, calm]) {
    await add(model, 1);
    await step(model, 2);
  }
  await add(struck, 3);
  await end();
  const before = await add(struck, 4);
  expect(await step(struck, 5)).toMatch(/was lost: .* call forward_backward and optim_step again/);
  expect(await step(struck, 6)).toMatch(/was lost/);
  expect(await add(struck, 7)).toEqual(before);
  expect(await add(calm, 3)).toEqual(before);
  expect(await step(struck, 8)).toBe(await step(calm, 4));
  expect(await add(struck, 9)).toEqual(await add(calm, 5));
});

test('after a restart, stored results are returned again, and lost ones are reported as lost', async () => {
  const model = await newModel();
  const [session_id] = model.split(':');
  const lost = await resultOf('forward_backward', forwardBackward(model, 1));
  const stepped = await resultOf('optim_step', { model_id: model, seq_id: 2 });
  const sampler = { model_id: model, seq_id: 3, sampling_session_seq_id: 5 };
  const { result: saved } = await resultOf('save_weights_for_sampler', sampler);
  const sample = { ...saved, seq_id: 1, prompt: { chunks: [{ type: 'encoded_text', tokens: [3, 4] }] } };
  const params = { sampling_params: { max_tokens: 4, temperature: 1, seed: 2, stop: [] } };
  const first = await resultOf('asample', { ...sample, ...params });
  await restartServer();
  expect(await resultOf('optim_step', { model_id: model, seq_id: 2 })).toEqual(stepped);
  expect(await ask('retrieve_future', { request_id: stepped.id })).toEqual({ status: 200, body: stepped.result });
  const { body: forgotten } = await ask('retrieve_future', { request_id: lost.id });
  expect(forgotten).toEqual({ category: 'server', error: expect.stringContaining('This result is lost') });
  expect((await ask('retrieve_future', { request_id: first.id })).status).toBe(410);
  const again = await resultOf('asample', { ...sample, ...params, seq_id: 2 });
  expect(again.result).toEqual(first.result);
  expect((await ask('session_heartbeat', { session_id })).status).toBe(200);
});

test('a finished session is a 404, and its saved weights are still found', async () => {
  const model = await newModel();
  await resultOf('save_weights_for_sampler', { model_id: model, seq_id: 1, path: 'out' });
  const [session_id] = model.split(':');
  expect((await ask(`sessions/${session_id}/finish`, {})).status).toBe(200);
  expect((await ask('session_heartbeat', { session_id })).status).toBe(404);
  const info = await ask('weights_info', { tinker_path: `tinker://${model}/sampler_weights/out` });
  expect(info.body).toMatchObject({ base_model: 'toy', lora_rank: 4 });
});

test('creating a model again after a restart returns the same model with its trained weights', async () => {
  const model = await newModel();
  const [session_id] = model.split(':');
  await add(model, 1);
  await step(model, 2);
  const { result: saved } = await resultOf('save_weights', { model_id: model, seq_id: 3, path: 'kept' });
  await restartServer();
  const place = { session_id, model_seq_id: 0 };
  const made = await resultOf('create_model', { ...place, base_model: 'toy', lora_config: { rank: 4, seed: 3 } });
  expect(made.result).toEqual({ model_id: model });
  await restartServer();
  const loaded = await resultOf('load_weights', { ...place, path: saved.path, optimizer: true });
  expect(loaded.result).toEqual({ path: saved.path, model_id: model });
  const calm = await newModel();
  await add(calm, 1);
  await step(calm, 2);
  expect(await add(model, 4)).toEqual(await add(calm, 3));
  expect(await step(model, 5)).toBe(await step(calm, 4));
});

/** Makes the next opening of a model run out of memory, before or after the old session on the device has ended. */
function failNextOpen(when: 'before' | 'after'): void {
  const { compute } = server;
  const open = compute.trainOpen;
  compute.trainOpen = async ({ session }) => {
    compute.trainOpen = open;
    if (when === 'after') await compute.trainEnd(session);
    throw new WorkerError('out_of_memory', 'no memory, as the test wants it');
  };
}

test.each(['before', 'after'] as const)(
  'a load_weights that fails %s the device session ended leaves the model usable',
  async (when) => {
    const [struck, calm] = [await newModel(), await newModel()];
    for (const model of [struck, calm]) {
      await add(model, 1);
      await step(model, 2);
    }
    const { result: saved } = await resultOf('save_weights', { model_id: struck, seq_id: 3, path: 'kept' });
    const before = await add(struck, 4);
    failNextOpen(when);
    const { result } = await resultOf('load_weights', {
      model_id: struck,
      seq_id: 5,
      path: saved.path,
      optimizer: true,
    });
    expect(result.category).toBe('server');
    if (when === 'after') {
      expect(await step(struck, 6)).toMatch(/was lost/);
      expect(await add(struck, 7)).toEqual(before);
    }
    expect(await add(calm, 3)).toEqual(before);
    expect(await step(struck, 8)).toBe(await step(calm, 4));
  },
);
