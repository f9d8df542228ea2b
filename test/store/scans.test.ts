import { randomUUID } from 'node:crypto';
import knex from 'knex';
import { expect, it, vi } from 'vitest';
import { AXES, BLOCK_RECORDS } from '../../src/store/series-block.ts';
import { SqliteClient } from '../../src/store/sqlite-client.ts';
import { SqliteReads } from '../../src/store/sqlite-reads.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { newSqlite } from './databases.ts';
import {
  exerciseTaskLeases,
  exerciseTinker,
  exerciseTrajectories,
  exerciseVersions,
  trajectoryFile,
} from './exercised-records.ts';

/** Methods called only by a start, `npm run keys` or the bucket's sweep. They may read whole tables. */
const AT_START = [
  'requeueRunning',
  'withoutData',
  'supersededFolders',
  'ranks',
  'configure',
  'list of Keys',
  'create of Keys',
  'dropExpiredSessions',
  'all of StoredManifests',
  'isEmpty of StoredManifests',
  'notes of StoredManifests',
];
/** Allowed query plan lines, with their statement, that scan an index or sort. */
const ALLOWED = [
  // Counts of jobs by status, for /metrics.
  /^SCAN jobs USING COVERING INDEX /,
  // Bytes of each owner's trajectories, one row per file.
  /^SCAN trajectory_files USING COVERING INDEX .*: select `owner`, sum\(`bytes`\)/,
  // Results of a subquery, which has its own plan line.
  /^SCAN (last|part|ranked|\(subquery-\d+\)):/,
  // An empty list reads no row.
  /: (select|delete) [^()]* where 1 = \?/,
  // Sorts at most 1,000 runs of a version, or the 2,000 trajectories of a part.
  /^USE TEMP B-TREE FOR ORDER BY: select `(client_runs`\.`id|trajectories`\.\*)/,
  // Sorts the groups of one job, or the models of one session.
  /^USE TEMP B-TREE FOR ORDER BY: select \* from `(trajectory_groups` where `file_id`|tinker_runs` where `session`)/,
];

interface Statement {
  sql: string;
  bindings: readonly unknown[];
}

/** Returns every statement that the repositories of a running server issue, by its text. */
async function statementsInUse(store: Store): Promise<Map<string, Statement>> {
  const statements = new Map<string, Statement>();
  const issue = vi.spyOn(SqliteClient.prototype as never as { _query: (...args: unknown[]) => unknown }, '_query');
  const read = vi.spyOn(SqliteReads.prototype, 'first');
  const called = spyOnMethods(store);
  await exercise(store);
  await exercise({ ...store, ...store.ownedBy('ann') });
  for (const [, query] of issue.mock.calls as unknown as [unknown, Statement][]) {
    statements.set(query.sql, { sql: query.sql, bindings: query.bindings ?? [] });
  }
  for (const [table, where] of read.mock.calls) {
    const sql = `select * from ${table} where ${Object.keys(where)
      .map((column) => `${column} = ?`)
      .join(' and ')}`;
    statements.set(sql, { sql, bindings: Object.values(where) });
  }
  expect(called(), 'methods of the repositories that this test does not call').toEqual([]);
  vi.restoreAllMocks();
  return statements;
}

/** Spies on all methods of the repositories. Returns a function that lists the methods not called. */
function spyOnMethods(store: Store): () => string[] {
  const repositories = Object.values(store).filter((member) => typeof member === 'object');
  const spies = repositories.flatMap((repository) => {
    const prototype: Record<string, () => unknown> = Object.getPrototypeOf(repository);
    return Object.getOwnPropertyNames(prototype)
      .filter((name) => name !== 'constructor')
      .map((name) => ({ name, of: `${name} of ${repository.constructor.name}`, spy: vi.spyOn(prototype, name) }));
  });
  const isAtStart = ({ name, of }: { name: string; of: string }) => AT_START.includes(name) || AT_START.includes(of);
  return () => spies.filter((each) => !isAtStart(each) && each.spy.mock.calls.length === 0).map(({ of }) => of);
}

/** Calls every method that requests and jobs use at least once. */
async function exercise(store: Store): Promise<void> {
  const { models, checkpoints, jobs, events, runs, artifacts, logs } = store;
  const named = { entity: 'e', project: 'p', baseModel: 'toy', owner: 'ann', returnExisting: false };
  const { model } = await models.create({ ...named, name: `m-${Math.random()}` });
  await models.get(model.id);
  // From now on every step below the newest is deleted.
  const retention = { keepLast: 1, keepEvery: null, keepBest: null };
  await models.create({ ...named, name: model.name, returnExisting: true, retention });
  const page = { after: model.id, limit: 2, order: 'desc' } as const;
  // Only owners look up names and lists.
  const ofOwner = store.models !== all?.models;
  if (ofOwner) await models.byName('e', 'p', model.name);
  for (const request of ofOwner ? [{}, page] : [])
    await Promise.all([models.list(request), models.listAnswering(request)]);
  await checkpoints.begin(model.id, { id: `c-${model.id}`, folder: `checkpoints/${model.id}/0`, bytes: 1, rank: 8 });
  for (const { id } of (await checkpoints.page(model.id)).data) await checkpoints.page(model.id, { after: id });
  await checkpoints.newest(model.id);
  await checkpoints.byStep(model.id, 0);
  await checkpoints.byVersion(model.id, 0);
  await checkpoints.get(`c-${model.id}`);
  await checkpoints.count(model.id);
  await checkpoints.describe(`c-${model.id}`, { a: 1 });
  const { model: fork } = await models.create({ ...named, name: `f-${Math.random()}` });
  await checkpoints.addForked(fork.id, { id: `c-${fork.id}`, step: 3, folder: `${fork.id}-3`, bytes: 1, rank: 8 });
  if (ofOwner) {
    await exerciseVersions({ all: all!, owned: store }, `c-${model.id}`);
    await exerciseTinker({ all: all!, owned: store });
  }

  const enqueue = () =>
    jobs.enqueue({ modelId: model.id, kind: 'rl', payload: 'jobs/x', config: {}, reference: `c-${model.id}` });
  const claim = async () => (await store.jobs.claimNext())!.lease;
  await jobs.checkRoom();
  await enqueue();
  const lease = await claim();
  await jobs.heartbeat(lease);
  const { job } = await jobs.begin(lease, 64);
  await jobs.keepChoices(lease, { capacity: 1 });
  await jobs.keepLogprobs(lease, 'jobs/scores');
  await jobs.recordReference(lease, { id: `c-${model.id}`, followsStart: false });
  await events.append(lease, { type: 'training_started', data: {} });
  if (ofOwner) await exerciseTrajectories({ all: all!, owned: store }, model.id, lease);
  const sequences = [{ group: 0, trajectory: 0, sequence: 0, advantage: 1, weight: 1, at: 0, tokens: 1 }];
  for (const index of [0, 1]) {
    const folder = `${model.id}-${index}`;
    const tokens = { path: `tokens/${folder}`, bytes: 1, sequences };
    await jobs.commitStep(lease, { index, metrics: { loss: 1 }, folder, tokens });
  }
  const [first] = (await events.page(job.id)).data;
  await events.page(job.id, { after: first?.id, limit: 1, order: 'desc' });
  await jobs.pause(lease);
  await jobs.complete(lease, {
    checkpoint: { step: 1, folder: `${model.id}-1`, metrics: {} },
    history: [{ step: 1, metrics: { a: 1 } }],
  });
  for (const end of ['fail', 'cancelled'] as const) {
    const { id } = await enqueue();
    await jobs[end](await claim(), 'why');
    await jobs.retry(id);
    const again = await claim();
    await jobs.begin(again, 64);
    await jobs.fail(again, 'why');
    await expect(jobs.retry(id)).rejects.toThrow('already retried');
  }
  const withoutData = { modelId: model.id, kind: 'sft' as const, payload: null, config: {} };
  await jobs.enqueue(withoutData);
  const copied = (await store.jobs.claimData('a')).map(({ id }) => id);
  await jobs.renewData('a', copied);
  await jobs.releaseData('a');
  for (const id of copied) await jobs.keepData(id, 'jobs/copy');
  await jobs.fail(await claim(), 'why');
  await jobs.failWithoutData((await jobs.enqueue(withoutData)).id, 'why');
  await jobs.cancel((await enqueue()).id);
  await enqueue();
  await jobs.cancel((await claim()).jobId);
  await store.jobs.requeueRunning();
  await store.jobs.requeueExpired();
  await enqueue();
  await store.jobs.hasClaimable({ baseModels: ['toy'] });
  await jobs.release(await claim());
  await jobs.fail((await store.jobs.claimNext({ baseModels: ['toy'] }))!.lease, 'why');
  await jobs.get(job.id);
  for (const request of ofOwner ? [{}, { ...page, after: job.id }] : []) {
    for (const filter of [
      {},
      { modelId: model.id },
      { status: 'queued' },
      { modelId: model.id, status: 'failed' },
    ] as const)
      await jobs.list(filter, request);
  }
  await jobs.countByStatus();
  await jobs.queuedByBaseModel();
  await jobs.facts([await jobs.get((await enqueue()).id)]);
  await jobs.dropKept(0);

  const runId = model.runId ?? '';
  await runs.get(runId);
  for (const request of ofOwner ? [{}, { after: runId }] : [])
    for (const filter of [{}, { modelId: model.id }]) await runs.list(request, filter);
  const [entry] = (await runs.history(runId)).data;
  for (const ofJobs of [false, true]) await runs.history(runId, {}, { ofJobs });
  await runs.history(runId, { after: entry?.id, limit: 1 });
  for await (const part of runs.wholeHistory(runId)) expect(part.length).toBeGreaterThan(0);
  await runs.stepRange(runId);
  for (const wanted of [{ from: 0, to: 9 }, { samples: 1 }]) await runs.steps(runId, wanted);
  // Once when the first block is closed, and once when it is stored.
  await addRecords(runId, BLOCK_RECORDS);
  for (const axis of [...AXES, 'time'] as const) {
    for await (const { axes } of runs.series(runId, { axis, names: ['a'] }))
      expect(axes[axis].length).toBeGreaterThan(0);
    await runs.metrics(runId);
  }

  await logs.checkRoom(model.id, { b: 1 });
  const log = await logs.record({
    modelId: model.id,
    split: 'val',
    file: trajectoryFile(`logs/${model.id}`),
    groups: 1,
    trajectories: 1,
    metrics: { b: 1 },
  });
  await logs.get(model.id, log.id);
  for (const request of [{}, { after: log.id }]) await logs.page(model.id, request);

  const artifact = await artifacts.create({ entity: 'e', project: 'p', name: model.name, owner: 'ann' });
  await artifacts.get(artifact.id);
  await artifacts.describe(artifact.id, { description: 'what it is', metadata: { a: 1 } });
  await artifacts.manifest(artifact.id);
  if (ofOwner) for (const url of [artifact.url, artifact.url.replace(/:v\d+$/, '')]) await artifacts.resolve(url);
  for (const path of ['a', 'b']) await artifacts.putFile(artifact.id, { name: 'f', bytes: 1, sha256: 'a', path });
  await artifacts.checkRoom(artifact.id, 'f');
  await artifacts.files(artifact.id);
  await artifacts.file(artifact.id, 'f');
  for (const request of ofOwner ? [{}, { after: artifact.id, limit: 1 }] : []) await artifacts.list(request);
  await artifacts.delete(artifact.id);

  const { key, record } = await store.keys.create({ owner: 'ann', scopes: ['chat'] });
  await store.keys.verify(key);
  await store.keys.verify('k'.repeat(44));
  store.keys.recognises(key);
  const { record: fresh } = await store.keys.rotate(record.id, { keepMs: 0 });
  const session = await store.keys.createSession(fresh.id, { scopes: ['chat'], lastsMs: 1_000 });
  await store.keys.get(fresh.id);
  await store.keys.endSession(session!.record.id);
  await store.keys.revoke(fresh.id);
  await store.updates.newest(['ann']);
  store.updates.onCommit(() => {});
  for (const after of [null, 0, 1]) await store.updates.since('ann', after, 10);
  await store.ping();
  await exerciseTaskLeases(all!);

  await checkpoints.delete(model.id, [1, 7]);
  await models.delete(model.id);
}

/** Adds records directly, because the repositories would be slow, with a client that is not spied on. */
async function addRecords(run_id: string, count: number): Promise<void> {
  const db = knex({ client: 'better-sqlite3', connection: { filename: file }, useNullAsDefault: true });
  const time = new Date().toISOString();
  const rows = Array.from({ length: count }, () => ({ id: randomUUID(), run_id, step: 1, time, metrics: '{"a":1}' }));
  await db.batchInsert('run_history', rows, 100);
  await db.destroy();
}

let all: Store | null = null;
let file = '';

it('no statement of a running server scans a table on SQLite', async () => {
  const database = await newSqlite();
  file = (database.address as { sqliteFile: string }).sqliteFile;
  const quotas = { models: 9, checkpoints: 99, artifactBytes: 99, logBytes: 99_999 };
  const keepBest = { metric: 'a', mode: 'max' as const, count: 1 };
  all = await openStore(database.address, 'migrate', { quotas, retention: { keepLast: 9, keepEvery: 9, keepBest } });
  const statements = await statementsInUse(all);
  expect(statements.size).toBeGreaterThan(60);
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(file);
  const faults: string[] = [];
  for (const { sql, bindings } of statements.values()) {
    if (!/^\s*(select|insert|update|delete|with)/i.test(sql)) continue;
    const plan = db
      .prepare(`explain query plan ${sql}`)
      .all(...(bindings.map((value) => (typeof value === 'boolean' ? Number(value) : value)) as string[]));
    for (const { detail } of plan as { detail: string }[]) {
      const scans = /^SCAN (?!CONSTANT ROW)/.test(detail) || /USE TEMP B-TREE FOR ORDER BY/.test(detail);
      const told = `${detail}: ${sql}`;
      if (scans && !ALLOWED.some((allowed) => allowed.test(told))) faults.push(told);
    }
  }
  db.close();
  expect(faults).toEqual([]);
  await all.close();
  await database.drop();
});
