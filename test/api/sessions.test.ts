import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey, startAbuseServer, withKeys } from '../abuse/abuse-server.ts';
import { as } from '../abuse/owner-records.ts';
import type { TestAnswer, TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAbuseServer();
});
afterAll(() => server.end());

/** A call without a key. */
async function openCall(body: unknown): Promise<TestAnswer> {
  const response = await fetch(`${server.baseUrl}/preview/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const signIn = (body: unknown = {}, call = server.call) => call('POST', '/preview/sessions', body);

describe('a session', () => {
  test('is created once from the printed sign-in code, for the owner of the first key', async () => {
    const { status, body } = await openCall({ code: server.signInCode });
    expect([status, body.owner, body.scopes]).toEqual([200, 'local', ['admin']]);
    expect(Date.parse(body.expires) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
    expect(Date.parse(body.expires) - Date.now()).toBeGreaterThan(11 * 3_600_000);
    const call = as(server, body.token);
    expect((await call('GET', '/models')).status).toBe(200);
    expect((await call('GET', '/preview/key')).body).toEqual({
      id: body.id,
      name: 'first key',
      owner: 'local',
      scopes: ['admin'],
      expires: body.expires,
      session: true,
      limits: { requests_in_flight: 4096, requests_per_second: 20_000 },
    });
    const again = await openCall({ code: server.signInCode });
    expect([again.status, again.body.error.code]).toEqual([401, 'invalid_api_key']);
    expect(again.headers.get('www-authenticate')).toContain('Bearer');
    for (const nothing of [{}, { code: null }]) expect((await openCall(nothing)).status).toBe(401);
  });

  test('created from a key has at most its scopes and its lifetime', async () => {
    const expires = new Date(Date.now() + 60_000).toISOString();
    const call = as(server, await newKey(server, { owner: 'bob', expires }));
    const { body } = await signIn({}, call);
    expect(body).toMatchObject({ owner: 'bob', scopes: ['chat', 'train'], expires });
    const { body: less } = await signIn({ scopes: ['chat'], expires_in: 30 }, call);
    expect(less.scopes).toEqual(['chat']);
    expect(Date.parse(less.expires)).toBeLessThanOrEqual(Date.now() + 30_000);
    const chatOnly = as(server, less.token);
    expect((await chatOnly('GET', '/models')).status).toBe(200);
    expect((await chatOnly('GET', '/preview/runs')).status).toBe(403);
    for (const scope of ['admin', 'metrics']) {
      const refused = await signIn({ scopes: ['chat', scope] }, call);
      expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope']);
    }
    for (const wrong of [{ scopes: [] }, { scopes: ['all'] }, { expires_in: 43_201 }, { expires_in: 0 }, { code: 7 }]) {
      expect((await signIn(wrong, call)).status).toBe(422);
    }
  });

  test('is refused with 413 if the body of its creation is larger than 16 KiB', async () => {
    const asking = { headers: { 'content-type': 'application/json' }, method: 'POST' };
    const send = (bytes: number) => {
      const body = JSON.stringify({ code: null, more: 'x'.repeat(bytes - '{"code":null,"more":""}'.length) });
      return fetch(`${server.baseUrl}/preview/sessions`, { ...asking, body });
    };
    // The body is read, and then refused because it has neither a key nor a code.
    expect((await send(2 ** 14)).status).toBe(401);
    const refused = await send(2 ** 14 + 1);
    const { error } = (await refused.json()) as { error: { message: string } };
    expect([refused.status, error.message]).toEqual([413, 'The body is larger than 16 KiB.']);
  });

  test('cannot create another session', async () => {
    const { body } = await signIn();
    const { status, body: refusal } = await signIn({}, as(server, body.token));
    expect([status, refusal.error.code]).toEqual([403, 'insufficient_scope']);
  });

  test('ends when it signs out; a key cannot sign out', async () => {
    const { body } = await signIn();
    const call = as(server, body.token);
    expect((await call('DELETE', '/preview/sessions/current')).body).toEqual({ deleted: true });
    expect((await call('GET', '/preview/key')).status).toBe(401);
    const { status, body: refusal } = await server.call('DELETE', '/preview/sessions/current');
    expect([status, refusal.error.message]).toEqual([404, expect.stringContaining('There is no session')]);
    expect((await server.call('GET', '/preview/key')).body).toMatchObject({ session: false, expires: null });
  });

  test('ends when its key is revoked', async () => {
    const call = as(server, await newKey(server, { owner: 'carl' }));
    const { body } = await signIn({}, call);
    await withKeys(server, (keys) => keys.revoke(body.key_id));
    await expect.poll(async () => (await as(server, body.token)('GET', '/models')).status).toBe(401);
    await expect.poll(async () => (await signIn({}, call)).status).toBe(401);
  });
});
