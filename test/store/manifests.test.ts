import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeStore } from './databases.ts';

const HOUR = 3_600_000;
const file = (name: string, bytes = 1) => ({ name, bytes, sha256: 'a'.repeat(64) });

describeStore('manifests', (store) => {
  const add = async (path: string, names: string[]) => {
    const manifest = { path, files: names.map((name) => file(name)) };
    await store().manifests.announce(path);
    await store().manifests.add(manifest);
    return manifest;
  };

  it('are stored, changed and found by path', async () => {
    const { manifests } = store();
    expect(await manifests.isEmpty()).toBe(true);
    const first = await add('checkpoints/m/1', ['moments', 'weights']);
    const second = await add('jobs/1.json', ['']);
    expect(await manifests.isEmpty()).toBe(false);
    expect(await manifests.find('checkpoints/m/1')).toEqual(first);
    expect(await manifests.find('checkpoints/m')).toBeNull();
    expect((await manifests.all()).sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([first, second]);
    // As after an attempt whose answer was lost.
    await manifests.add({ ...second, files: [file('', 2)] });
    expect((await manifests.find('jobs/1.json'))?.files).toEqual([file('', 2)]);
    const many = Array.from({ length: 2_500 }, (_, i) => `checkpoints/n/${i}`);
    expect(await manifests.withFile([...many, 'checkpoints/m/1', 'jobs/1.json'], 'moments')).toEqual([
      'checkpoints/m/1',
    ]);
    await manifests.dropFile('checkpoints/m/1', 'moments');
    await manifests.dropFile('checkpoints/m/none', 'moments');
    expect((await manifests.find('checkpoints/m/1'))?.files).toEqual([file('weights')]);
    await manifests.release('checkpoints/m/1');
    expect(await manifests.find('checkpoints/m/1')).toBeNull();
    expect(await store().notedRemovals()).toEqual(new Set(['checkpoints/m/1', 'jobs/1.json']));
    for (const path of ['checkpoints/m/1', 'jobs/1.json']) await manifests.forget(path);
    expect(await store().notedRemovals()).toEqual(new Set());
  });

  it('are refused if their announcement is gone, because the objects may have been swept', async () => {
    const { manifests } = store();
    await manifests.announce('jobs/2.json');
    await manifests.forget('jobs/2.json');
    const late = manifests.add({ path: 'jobs/2.json', files: [file('')] });
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    expect(await manifests.find('jobs/2.json')).toBeNull();
  });

  it('have notes by their age on the database’s clock, which tell whether a row references them', async () => {
    const { manifests, artifacts } = store();
    await manifests.release('jobs/1.json');
    await manifests.forget('jobs/1.json');
    await add('artifacts/a/1', ['']);
    await add('artifacts/a/2', ['']);
    await manifests.forget('artifacts/a/2');
    await manifests.announce('artifacts/a/3');
    const { id } = await store().ownedBy('o').artifacts.create({ entity: 'e', project: 'p', name: 'n' });
    await store()
      .ownedBy('o')
      .artifacts.putFile(id, { ...file('f'), path: 'artifacts/a/1' });
    await sleep(5);
    expect(await manifests.notes(HOUR)).toEqual([]);
    const notes = await manifests.notes(0);
    expect(notes.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'artifacts/a/1', referenced: true },
      { path: 'artifacts/a/2', referenced: false },
      { path: 'artifacts/a/3', referenced: false },
    ]);
    expect((await artifacts.list()).data).toHaveLength(1);
    const [now, before] = [await manifests.ago(0), await manifests.ago(HOUR)];
    expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(60_000);
    expect(now.getTime() - before.getTime()).toBeGreaterThan(HOUR - 1_000);
    expect(now.getTime() - before.getTime()).toBeLessThan(HOUR + 60_000);
  });
});
