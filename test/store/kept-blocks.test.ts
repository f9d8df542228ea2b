import { expect, it } from 'vitest';
import { connect, type DatabaseAddress } from '../../src/store/connection.ts';
import { Database } from '../../src/store/database.ts';
import type { ModelRecord } from '../../src/store/models.ts';
import { appendHistory } from '../../src/store/runs.ts';
import { BLOCK_RECORDS } from '../../src/store/series-block.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { describeStore } from './databases.ts';
import { addRecords, type TestRecord } from './records.ts';
import { newModel, runningJob } from './samples.ts';

/** Records with values that text could alter, and a metric that only some records have. */
function someRecords(count: number): TestRecord[] {
  return Array.from({ length: count }, (_, at) => {
    const odd = [-0, 5e-324, Number.MAX_VALUE, 0.1 + 0.2][at % 4];
    return { metrics: { loss: Math.sin(at) / 3, odd, ...(at % 100 === 3 ? { 'val/reward': at } : {}) }, step: at };
  });
}

const log = (store: Store, { id: modelId }: ModelRecord, value: number) =>
  store.logs.record({
    modelId,
    split: 'val',
    file: null,
    groups: 0,
    trajectories: 0,
    metrics: { 'val/reward': value },
  });

/** Returns all stored blocks and columns of a run, and deletes them if `drop` is set. */
async function kept(address: DatabaseAddress, runId: string | null, { drop = false } = {}) {
  const db = await connect(address, 'refuse');
  try {
    const rows = (table: string) => db(table).where({ run_id: runId });
    const blocks = await rows('series_blocks').orderBy('block');
    const columns = await rows('series_columns').orderBy(['block', 'name']);
    if (drop) for (const table of ['series_columns', 'series_blocks']) await rows(table).delete();
    return { blocks, columns };
  } finally {
    await db.destroy();
  }
}

const blocksOf = async (address: DatabaseAddress, runId: string | null) =>
  (await kept(address, runId)).blocks.map(({ block }) => block);

describeStore('blocks kept by commits', (store, address) => {
  it('exist after their last record, bit-identical to blocks stored by a read', async () => {
    const model = await newModel(store());
    await addRecords(address(), model.runId!, someRecords(BLOCK_RECORDS - 3));
    await log(store(), model, 0.25);
    const { lease } = await runningJob(store(), model.id);
    await store().jobs.commitStep(lease, { index: 0, metrics: { loss: -0.5 }, folder: 'a' });
    expect(await blocksOf(address(), model.runId)).toEqual([]);
    await store().jobs.commitStep(lease, { index: 1, metrics: { loss: 1 / 3, grad: 1e-9 }, folder: 'b' });
    const byCommit = await kept(address(), model.runId);
    expect(byCommit.blocks.map(({ block }) => block)).toEqual([0]);
    expect(byCommit.columns.map(({ name }) => name)).toEqual(['grad', 'loss', 'odd', 'val/reward']);
    const metrics = await store().runs.metrics(model.runId!);
    expect(await kept(address(), model.runId, { drop: true })).toEqual(byCommit);
    expect(await store().runs.metrics(model.runId!)).toEqual(metrics);
    expect(await kept(address(), model.runId)).toEqual(byCommit);
  });

  it('are stored once, despite concurrent writes and reads of several servers', async () => {
    const model = await newModel(store());
    const records = someRecords(BLOCK_RECORDS * 2 - 7);
    await addRecords(address(), model.runId!, records);
    // An SQLite file has only one server at a time.
    const other = 'url' in address() ? await openStore(address(), 'refuse') : null;
    const servers = [store(), other ?? store()];
    const logs = Array.from({ length: 12 }, (_, at) => log(servers[at % 2], model, at));
    await Promise.all([...logs, ...servers.map(({ runs }) => runs.metrics(model.runId!))]);
    await other?.close();
    const rewards = records.filter(({ metrics }) => 'val/reward' in metrics).length + logs.length;
    for (const time of ['first', 'second']) {
      const [loss, , reward] = await store().runs.metrics(model.runId!);
      expect([loss.count, reward.count], time).toEqual([records.length, rewards]);
    }
    expect(await blocksOf(address(), model.runId)).toEqual([0, 1]);
  });

  it('are rolled back with a failed transaction', async () => {
    const { runId } = await newModel(store());
    await addRecords(address(), runId!, someRecords(BLOCK_RECORDS - 1));
    const database = new Database(await connect(address(), 'refuse'));
    const last = { step: 1, metrics: { loss: 1 } };
    const failed = database.write(async (db) => {
      await appendHistory(db, runId!, [last], null);
      throw new Error('killed');
    });
    await expect(failed).rejects.toThrow('killed');
    expect(await blocksOf(address(), runId)).toEqual([]);
    await database.write((db) => appendHistory(db, runId!, [last], null));
    expect(await blocksOf(address(), runId)).toEqual([0]);
    await database.close();
  });

  it('include one older missing block per commit, and reads store the others', async () => {
    const model = await newModel(store());
    await addRecords(address(), model.runId!, someRecords(BLOCK_RECORDS * 4 - 1));
    await log(store(), model, 1);
    expect(await blocksOf(address(), model.runId)).toEqual([0]);
    const [loss] = await store().runs.metrics(model.runId!);
    expect(loss).toMatchObject({ name: 'loss', count: BLOCK_RECORDS * 4 - 1 });
    expect(await blocksOf(address(), model.runId)).toEqual([0, 1, 2, 3]);
  });

  it('are left to reads if they are too large for a transaction', async () => {
    const model = await newModel(store());
    const names = Array.from({ length: 65 }, (_, at) => `${at}`.padStart(256, 'x'));
    const large = { metrics: Object.fromEntries(names.map((name) => [name, 0.25])), step: 1 };
    await addRecords(
      address(),
      model.runId!,
      Array.from({ length: BLOCK_RECORDS - 1 }, () => large),
    );
    await log(store(), model, 1);
    expect(await blocksOf(address(), model.runId)).toEqual([]);
    expect(await store().runs.metrics(model.runId!)).toHaveLength(66);
    expect(await blocksOf(address(), model.runId)).toEqual([0]);
  });
});
