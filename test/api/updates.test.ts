import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { newKey, startAbuseServer, withKeys } from '../abuse/abuse-server.ts';
import { as } from '../abuse/owner-records.ts';
import { DATABASES } from '../store/databases.ts';
import type { TestServer } from './test-server.ts';
import { followUpdates, type Told } from './update-stream.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAbuseServer();
});
afterAll(() => server.end());

let names = 0;
const newModel = async (call = server.call) => {
  const body = { base_model: 'toy', project: 'p', name: `agent-${names++}` };
  return (await call('POST', '/preview/models', body)).body as { id: string; run_id: string };
};
const types = (told: readonly Told[]) => told.map(({ data }) => data.type);
/** Creates a key of a new owner. */
const someone = (options: { scopes?: string[] } = {}) => newKey(server, { owner: `owner-${names++}`, ...options });

describe('a stream of changes', () => {
  test('has the owner’s committed changes soon, and no other owner’s', async () => {
    const [ann, bob] = [await someone(), await someone()];
    const stream = await followUpdates(server.baseUrl, ann);
    await newModel(as(server, bob));
    const began = performance.now();
    const model = await newModel(as(server, ann));
    await stream.until((told) => told.length === 3);
    // About half a second on an idle machine.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(stream.told.map(({ data }) => [data.type, data.model_id, data.cursor])).toEqual([
      ['run', model.id, '1'],
      ['model', model.id, '2'],
      ['checkpoint', model.id, '3'],
    ]);
    expect(stream.told[0].data.id).toBe(model.run_id);
    expect(stream.told.map(({ id }) => id)).toEqual(['1', '2', '3']);
    await sleep(600);
    expect(stream.told).toHaveLength(3);
    stream.close();
  });

  test('continues after a cursor without gaps or duplicates', async () => {
    const key = await someone();
    const call = as(server, key);
    await newModel(call);
    const first = await followUpdates(server.baseUrl, key, { after: '1' });
    await first.until((told) => told.length === 2);
    first.close();
    await newModel(call);
    for (const resumed of [
      await followUpdates(server.baseUrl, key, { after: '3' }),
      await followUpdates(server.baseUrl, key, { lastEventId: '3' }),
      await followUpdates(server.baseUrl, key, { after: '3', lastEventId: '1' }),
    ]) {
      await resumed.until((told) => told.length === 3);
      expect(resumed.told.map(({ id }) => id)).toEqual(['4', '5', '6']);
      resumed.close();
    }
  });

  test('sends its start cursor, so that a client can resume before the first change', async () => {
    const key = await someone();
    await newModel(as(server, key));
    const stream = await followUpdates(server.baseUrl, key);
    await expect.poll(() => stream.lastId).toBe('3');
    expect(stream.told).toEqual([]);
    stream.close();
  });

  test('begins with a reset if the cursor was never issued', async () => {
    const key = await someone();
    const stream = await followUpdates(server.baseUrl, key, { after: '77' });
    await stream.until((told) => told.length === 1);
    expect(stream.told[0]).toEqual({ id: '0', data: { type: 'reset', id: null, model_id: null, cursor: '0' } });
    await newModel(as(server, key));
    await stream.until((told) => told.length === 4);
    expect(types(stream.told)).toEqual(['reset', 'run', 'model', 'checkpoint']);
    stream.close();
  });

  test('ends when its session signs out or its key is revoked', async () => {
    const key = await someone();
    const { body: session } = await as(server, key)('POST', '/preview/sessions', {});
    const stream = await followUpdates(server.baseUrl, session.token);
    await as(server, session.token)('DELETE', '/preview/sessions/current');
    await stream.ended;
    const other = await followUpdates(server.baseUrl, key);
    await withKeys(server, (keys) => keys.revoke(session.key_id));
    await other.ended;
    await expect(followUpdates(server.baseUrl, key)).rejects.toThrow('401');
  });

  test('needs the scope train', async () => {
    const key = await someone({ scopes: ['chat'] });
    await expect(followUpdates(server.baseUrl, key)).rejects.toThrow('403');
  });
});

describe('a page of changes', () => {
  const page = (call: TestServer['call'], query: string) => call('GET', `/preview/updates?${query}`);

  test('has the changes after the cursor, and the cursor of the next page', async () => {
    const call = as(server, await someone());
    const { body: start } = await page(call, '');
    expect(start).toEqual({ object: 'list', data: [], cursor: '0', has_more: false });
    await newModel(call);
    const { body: all } = await page(call, `wait=0&after=${start.cursor}`);
    expect([all.data.length, all.cursor, all.has_more]).toEqual([3, '3', false]);
    const { body: rest } = await page(call, 'wait=0&after=2');
    expect(rest.data).toEqual(all.data.slice(2));
    const { body: lost } = await page(call, 'wait=0&after=9');
    expect([lost.data.map(({ type }: { type: string }) => type), lost.cursor]).toEqual([['reset'], '3']);
  });

  test('can wait for the first change', async () => {
    const call = as(server, await someone());
    const waiting = page(call, 'wait=30&after=0');
    await sleep(100);
    await newModel(call);
    const { body } = await waiting;
    expect(body.data.length).toBeGreaterThan(0);
    const began = performance.now();
    const { body: none } = await page(call, `wait=1&after=3`);
    expect([none.data, none.cursor]).toEqual([[], '3']);
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  test.each(['after=x', 'after=-1', 'after=1234567890123456', 'after=', 'wait=31', 'wait=-1', 'wait=x'])(
    'refuses %s',
    async (query) => {
      expect((await page(server.call, query)).status).toBe(422);
    },
  );
});

test('streams of changes are limited to 64 per key, apart from the requests in flight', async () => {
  const few = await startAbuseServer({ key: { concurrency: 2, rate: 20_000 } });
  const streams = await Promise.all(Array.from({ length: 64 }, () => followUpdates(few.baseUrl, few.key)));
  await expect(followUpdates(few.baseUrl, few.key)).rejects.toThrow('429');
  const { body: session } = await few.call('POST', '/preview/sessions', {});
  await expect(followUpdates(few.baseUrl, session.token)).rejects.toThrow('429');
  const chat = { messages: [{ role: 'user', content: 'hello' }], max_tokens: 2 };
  expect((await few.call('POST', '/chat/completions', chat)).status).toBe(200);
  streams[0].close();
  await expect.poll(() => followUpdates(few.baseUrl, few.key).then((stream) => stream.close())).toBeUndefined();
  // Closing does not wait for streams, which never end by themselves.
  const began = performance.now();
  await few.close(20_000);
  expect(performance.now() - began).toBeLessThan(10_000);
  await Promise.all(streams.map(({ ended }) => ended));
  expect(few.contractFaults).toEqual([]);
  await rm(few.home, { recursive: true, force: true });
});

describe.each(DATABASES)('a stream of changes on $name', ({ create, available }) => {
  test.skipIf(!available)('has the changes of another process within two seconds', async () => {
    const database = await create();
    const env = 'url' in database.address ? { DATABASE_URL: database.address.url } : undefined;
    const one = await startAbuseServer({}, { env });
    const stream = await followUpdates(one.baseUrl, one.key);
    const address = env === undefined ? { sqliteFile: join(one.home, 'daybreak.sqlite') } : database.address;
    const other = await openStore(address);
    for (let count = 1; count <= 3; count++) {
      const began = performance.now();
      const named = { entity: 'local', project: 'p', name: `other-${count}`, baseModel: 'toy', owner: 'local' };
      await other.models.create({ ...named, returnExisting: false });
      await stream.until((told) => told.length === 3 * count);
      expect(performance.now() - began).toBeLessThan(2_000);
    }
    stream.close();
    await other.close();
    await one.end();
    await database.drop();
  });
});
