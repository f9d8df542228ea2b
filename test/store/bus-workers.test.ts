import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeStore } from './databases.ts';

const [one, other] = ['one', 'other'].map((id) => ({ id, name: `machine of ${id}` }));

describeStore('the workers of a bus', (store) => {
  it('are listed until they end or their note expires', async () => {
    const { busWorkers } = store();
    const ids = async () => (await busWorkers.list()).map(({ id }) => id).sort();
    await busWorkers.note(one, 60_000);
    await busWorkers.note(other, 60_000);
    expect(await busWorkers.list()).toEqual(expect.arrayContaining([one, other]));
    await busWorkers.note(other, 100);
    await expect.poll(ids).toEqual(['one']);
    await busWorkers.note({ ...other, name: 'renamed' }, 60_000);
    expect(await busWorkers.list()).toContainEqual({ id: 'other', name: 'renamed' });
    await busWorkers.forget('one');
    expect(await ids()).toEqual(['other']);
  });

  it('leave no expired rows once another worker ends', async () => {
    const { busWorkers } = store();
    await busWorkers.note(one, 1);
    await busWorkers.note(other, 60_000);
    await sleep(20);
    await busWorkers.forget('a third');
    // The expired row is deleted.
    expect(await busWorkers.list()).toEqual([other]);
  });
});
