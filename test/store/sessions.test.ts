import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { KeyRecord } from '../../src/store/key-record.ts';
import { MAX_SESSIONS } from '../../src/store/sessions.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { describeStore } from './databases.ts';

const hour = 3_600_000;
const grant = { owner: 'ann', scopes: ['chat', 'train'], name: 'laptop' };

describeStore('sessions', (store, address) => {
  const session = async (parent: KeyRecord, lastsMs = hour, scopes = ['chat'], of: Store = store()) => {
    const made = await of.keys.createSession(parent.id, { scopes, lastsMs });
    if (made === null) throw new Error('the parent is not valid');
    return made;
  };

  it('are keys of their parent’s owner with the given lifetime', async () => {
    const { record: parent } = await store().keys.create(grant);
    const { key, record } = await session(parent);
    expect(record).toMatchObject({ owner: 'ann', name: 'laptop', scopes: ['chat'], parent: parent.id });
    expect(await store().keys.verify(key)).toMatchObject({ id: record.id, parent: parent.id });
    expect(Date.parse(record.expires!) - Date.parse(record.created)).toBeGreaterThanOrEqual(hour - 1_000);
    try {
      vi.setSystemTime(Date.parse(record.expires!));
      expect(await store().keys.verify(key)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('last no longer than their parent key, and create no sessions', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { record: parent } = await store().keys.create({ ...grant, expires: soon });
    const { record } = await session(parent);
    expect(record.expires).toBe(soon);
    expect(await store().keys.createSession(record.id, { scopes: ['chat'], lastsMs: hour })).toBeNull();
    expect(await store().keys.createSession('unknown', { scopes: ['chat'], lastsMs: hour })).toBeNull();
    const { record: past } = await store().keys.create({ ...grant, expires: new Date(0).toISOString() });
    expect(await store().keys.createSession(past.id, { scopes: ['chat'], lastsMs: hour })).toBeNull();
  });

  it('keep their lifetime if their parent expires in a year of five digits', async () => {
    const { record: parent } = await store().keys.create({ ...grant, expires: '+012345-01-01T00:00:00.000Z' });
    const { key, record } = await session(parent);
    expect(Math.abs(Date.parse(record.expires!) - Date.now() - hour)).toBeLessThan(60_000);
    await store().keys.dropExpiredSessions();
    expect(await store().keys.verify(key)).not.toBeNull();
    const { old } = await store().keys.rotate(parent.id, { keepMs: 1_000 });
    expect(Math.abs(Date.parse(old.expires!) - Date.now())).toBeLessThan(60_000);
    expect((await store().keys.get(record.id)).expires).toBe(old.expires);
  });

  it('end when their parent is revoked, at once in this process and within a second in others', async () => {
    const { record: parent } = await store().keys.create(grant);
    const { key } = await session(parent);
    const { record: other } = await store().keys.create(grant);
    const { key: unharmed } = await session(other);
    const elsewhere = await openStore(address());
    expect(await elsewhere.keys.verify(key)).not.toBeNull();
    await store().keys.revoke(parent.id);
    expect(await store().keys.verify(key)).toBeNull();
    expect(await store().keys.createSession(parent.id, { scopes: ['chat'], lastsMs: hour })).toBeNull();
    await sleep(1_000);
    expect(await elsewhere.keys.verify(key)).toBeNull();
    expect(await store().keys.verify(unharmed)).not.toBeNull();
    await elsewhere.close();
  });

  it('end when a configured key is replaced, and are shortened when it is rotated', async () => {
    const old = await store().keys.configure(`one-${'k'.repeat(40)}`, grant);
    const ofOld = await session(old);
    const fresh = await store().keys.configure(`two-${'k'.repeat(40)}`, grant);
    expect(await store().keys.verify(ofOld.key)).toBeNull();
    const ofFresh = await session(fresh);
    const rotated = await store().keys.rotate(fresh.id, { keepMs: 60_000 });
    expect((await store().keys.get(ofFresh.record.id)).expires).toBe(rotated.old.expires);
    await expect(store().keys.rotate(ofFresh.record.id, { keepMs: 0 })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are ended one by one, without ending the parent key', async () => {
    const { key: parentKey, record: parent } = await store().keys.create(grant);
    const [one, two] = [await session(parent), await session(parent)];
    expect(await store().keys.verify(one.key)).not.toBeNull();
    await store().keys.endSession(one.record.id);
    expect(await store().keys.verify(one.key)).toBeNull();
    for (const key of [two.key, parentKey]) expect(await store().keys.verify(key)).not.toBeNull();
    for (const id of [one.record.id, parent.id, 'unknown']) {
      await expect(store().keys.endSession(id)).rejects.toMatchObject({ code: 'not_found', resource: 'session' });
    }
  });

  it('that have expired are deleted when another one is created', async () => {
    const { record: parent } = await store().keys.create(grant);
    const { record } = await session(parent, 1);
    await sleep(5);
    await session(parent);
    await expect(store().keys.get(record.id)).rejects.toMatchObject({ code: 'not_found' });
    const { record: second } = await session(parent, 1);
    await sleep(5);
    await store().keys.dropExpiredSessions();
    await expect(store().keys.get(second.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await store().keys.get(parent.id)).id).toBe(parent.id);
  });

  it('are limited per key, and the oldest is deleted for a new one', async () => {
    const { record: parent } = await store().keys.create(grant);
    const first = await session(parent);
    await sleep(2);
    for (let count = 1; count < MAX_SESSIONS; count++) await session(parent);
    expect(await store().keys.verify(first.key)).not.toBeNull();
    await session(parent);
    expect(await store().keys.verify(first.key)).toBeNull();
    const own = (await store().keys.list()).filter((record) => record.parent === parent.id);
    expect(own).toHaveLength(MAX_SESSIONS);
  });
});
