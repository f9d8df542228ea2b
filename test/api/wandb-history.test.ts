import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GraphQLResolveInfo } from 'graphql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rowsOfRange, rowsWithKeys, sampledRows } from '../../src/api/wandb/history-rows.ts';
import { QueryBudget } from '../../src/api/wandb/query-budget.ts';
import { runHistoryFields } from '../../src/api/wandb/run-history.ts';
import { FairSemaphore } from '../../src/inference/fair-semaphore.ts';
import { openStore, type Records, type Store } from '../../src/store/store.ts';

const LINES = 1_300;
let folder: string;
let store: Store;
let own: Records;
let runId: string;
/** The logged rows, as W&B returns them. */
const logged = Array.from({ length: LINES }, (_, i) => ({
  ...{ _step: 2 * i, _timestamp: 1_700_000_000 + i, loss: 1 / (i + 1) },
  ...(i % 100 === 7 ? { 'val/acc': i } : {}),
}));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-history-'));
  store = await openStore({ sqliteFile: join(folder, 'daybreak.sqlite') });
  own = store.ownedBy('ann');
  const { run } = await own.clientRuns.upsert({ entity: 'e', project: 'p', name: 'r' }, {});
  runId = run.runId;
  const lines = logged.map(({ _step: step, _timestamp, ...metrics }) => {
    return { text: '{}', entry: { step, metrics, time: new Date(_timestamp * 1000).toISOString() } };
  });
  for (let start = 0; start < LINES; start += 500)
    await own.clientRuns.append(run.id, start, lines.slice(start, start + 500));
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

test('W&B history rows are the ones that have all requested keys, with these keys only', async () => {
  const keys = ['_step', 'val/acc', '_timestamp'];
  const rare = logged.flatMap(({ loss: _, ...row }) => ('val/acc' in row ? [row] : []));
  expect(await rowsWithKeys(own.runs, runId, { keys, most: 500 })).toEqual(rare);
  const all = await rowsWithKeys(own.runs, runId, { keys: ['_step', 'loss'], most: 10_000 });
  expect(all).toEqual(logged.map(({ _step, loss }) => ({ _step, loss })));
  for (const unknown of ['none', '__proto__', '_runtime'])
    expect(await rowsWithKeys(own.runs, runId, { keys: ['loss', unknown], most: 9 })).toEqual([]);
});

test('W&B history rows beyond the requested number are thinned out evenly', async () => {
  const rows = await rowsWithKeys(own.runs, runId, { keys: ['_step', 'loss'], most: 50 });
  expect(rows).toHaveLength(50);
  const apart = rows.slice(1).map(({ _step }, i) => _step - rows[i]._step);
  // 2,600 steps by 49. Every eighth row is kept, 16 steps apart, and of these every third or fourth.
  expect([Math.min(...apart) >= 32, Math.max(...apart) <= 64]).toEqual([true, true]);
  for (const row of rows) expect(row.loss).toBe(1 / (row._step / 2 + 1));
  const sampled = await sampledRows(own.runs, runId, { most: 3 });
  expect(sampled).toEqual([logged[0], logged[650], logged[1_299]]);
});

test('W&B history rows of a range have the values logged in it', async () => {
  const range = { from: 2, to: 2 * 207 + 1 };
  expect(await rowsOfRange(own.runs, runId, { keys: null, most: 500, ...range })).toEqual(logged.slice(1, 208));
  const ends = await rowsOfRange(own.runs, runId, { keys: null, most: 2, ...range });
  expect(ends).toEqual([logged[1], logged[207]]);
  const rare = await rowsOfRange(own.runs, runId, { keys: ['val/acc', '_step'], most: 500, ...range });
  expect(rare).toEqual([7, 107, 207].map((i) => ({ 'val/acc': i, _step: 2 * i })));
});

test('a W&B history is not read for a disconnected client, not even after waiting for its turn', async () => {
  const signal = AbortSignal.abort(new Error('gone'));
  const series = vi.spyOn(own.runs, 'series');
  const wanted = { keys: ['loss'], most: 9, signal };
  await expect(rowsWithKeys(own.runs, runId, wanted)).rejects.toThrow('gone');
  await expect(rowsOfRange(own.runs, runId, { ...wanted, from: 0, to: 9 })).rejects.toThrow('gone');
  await expect(sampledRows(own.runs, runId, wanted)).rejects.toThrow('gone');
  series.mockClear();
  const turns = new FairSemaphore(1);
  const end = await turns.acquire('bob');
  const leaving = new AbortController();
  const { sampledHistory } = runHistoryFields({ runs: own.runs, owner: 'ann', turns, signal: leaving.signal }, runId);
  const info = { fieldName: 'sampledHistory' } as GraphQLResolveInfo;
  const asked = sampledHistory({ specs: ['{"keys":["loss"]}'] }, new QueryBudget(), info);
  leaving.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
  end();
  expect(series).not.toHaveBeenCalled();
});

test('W&B history rows exclude gradient steps but include a job’s other metrics', async () => {
  const names = { entity: 'e', project: 'p', name: 'm', baseModel: 'toy', returnExisting: false };
  const { model } = await own.models.create(names);
  await own.jobs.enqueue({ modelId: model.id, kind: 'rl', payload: 'jobs/x', config: {} });
  const { lease } = (await store.jobs.claimNext())!;
  await own.jobs.begin(lease, 64);
  await own.jobs.commitStep(lease, { index: 0, metrics: { loss: 1 }, folder: 'checkpoints/m/1' });
  const checkpoint = { step: 1, folder: 'checkpoints/m/1', metrics: {} };
  await own.jobs.complete(lease, { checkpoint, history: [{ step: 1, metrics: { reward: 2 } }] });
  const read = (keys: string[]) => rowsWithKeys(own.runs, model.runId!, { keys, most: 9 });
  expect([await read(['_step', 'loss']), await read(['_step', 'reward'])]).toEqual([[], [{ _step: 1, reward: 2 }]]);
});
