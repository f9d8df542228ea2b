import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { belongsToModel, parseArtifactUrl } from '../../src/store/artifact-url.ts';
import type { Database } from '../../src/store/database.ts';
import { describeStore } from './databases.ts';

describe('artifact URLs', () => {
  it('are parsed in all valid spellings', () => {
    const name = { entity: 'e', project: 'p', name: 'n' };
    expect(parseArtifactUrl('daybreak-artifact:///e/p/n:v3')).toEqual({ ...name, version: 3 });
    expect(parseArtifactUrl('wandb-artifact:///e/p/n:v0')).toEqual({ ...name, version: 0 });
    expect(parseArtifactUrl('wandb-artifact://e/p/n')).toEqual({ ...name, version: null });
    expect(parseArtifactUrl('wandb-artifact:///e/p/n:latest')).toEqual({ ...name, version: null });
    const odd = parseArtifactUrl('wandb-artifact:///team%20x/p.q/n v1:v12');
    expect(odd).toEqual({ entity: 'team%20x', project: 'p.q', name: 'n v1', version: 12 });
  });

  it('of any other form are refused', () => {
    const refused = [
      '',
      'e/p/n',
      'http:///e/p/n',
      'wandb-artifact:///e/p',
      'wandb-artifact:///e/p/n/m',
      'WANDB-artifact',
      'wandb-artifact:///e/p/n\0',
    ];
    for (const version of ['v', 'v-1', 'v01', '3', 'V1', 'step1', 'v9999999999', 'v1:v2']) {
      refused.push(`wandb-artifact:///e/p/n:${version}`);
    }
    for (const url of refused) expect(parseArtifactUrl(url)).toBeNull();
  });

  it("of a model's own artifacts are distinguished from similar names", () => {
    expect(belongsToModel('m', 'm')).toBe(true);
    expect(belongsToModel('m-sft-data-0123456789ab', 'm')).toBe(true);
    for (const other of ['m2', 'm-notes', 'm-sft-data-0123', 'm2-sft-data-0123456789ab']) {
      expect(belongsToModel(other, 'm')).toBe(false);
    }
  });
});

describeStore('artifacts', (store) => {
  const named = (name: string) => ({ entity: 'team', project: 'games', name, owner: 'ann' });

  it('get consecutive versions per name, even when created concurrently, and are resolved by URL', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => store().artifacts.create(named('data'))));
    expect(made.map((artifact) => artifact.version).sort()).toEqual([0, 1, 2, 3, 4]);
    const [first, last] = [made.find(({ version }) => version === 0)!, made.find(({ version }) => version === 4)!];
    expect(first.url).toBe('daybreak-artifact:///team/games/data:v0');
    expect(await store().artifacts.resolve(first.url)).toEqual(first);
    expect(await store().artifacts.resolve('wandb-artifact:///team/games/data:v0')).toEqual(first);
    expect(await store().artifacts.resolve('wandb-artifact:///team/games/data:latest')).toEqual(last);
    expect(await store().artifacts.resolve('wandb-artifact:///team/games/data')).toEqual(last);
    for (const url of [`${first.url}9`, 'wandb-artifact:///team/games/Data', 'nonsense']) {
      await expect(store().artifacts.resolve(url)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await store().artifacts.get(first.id)).toEqual(first);
    await expect(store().artifacts.get(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('never reuse a version, even after the artifact or its model is deleted', async () => {
    const owner = `owner-${randomUUID()}`;
    const { artifacts, models } = store().ownedBy(owner);
    const wanted = { entity: 'team', project: 'games', name: 'again' };
    const next = async () => artifacts.create(wanted);
    const [first, second] = [await next(), await next()];
    await artifacts.delete(second.id);
    expect((await artifacts.resolve('wandb-artifact:///team/games/again')).id).toBe(first.id);
    const third = await next();
    expect(third.version).toBe(2);
    await expect(artifacts.resolve(second.url)).rejects.toMatchObject({ code: 'not_found' });
    for (const { id } of [first, third]) await artifacts.delete(id);
    expect((await next()).version).toBe(3);
    const { model } = await models.create({ ...wanted, baseModel: 'base', returnExisting: false });
    await models.delete(model.id);
    expect((await artifacts.list()).data).toEqual([]);
    expect((await next()).version).toBe(4);
    expect((await store().ownedBy(`other-${owner}`).artifacts.create(wanted)).version).toBe(0);
  });

  it('refuse names that their URL cannot represent', async () => {
    for (const name of ['', 'a/b', 'a:v1', 'a\0']) {
      await expect(store().artifacts.create(named(name))).rejects.toMatchObject({ code: 'invalid_value' });
    }
  });

  it('record files, and return the old path when a file is replaced', async () => {
    const { id } = await store().artifacts.create(named('files'));
    const big = { name: 'train.jsonl', bytes: 5_000_000_000, sha256: 'aa', path: 'artifacts/f/1' };
    const first = await store().artifacts.putFile(id, big);
    expect(first).toMatchObject({ file: big, replaced: null });
    await store().artifacts.putFile(id, { name: 'metadata.json', bytes: 2, sha256: 'bb', path: 'artifacts/f/2' });
    const second = await store().artifacts.putFile(id, { ...big, bytes: 7, path: 'artifacts/f/3' });
    expect(second.replaced).toBe('artifacts/f/1');
    const files = await store().artifacts.files(id);
    expect(files.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['metadata.json', 2],
      ['train.jsonl', 7],
    ]);
    expect(await store().artifacts.file(id, 'train.jsonl')).toEqual(second.file);
    await expect(store().artifacts.file(id, 'other')).rejects.toMatchObject({ code: 'not_found', resource: 'file' });
    await expect(store().artifacts.putFile(id, { ...big, name: '../up' })).rejects.toMatchObject({
      code: 'unsafe_name',
    });
    await expect(store().artifacts.putFile(randomUUID(), big)).rejects.toMatchObject({ resource: 'artifact' });
    await expect(store().artifacts.files(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keep byte counts above 2^32 as numbers', async () => {
    const { id } = await store().artifacts.create(named('large'));
    await store().artifacts.putFile(id, { name: 'a', bytes: 5_000_000_000, sha256: 'aa', path: 'artifacts/l/1' });
    expect((await store().artifacts.file(id, 'a')).bytes).toBe(5_000_000_000);
  });

  it('are listed with their files, in pages in both orders, for their owner only', async () => {
    const owner = `owner-${randomUUID()}`;
    const { artifacts } = store().ownedBy(owner);
    const made = [];
    for (const name of ['one', 'two', 'three']) made.push(await artifacts.create({ ...named(name), owner: undefined }));
    await artifacts.putFile(made[1].id, { name: 'b', bytes: 2, sha256: 'bb', path: 'artifacts/p/2' });
    await artifacts.putFile(made[1].id, { name: 'a', bytes: 1, sha256: 'aa', path: 'artifacts/p/1' });
    const { data, hasMore } = await artifacts.list({ limit: 2 });
    expect([data.map(({ name }) => name), hasMore]).toEqual([['one', 'two'], true]);
    expect(data.map(({ files }) => files.map(({ name, bytes }) => [name, bytes]))).toEqual([
      [],
      [
        ['a', 1],
        ['b', 2],
      ],
    ]);
    const rest = await artifacts.list({ after: data[1].id });
    expect(rest).toMatchObject({ data: [{ name: 'three', files: [] }], hasMore: false });
    const newest = await artifacts.list({ order: 'desc', limit: 1 });
    expect(newest.data.map(({ name }) => name)).toEqual(['three']);
    expect((await store().ownedBy('stranger').artifacts.list()).data).toEqual([]);
    await expect(artifacts.list({ after: randomUUID() })).rejects.toMatchObject({ resource: 'cursor' });
  });

  it('have at most 1,000 files, which can still be replaced', async () => {
    const { id } = await store().artifacts.create(named('full'));
    const file = (name: string) => ({ name, bytes: 1, sha256: 'aa', path: `artifacts/m/${name}` });
    for (let i = 0; i < 999; i++) await store().artifacts.putFile(id, file(`${i}`));
    await store().artifacts.checkRoom(id, 'last');
    await store().artifacts.putFile(id, file('last'));
    const refused = { code: 'conflict', message: expect.stringContaining('1,000 files') };
    await expect(store().artifacts.checkRoom(id, 'more')).rejects.toMatchObject(refused);
    await expect(store().artifacts.putFile(id, file('more'))).rejects.toMatchObject(refused);
    await store().artifacts.checkRoom(id, '7');
    expect((await store().artifacts.putFile(id, { ...file('7'), bytes: 2 })).replaced).toBe('artifacts/m/7');
    expect(await store().artifacts.files(id)).toHaveLength(1_000);
  });

  it('of older servers with 4,200 files are read and deleted completely, in several turns of the loop', async () => {
    const owner = `owner-${randomUUID()}`;
    const { artifacts } = store().ownedBy(owner);
    const old = await artifacts.create({ ...named('old'), owner: undefined });
    const { database } = artifacts as unknown as { database: Database };
    const file = (i: number) => ({ artifact_id: old.id, name: `f${i}`, bytes: 1, sha256: 'a', path: `a/${i}` });
    const files = Array.from({ length: 4_200 }, (_, i) => ({ ...file(i), created: old.created }));
    for (let i = 0; i < files.length; i += 250) {
      await database.write((db) => db('artifact_files').insert(files.slice(i, i + 250)));
    }
    const next = await artifacts.create({ ...named('next'), owner: undefined });
    await artifacts.putFile(next.id, { name: 'a', bytes: 1, sha256: 'aa', path: 'artifacts/o/1' });
    const names = files.map(({ name }) => name).sort();
    expect((await artifacts.files(old.id)).map(({ name }) => name)).toEqual(names);
    const { data } = await artifacts.list();
    expect(data.map((one) => one.files.map(({ name }) => name))).toEqual([names, ['a']]);
    let turns = 0;
    const note = setInterval(() => turns++, 0);
    const paths = await artifacts.delete(old.id);
    clearInterval(note);
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(paths.sort()).toEqual(files.map(({ path }) => path).sort());
    expect((await artifacts.list()).data.map(({ id }) => id)).toEqual([next.id]);
  });

  it('are deleted with their files, by their owner only', async () => {
    const { id } = await store().artifacts.create(named('deleted'));
    await store().artifacts.putFile(id, { name: 'a', bytes: 1, sha256: 'aa', path: 'artifacts/d/1' });
    await expect(store().ownedBy('stranger').artifacts.delete(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await store().artifacts.delete(id)).toEqual(['artifacts/d/1']);
    expect(await store().notedRemovals()).toContain('artifacts/d/1');
    expect(await store().referencedPaths()).not.toContain('artifacts/d/1');
    await expect(store().artifacts.get(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(store().artifacts.delete(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
