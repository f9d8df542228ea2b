import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { keyId, newBearerKey } from '../../src/store/bearer-key.ts';
import type { DatabaseAddress } from '../../src/store/connection.ts';
import { openStore } from '../../src/store/store.ts';
import { describeStore } from './databases.ts';

describe('bearer keys', () => {
  it('are unique and have the form db_ID_SECRET of 12 and 49 letters and digits', () => {
    const keys = Array.from({ length: 200 }, () => newBearerKey());
    for (const { id, key } of keys) {
      expect(key).toMatch(/^db_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
      expect(keyId(key)).toBe(id);
    }
    expect(new Set(keys.map(({ key }) => key)).size).toBe(200);
  });

  it('reveal any single-character typo without a database', () => {
    const { key } = newBearerKey();
    for (let place = 3; place < key.length; place++) {
      const other = key[place] === 'x' ? 'y' : 'x';
      expect(keyId(key.slice(0, place) + other + key.slice(place + 1))).toBeNull();
    }
  });
});

async function storedText(address: DatabaseAddress): Promise<string> {
  if ('sqliteFile' in address) {
    const parts = [address.sqliteFile, `${address.sqliteFile}-wal`];
    return (await Promise.all(parts.map((part) => readFile(part, 'latin1')))).join('');
  }
  const client = new pg.Client({ connectionString: address.url });
  await client.connect();
  const { rows } = await client.query('select * from keys');
  await client.end();
  return JSON.stringify(rows);
}

describeStore('keys', (store, address) => {
  const grant = { owner: 'ann', scopes: ['chat', 'train'] };

  it('are verified only if the store created them', async () => {
    const { key, record } = await store().keys.create({ ...grant, name: 'laptop' });
    expect(await store().keys.verify(key)).toMatchObject({ ...record, lastUsed: expect.any(String) });
    expect(record).toMatchObject({ name: 'laptop', owner: 'ann', scopes: ['chat', 'train'], revoked: null });
    const forged = newBearerKey(record.id).key;
    expect(keyId(forged)).toBe(record.id);
    for (const wrong of [
      newBearerKey().key,
      forged,
      key.toLowerCase(),
      `${key} `,
      key.slice(0, -1),
      '',
      'x'.repeat(10_000),
    ]) {
      expect(await store().keys.verify(wrong)).toBeNull();
    }
  });

  it('are not stored in plain text', async () => {
    const { key } = await store().keys.create(grant);
    const own = 'an-operators-own-key-of-forty-characters-or-more';
    await store().keys.configure(own, grant);
    const text = await storedText(address());
    expect(text).toContain(keyId(key));
    expect(text).not.toContain(key.slice(16));
    expect(text).not.toContain(own);
  });

  it('are invalid after their expiry', async () => {
    const past = await store().keys.create({ ...grant, expires: new Date(Date.now() - 1).toISOString() });
    expect(await store().keys.verify(past.key)).toBeNull();
    const future = await store().keys.create({ ...grant, expires: '2999-01-01T00:00:00+02:00' });
    expect(await store().keys.verify(future.key)).toMatchObject({ expires: '2998-12-31T22:00:00.000Z' });
  });

  it('can be configured in any form, and the previous configured key is revoked', async () => {
    const [old, fresh] = [`old-${'k'.repeat(40)}`, newBearerKey().key];
    const made = await store().keys.create(grant);
    const first = await store().keys.configure(old, grant);
    expect(await store().keys.configure(old, grant)).toMatchObject({ id: first.id, created: first.created });
    expect(await store().keys.verify(old)).toMatchObject({ id: first.id });
    const second = await store().keys.configure(fresh, { owner: 'bob', scopes: [] });
    expect(second.id).toBe(keyId(fresh));
    expect(await store().keys.verify(fresh)).toMatchObject({ owner: 'bob' });
    expect(await store().keys.verify(old)).toBeNull();
    expect(await store().keys.verify(made.key)).not.toBeNull();
    await store().keys.configure(old, grant);
    expect(await store().keys.verify(old)).toMatchObject({ id: first.id, revoked: null });
  });

  it('are invalid after a revocation, at once in this process and within a second in others', async () => {
    const { key, record } = await store().keys.create(grant);
    const other = await openStore(address());
    expect(await other.keys.verify(key)).not.toBeNull();
    expect(await store().keys.verify(key)).not.toBeNull();
    expect(await store().keys.revoke(record.id)).toMatchObject({ id: record.id, revoked: expect.any(String) });
    expect(await store().keys.verify(key)).toBeNull();
    await sleep(1_000);
    expect(await other.keys.verify(key)).toBeNull();
    const again = await store().keys.revoke(record.id);
    expect((await store().keys.list()).find(({ id }) => id === record.id)).toEqual(again);
    await expect(store().keys.revoke('unknown')).rejects.toMatchObject({ code: 'not_found' });
    await other.close();
  });

  it('are invalid from the millisecond of their expiry, even if they are cached', async () => {
    const expires = Date.now() + 3_600_000;
    const { key } = await store().keys.create({ ...grant, expires: new Date(expires).toISOString() });
    expect(await store().keys.verify(key)).not.toBeNull();
    try {
      vi.setSystemTime(expires - 1);
      expect(await store().keys.verify(key)).not.toBeNull();
      vi.setSystemTime(expires);
      expect(await store().keys.verify(key)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('are rotated into a key of the same rights, and stay valid for the given time', async () => {
    const day = 86_400_000;
    const { key, record } = await store().keys.create({
      ...grant,
      name: 'ci',
      expires: new Date(Date.now() + 30 * day).toISOString(),
    });
    const rotated = await store().keys.rotate(record.id, { keepMs: day });
    expect(rotated.record).toMatchObject({ ...grant, name: 'ci' });
    expect(Date.parse(rotated.record.expires!) - Date.now()).toBeGreaterThan(29 * day);
    expect(Date.parse(rotated.old.expires!) - Date.now()).toBeLessThanOrEqual(day);
    for (const good of [key, rotated.key]) expect(await store().keys.verify(good)).not.toBeNull();
    const last = await store().keys.rotate(rotated.record.id, { keepMs: 0, expires: null });
    expect(await store().keys.verify(rotated.key)).toBeNull();
    expect(await store().keys.verify(last.key)).not.toBeNull();
    await expect(store().keys.rotate(rotated.record.id, { keepMs: 0 })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are rotated only once, and a second rotation names the successor', async () => {
    const { record } = await store().keys.create({ ...grant, expires: '2999-01-01T00:00:00Z' });
    const rotate = () => store().keys.rotate(record.id, { keepMs: 86_400_000 });
    const tried = await Promise.allSettled([rotate(), rotate()]);
    const [first] = tried.filter((result) => result.status === 'fulfilled');
    const [second] = tried.filter((result) => result.status === 'rejected');
    const { old, record: fresh } = first!.value;
    expect(second!.reason).toMatchObject({
      code: 'conflict',
      message: `The key '${record.id}' was already rotated and ends at ${old.expires}; its successor is '${fresh.id}'.`,
    });
    await store().keys.revoke(record.id);
    await expect(rotate()).rejects.toThrow(`is no longer valid; its successor is '${fresh.id}'`);
    expect(await store().keys.rotate(fresh.id, { keepMs: 0 })).toMatchObject({ old: { id: fresh.id } });
  });

  it('are looked up once for concurrent requests, and their use is not written for each', async () => {
    const { key, record } = await store().keys.create(grant);
    const found = await Promise.all(Array.from({ length: 100 }, () => store().keys.verify(key)));
    expect(new Set(found).size).toBe(1);
    const lastUsed = async () => (await store().keys.list()).find(({ id }) => id === record.id)?.lastUsed;
    await expect.poll(lastUsed).toEqual(expect.any(String));
    const first = await lastUsed();
    await store().keys.verify(key);
    expect(await lastUsed()).toBe(first);
  });

  it('cannot be configured in a form that clients cannot send', async () => {
    for (const key of ['short', 'k'.repeat(39), 'k'.repeat(513), `${'k'.repeat(40)} `, 'ä'.repeat(40)]) {
      await expect(store().keys.configure(key, grant)).rejects.toMatchObject({ code: 'invalid_value' });
    }
  });
});
