import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { connect, type DatabaseAddress } from '../../src/store/connection.ts';
import { databaseTime } from '../../src/store/database-time.ts';
import { electedEvery } from '../../src/store/elected.ts';
import { openStore } from '../../src/store/store.ts';
import { describeStore } from './databases.ts';

const log = pino({ level: 'silent' });

/** Lets the turn expire. */
async function expireLease(address: DatabaseAddress, task: string): Promise<void> {
  const db = await connect(address, 'refuse');
  await db('turns')
    .where({ task })
    .update({ expires: databaseTime(db, -1) });
  await db.destroy();
}

describeStore('task leases', (store, address) => {
  it('belong to one server at a time, until it ends them or is silent, and then wait for the next period', async () => {
    const { taskLeases } = store();
    const asked = await Promise.all(Array.from({ length: 20 }, (_, i) => taskLeases.acquire('sweep', `server ${i}`)));
    expect(asked.filter(Boolean)).toEqual([true]);
    const first = `server ${asked.indexOf(true)}`;
    expect(await taskLeases.acquire('other task', 'b')).toBe(true);
    expect(await taskLeases.renew('sweep', 'b')).toBe(false);
    await expireLease(address(), 'sweep');
    expect(await taskLeases.renew('sweep', first)).toBe(true);
    expect(await taskLeases.acquire('sweep', 'b')).toBe(false);
    await expireLease(address(), 'sweep');
    expect(await taskLeases.acquire('sweep', 'b')).toBe(true);
    expect(await taskLeases.renew('sweep', first)).toBe(false);
    await taskLeases.release('sweep', first, 0);
    expect(await taskLeases.renew('sweep', 'b')).toBe(true);
    await taskLeases.release('sweep', 'b', 3_600_000);
    expect(await taskLeases.acquire('sweep', 'c')).toBe(false);
    await taskLeases.release('sweep', 'b', 0);
    await expect.poll(() => taskLeases.acquire('sweep', 'c')).toBe(true);
  });

  it('let several servers run a task once per period, even if one stops or the task fails', async () => {
    const others = [await openStore(address(), 'refuse'), await openStore(address(), 'refuse')];
    const stores = [store(), ...others];
    let working = 0;
    let most = 0;
    const turns: { server: number; ended: number }[] = [];
    const stops = stores.map(({ taskLeases: ofServer }, server) =>
      electedEvery(
        { leases: ofServer, holder: `server ${server}`, log },
        {
          name: 'count',
          everyMs: 300,
          work: async (signal) => {
            most = Math.max(most, ++working);
            await sleep(50, undefined, { signal }).catch(() => {});
            working -= 1;
            turns.push({ server, ended: performance.now() });
            if (turns.length % 2 === 0) throw new Error('this time it fails');
          },
        },
      ),
    );
    await expect.poll(() => turns.length).toBeGreaterThanOrEqual(3);
    await stops[turns[0].server]();
    const before = turns.length;
    await expect.poll(() => turns.length).toBeGreaterThanOrEqual(before + 2);
    expect(turns.slice(before).map(({ server }) => server)).not.toContain(turns[0].server);
    await Promise.all(stops.map((stop) => stop()));
    expect(most).toBe(1);
    const pauses = turns.slice(1).map(({ ended }, index) => ended - turns[index].ended);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(300);
    const after = turns.length;
    await sleep(700);
    expect(turns.length).toBe(after);
    for (const other of others) await other.close();
  });
});
