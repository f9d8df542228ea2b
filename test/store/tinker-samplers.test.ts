import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeStore } from './databases.ts';

describeStore('samplers of a session', (store) => {
  it('are limited to the newest, and the removed ones are returned', async () => {
    const sessions = store().ownedBy('ann').tinkerSessions;
    await sessions.add('s', null);
    const add = (i: number, folder: string | null) =>
      sessions.addSampler({ id: `s:sample:${i}`, session: 's', baseModel: 'toy', path: null, folder });
    for (let i = 0; i < 16; i++) {
      expect(await add(i, `f/${i}`)).toEqual({ ids: [], folders: [] });
      // Creation times have a resolution of a millisecond.
      await sleep(2);
    }
    expect(await add(3, 'f/new')).toEqual({ ids: ['s:sample:3'], folders: ['f/3'] });
    expect(await add(16, 'f/16')).toEqual({ ids: ['s:sample:0'], folders: ['f/0'] });
    for (let i = 17; i < 1_025; i++) await add(i, null);
    expect(await add(1_025, null)).toEqual({ ids: ['s:sample:1'], folders: ['f/1'] });
    expect(await add(1_025, null)).toEqual({ ids: ['s:sample:1025'], folders: [] });
  });
});
