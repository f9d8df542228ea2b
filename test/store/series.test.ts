import { expect, it, vi } from 'vitest';
import { StorageError } from '../../src/artifacts/storage-error.ts';
import { connect, type DatabaseAddress } from '../../src/store/connection.ts';
import { Database } from '../../src/store/database.ts';
import type { Runs } from '../../src/store/runs.ts';
import { AXES, BLOCK_RECORDS, type SeriesAxis } from '../../src/store/series-block.ts';
import { blockRecords } from '../../src/store/series-history.ts';
import { openStore } from '../../src/store/store.ts';
import { describeStore } from './databases.ts';
import { addRecords, type TestRecord } from './records.ts';
import { failures, newModel } from './samples.ts';

/** A history in which some records lack a metric or are not gradient steps. */
function someRecords(count: number, from = 0): TestRecord[] {
  return Array.from({ length: count }, (_, place) => {
    const at = from + place;
    const isStep = at % 7 !== 0;
    return {
      metrics: { ...(isStep ? { loss: Math.sin(at) } : {}), ...(at % 100 === 3 ? { 'val/reward': at } : {}) },
      step: 1 + Math.floor(at / 90),
      gradientStep: isStep ? at : null,
      time: new Date(1_795_000_000_000 + at * 1_000).toISOString(),
    };
  });
}

/** Returns the points of one metric in a series, and the number of records. */
async function read(runs: Runs, runId: string, axis: SeriesAxis, name: string) {
  const points: [number, number][] = [];
  let records = 0;
  for await (const { axes, columns } of runs.series(runId, { axis, names: [name] })) {
    records += axes[axis].length;
    const { values, places } = columns.get(name) ?? { values: new Float64Array(), places: null };
    for (const [at, value] of values.entries()) points.push([axes[axis][places === null ? at : places[at]], value]);
  }
  return { points, records };
}

function wanted(records: readonly TestRecord[], axis: SeriesAxis, name: string) {
  const points = records
    .filter(({ metrics }) => name in metrics)
    .map(({ metrics, step, gradientStep, time }): [number, number] => {
      const x = { step, gradient_step: gradientStep ?? Number.NaN, time: Date.parse(time!) }[axis];
      return [x!, metrics[name]];
    });
  return { points, records: records.length };
}

async function rowsOf(address: DatabaseAddress, table: string, runId: string): Promise<{ block: number }[]> {
  const db = await connect(address, 'refuse');
  try {
    return await db(table).where({ run_id: runId }).orderBy('block').select('block');
  } finally {
    await db.destroy();
  }
}

async function remove(address: DatabaseAddress, runId: string, blocks: readonly number[]): Promise<void> {
  const db = await connect(address, 'refuse');
  try {
    for (const table of ['series_columns', 'series_blocks'])
      await db(table).where({ run_id: runId }).whereIn('block', blocks).delete();
  } finally {
    await db.destroy();
  }
}

const upTo = (end: number) => Array.from({ length: end }, (_, block) => block);

describeStore('series', (store, address) => {
  const blocksOf = (runId: string) => rowsOf(address(), 'series_blocks', runId);

  it('have the whole history before, while and after its blocks are stored', async () => {
    const { runId } = await newModel(store());
    const records = someRecords(BLOCK_RECORDS * 19 + 17);
    await addRecords(address(), runId!, records);
    for (const time of ['first', 'second']) {
      for (const axis of AXES)
        for (const name of ['loss', 'val/reward', 'none'])
          expect(await read(store().runs, runId!, axis, name), time).toEqual(wanted(records, axis, name));
    }
    expect((await blocksOf(runId!)).map(({ block }) => block)).toEqual(Array.from({ length: 19 }, (_, block) => block));
    const more = someRecords(BLOCK_RECORDS, records.length);
    await addRecords(address(), runId!, more);
    const all = [...records, ...more];
    for (const time of ['first', 'second'])
      expect(await read(store().runs, runId!, 'step', 'loss'), time).toEqual(wanted(all, 'step', 'loss'));
    expect(await blocksOf(runId!)).toHaveLength(20);
  });

  it('read one metric of 200 stored blocks with 4 statements', async () => {
    const { runId } = await newModel(store());
    const records = someRecords(BLOCK_RECORDS);
    await addRecords(address(), runId!, records);
    await read(store().runs, runId!, 'step', 'loss');
    const db = await connect(address(), 'refuse');
    for (const table of ['series_blocks', 'series_columns']) {
      const [row] = await db(table).where({ run_id: runId }).limit(1);
      for (let from = 1; from < 200; from += 20)
        await db(table).insert(
          Array.from({ length: Math.min(20, 200 - from) }, (_, at) => ({ ...row, block: from + at })),
        );
    }
    await db.destroy();
    const query = vi.spyOn(Database.prototype, 'query');
    const { records: found } = await read(store().runs, runId!, 'step', 'loss');
    const statements = query.mock.calls.length;
    query.mockRestore();
    expect([found, statements]).toEqual([200 * BLOCK_RECORDS, 4]);
  });

  it('store a block once under concurrent reads', async () => {
    const { runId } = await newModel(store());
    const records = someRecords(BLOCK_RECORDS * 9);
    await addRecords(address(), runId!, records);
    const other = await openStore(address(), 'refuse');
    const readers = [store(), other, store(), other, store()];
    const found = await Promise.all(readers.map(({ runs }) => read(runs, runId!, 'gradient_step', 'loss')));
    for (const one of found) expect(one).toEqual(wanted(records, 'gradient_step', 'loss'));
    await other.close();
    expect(await blocksOf(runId!)).toHaveLength(9);
    expect(await rowsOf(address(), 'series_columns', runId!)).toHaveLength(18);
    expect(await read(store().runs, runId!, 'time', 'loss')).toEqual(wanted(records, 'time', 'loss'));
  });

  it('store nothing if a write fails on a full disk, and everything the next time', async () => {
    const { runId } = await newModel(store());
    const records = someRecords(BLOCK_RECORDS * 11 + 5);
    await addRecords(address(), runId!, records);
    const write = vi.spyOn(Database.prototype, 'write');
    for (const full of [
      () => read(store().runs, runId!, 'step', 'loss'),
      async () => ({ records: (await store().runs.metrics(runId!))[0].count }),
    ]) {
      write.mockRejectedValueOnce(new StorageError('disk_full', 'The disk is full.'));
      await full();
      expect(await blocksOf(runId!)).toEqual([]);
    }
    write.mockRestore();
    const all = wanted(records, 'step', 'loss');
    for (const time of ['first', 'second']) {
      expect(await read(store().runs, runId!, 'step', 'loss'), time).toEqual(all);
      expect((await store().runs.metrics(runId!))[0], time).toMatchObject({ name: 'loss', count: all.points.length });
    }
    expect((await blocksOf(runId!)).map(({ block }) => block)).toEqual(upTo(11));
  });

  it.each([[[0, 1, 2]], [[3]], [[7, 8, 9, 10]]])('restore the missing stored blocks %s', async (hole) => {
    const { runId } = await newModel(store());
    const records = someRecords(BLOCK_RECORDS * 13 + 5);
    await addRecords(address(), runId!, records);
    const metrics = await store().runs.metrics(runId!);
    for (const again of [
      async () => expect(await read(store().runs, runId!, 'time', 'loss')).toEqual(wanted(records, 'time', 'loss')),
      async () => expect(await store().runs.metrics(runId!)).toEqual(metrics),
    ]) {
      await remove(address(), runId!, hole);
      for (const _ of ['first', 'second']) await again();
      expect((await blocksOf(runId!)).map(({ block }) => block)).toEqual(upTo(13));
      expect(await rowsOf(address(), 'series_columns', runId!)).toHaveLength(26);
    }
  });

  it('read blocks with too many metric names from the history each time', async () => {
    const { runId } = await newModel(store());
    const names = (at: number) => Object.fromEntries(Array.from({ length: 3 }, (_, i) => [`n${at * 3 + i}`, at + i]));
    const wide = Array.from({ length: BLOCK_RECORDS }, (_, at): TestRecord => ({ metrics: names(at), step: 2 }));
    const records = [...someRecords(BLOCK_RECORDS), ...wide, ...someRecords(BLOCK_RECORDS, 600), ...someRecords(3)];
    const timed = records.map((record) => ({ ...record, time: '2026-11-21T12:00:00.000Z' }));
    await addRecords(address(), runId!, timed);
    for (const time of ['first', 'second']) {
      for (const name of ['loss', 'n0', 'n1535'])
        expect(await read(store().runs, runId!, 'step', name), time).toEqual(wanted(timed, 'step', name));
      const metrics = await store().runs.metrics(runId!);
      expect(metrics).toHaveLength(2 + 3 * BLOCK_RECORDS);
      const n3 = { name: 'n3', count: 1, last: 1, min: 1, max: 1, firstStep: 2, lastStep: 2 };
      expect(metrics.find(({ name }) => name === 'n3')).toEqual(n3);
    }
    const columns = await rowsOf(address(), 'series_columns', runId!);
    expect(columns.map(({ block }) => block)).toEqual([0, 0, 2, 2]);
  });

  it('list the 4,096 metrics recorded first, and have the curves of all', async () => {
    const { runId } = await newModel(store());
    const odd = (at: number) => Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`n${at * 1_000 + i}`, i]));
    const timed: TestRecord[] = [
      ...someRecords(BLOCK_RECORDS),
      ...Array.from({ length: 6 }, (_, at) => ({ metrics: odd(at) })),
    ];
    const records: TestRecord[] = timed.map((record) => ({ step: 2, ...record, time: '2026-11-21T12:00:00.000Z' }));
    await addRecords(address(), runId!, records);
    const later = someRecords(BLOCK_RECORDS).map((record) => ({ ...record, time: '2026-11-21T12:00:01.000Z' }));
    for (const more of [[], later]) {
      records.push(...more);
      await addRecords(address(), runId!, more);
      const metrics = await store().runs.metrics(runId!);
      expect(metrics).toHaveLength(4_096);
      const names = new Set(metrics.map(({ name }) => name));
      for (const name of ['loss', 'val/reward', 'n0', 'n3999', 'n4093']) expect(names).toContain(name);
      const losses = wanted(records, 'step', 'loss').points.length;
      expect(metrics.find(({ name }) => name === 'loss')).toMatchObject({ count: losses });
      expect(await read(store().runs, runId!, 'step', 'n5999')).toEqual(wanted(records, 'step', 'n5999'));
    }
  });

  it('read large records a few at a time', async () => {
    const { runId } = await newModel(store());
    const names = Array.from({ length: 1_000 }, (_, at) => `${at}`.padStart(256, 'x'));
    const large = { metrics: Object.fromEntries(names.map((name) => [name, 0.25])) };
    const records = Array.from({ length: 40 }, (_, at) => (at % 2 ? large : { metrics: { loss: at } }));
    await addRecords(address(), runId!, records);
    const database = new Database(await connect(address(), 'refuse'));
    const query = vi.spyOn(database, 'query');
    const block = (await blockRecords(database, runId!, { block: 0, seq: 0 }))!;
    const found: object[] = [];
    for await (const rows of block.parts()) {
      const metrics = rows.map((row) => JSON.parse(row.metrics));
      expect(metrics.filter(({ loss }) => loss === undefined).length).toBeLessThan(2);
      found.push(...metrics);
    }
    expect(found).toEqual(records.map(({ metrics }) => metrics));
    const read = await Promise.all(query.mock.results.map(({ value }) => value as Promise<{ metrics?: string }[]>));
    const characters = read.map((rows) => rows.reduce((sum, { metrics = '' }) => sum + metrics.length, 0));
    expect(characters).toHaveLength(3);
    expect(Math.max(...characters)).toBeLessThanOrEqual(2 ** 22);
    const metrics = records.map((record) => record.metrics);
    for (const [order, count] of [['asc', 31] as const, ['desc', 30] as const]) {
      const page = await store().runs.history(runId!, { limit: 1_000, order });
      expect(page.hasMore).toBe(true);
      const wanted = order === 'asc' ? metrics : metrics.toReversed();
      expect(page.data.map((record) => record.metrics)).toEqual(wanted.slice(0, count));
    }
    await database.close();
  });

  it('read metric names that a database cannot store unchanged', async () => {
    const { runId } = await newModel(store());
    const odd = ['a\0b', '\ud800x'];
    const time = '2026-11-21T12:00:00.000Z';
    const records = Array.from({ length: BLOCK_RECORDS + 1 }, (_, at): TestRecord => {
      return { metrics: { [odd[0]]: at, [odd[1]]: at + 0.5, '\ufffdx': 7 }, time, step: at };
    });
    await addRecords(address(), runId!, records);
    for (const which of ['first', 'second'])
      for (const name of [...odd, '\ufffdx'])
        expect(await read(store().runs, runId!, 'step', name), which).toEqual(wanted(records, 'step', name));
    expect(await store().runs.metrics(runId!)).toHaveLength(3);
  });

  it('have the count, extremes, last value and steps of each metric', async () => {
    const { runId } = await newModel(store());
    const records = [...someRecords(BLOCK_RECORDS * 3 - 40), { metrics: { late: -0.5, loss: 4 }, step: 90 }];
    await addRecords(address(), runId!, records);
    const of = (name: string) => {
      const having = records.filter(({ metrics }) => name in metrics);
      const values = having.map(({ metrics }) => (metrics as Record<string, number>)[name]);
      const [min, max] = [Math.min(...values), Math.max(...values)];
      const [firstStep, lastStep] = [having[0].step, having.at(-1)!.step];
      return { name, count: values.length, last: values.at(-1), min, max, firstStep, lastStep };
    };
    const all = ['late', 'loss', 'val/reward'].map(of);
    expect(await store().runs.metrics(runId!)).toEqual(all);
    expect(await store().runs.metrics(runId!)).toEqual(all);
    expect(await store().runs.metrics((await newModel(store())).runId!)).toEqual([]);
  });

  it('are deleted with their model, including stored blocks', async () => {
    const { id, runId } = await newModel(store());
    await addRecords(address(), runId!, someRecords(BLOCK_RECORDS * 3));
    await store().runs.metrics(runId!);
    await store().models.delete(id);
    for (const table of ['series_blocks', 'series_columns']) expect(await rowsOf(address(), table, runId!)).toEqual([]);
    const attempts = [store().runs.metrics(runId!), read(store().runs, runId!, 'step', 'loss')];
    expect(await failures(attempts)).toEqual(['not_found']);
  });

  it('of another owner are not_found', async () => {
    const { runId } = await newModel(store(), { owner: 'bob' });
    const { runs } = store().ownedBy('ann');
    expect(await failures([runs.metrics(runId!), read(runs, runId!, 'step', 'loss')])).toEqual(['not_found']);
  });
});
