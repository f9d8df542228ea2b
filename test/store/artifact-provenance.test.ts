import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { addTags } from '../../src/store/artifact-tags.ts';
import { connect } from '../../src/store/connection.ts';
import { describeStore } from './databases.ts';

const collection = { entity: 'e', project: 'p', name: 'n' };

describeStore('versions of artifacts', (store, address) => {
  const ann = () => store().ownedBy('ann');
  const runNamed = async (name: string): Promise<string> =>
    (await ann().clientRuns.upsert({ entity: 'e', project: 'p', name }, {})).run.id;
  const upload = async (clientRunId: string | null, tags: string[] = []): Promise<string> => {
    const words = { type: 'dataset', digest: 'd', description: null, metadata: {}, aliases: [], tags, clientRunId };
    const { id } = await ann().uploads.begin({ ...collection, ...words });
    await ann().uploads.commit(id);
    return id;
  };

  it('have the run that created them and the runs that used them, each once, in order', async () => {
    const [maker, first, second] = [await runNamed('maker'), await runNamed('first'), await runNamed('second')];
    const artifactId = await upload(maker);
    const { provenance } = ann();
    for (const run of [second, first, second]) await provenance.note(run, 'used', { artifactId });
    expect(await provenance.maker({ artifactId })).toMatchObject({ id: maker, name: 'maker', entity: 'e' });
    expect((await provenance.users({ artifactId })).map(({ name }) => name)).toEqual(['second', 'first']);
    const bob = store().ownedBy('bob').provenance;
    expect([await bob.maker({ artifactId }), await bob.users({ artifactId })]).toEqual([null, []]);
    await bob.note(first, 'made', { artifactId });
    expect(await bob.maker({ artifactId })).toBeNull();
    const other = await upload('gone', []);
    expect(await provenance.maker({ artifactId: other })).toBeNull();
    await ann().artifacts.delete(artifactId);
    expect(await provenance.users({ artifactId })).toEqual([]);
  });

  it('have at most 64 tags of a valid form', async () => {
    const artifactId = await upload(null, ['b', 'a']);
    const { tags } = ann();
    expect(await tags.of({ artifactId })).toEqual(['a', 'b']);
    await tags.change({ artifactId }, { add: ['c', 'a'], remove: ['b', 'none'] });
    expect(await tags.of({ artifactId })).toEqual(['a', 'c']);
    expect(await store().ownedBy('bob').tags.of({ artifactId })).toEqual([]);
    const many = Array.from({ length: 64 }, (_, i) => `t${i}`);
    await expect(tags.change({ artifactId }, { add: many, remove: [] })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    for (const add of [['a/b'], [''], [...many, 'more']])
      expect(() => tags.change({ artifactId }, { add, remove: [] })).toThrow(
        expect.objectContaining({ code: 'invalid_value' }),
      );
    expect(await tags.of({ artifactId })).toEqual(['a', 'c']);
  });

  it('count the tags of concurrent changes towards the limit', async ({ skip }) => {
    if ('sqliteFile' in address()) skip('One transaction writes at a time.');
    const artifactId = await upload(null);
    const named = (word: string) => Array.from({ length: 40 }, (_, i) => `${word}${i}`);
    const db = await connect(address(), 'refuse');
    try {
      const other = await db.transaction();
      await addTags(other, 'ann', named('other'), { artifactId });
      const change = ann().tags.change({ artifactId }, { add: named('own'), remove: [] });
      const refused = expect(change).rejects.toMatchObject({ code: 'quota_exceeded' });
      await setTimeout(100);
      await other.commit();
      await refused;
    } finally {
      await db.destroy();
    }
    expect(await ann().tags.of({ artifactId })).toHaveLength(40);
  });
});
