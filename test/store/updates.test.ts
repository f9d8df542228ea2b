import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { connect } from '../../src/store/connection.ts';
import { Database } from '../../src/store/database.ts';
import type { ModelRecord } from '../../src/store/models.ts';
import { openStore } from '../../src/store/store.ts';
import { MAX_UPDATES, noteUpdate } from '../../src/store/update-notes.ts';
import type { UpdateRecord } from '../../src/store/updates.ts';
import { describeStore } from './databases.ts';
import { newJob, newModel } from './samples.ts';

describeStore('changes', (store, address) => {
  /** Returns a new owner. */
  const someone = () => `owner-${randomUUID()}`;
  /** Returns the owner's changes during `change`, as types and ids, in order. */
  const changesOf = async (owner: string, change: () => Promise<unknown>): Promise<[string, string][]> => {
    const { last } = await store().updates.since(owner, null, 1);
    await change();
    const { lost, data } = await store().updates.since(owner, last, 1_000);
    expect(lost).toBe(false);
    expect(data.map(({ number }) => number)).toEqual(data.map((_, i) => last + 1 + i));
    return data.map(({ type, id }) => [type, id]);
  };
  const owned = async (): Promise<{ owner: string; model: ModelRecord; run: string }> => {
    const owner = someone();
    const model = await newModel(store(), { owner });
    return { owner, model, run: model.runId! };
  };

  it('are numbered from 1 for each owner, with the id of their model', async () => {
    const owner = someone();
    expect(await store().updates.since(owner, null, 10)).toEqual({ lost: false, data: [], last: 0 });
    const model = await newModel(store(), { owner });
    const { data, last } = await store().updates.since(owner, 0, 10);
    const checkpoint = (await store().checkpoints.newest(model.id))!.id;
    const wanted: Omit<UpdateRecord, 'number'>[] = [
      { type: 'run', id: model.runId!, modelId: model.id },
      { type: 'model', id: model.id, modelId: model.id },
      { type: 'checkpoint', id: checkpoint, modelId: model.id },
    ];
    expect(data).toEqual(wanted.map((one, i) => ({ number: i + 1, ...one })));
    expect(last).toBe(3);
    expect((await store().updates.since(owner, 1, 1)).data.map(({ number }) => number)).toEqual([2]);
  });

  it('of a job are recorded from its acceptance to its end', async () => {
    const { owner, model, run } = await owned();
    const { jobs, events, checkpoints } = store();
    let id = '';
    const enqueued = await changesOf(owner, async () => {
      ({ id } = await newJob(store(), model.id));
    });
    expect(enqueued).toEqual([['job', id]]);
    let lease = { jobId: id, token: 0 };
    const begun = await changesOf(owner, async () => {
      for (let claimed = await jobs.claimNext(); claimed !== null; claimed = await jobs.claimNext()) {
        if (claimed.job.id === id) ({ lease } = claimed);
      }
      await jobs.begin(lease, 64);
    });
    expect(begun).toEqual([['job', id]]);
    const started = await changesOf(owner, () => events.append(lease, { type: 'training_started', data: {} }));
    expect(started).toEqual([['job', id]]);
    expect(await changesOf(owner, () => jobs.heartbeat(lease))).toEqual([]);
    const step = { index: 0, metrics: { loss: 1 }, folder: 'checkpoints/x' };
    const stepped = await changesOf(owner, () => jobs.commitStep(lease, step));
    expect(stepped.toSorted()).toEqual([
      ['job', id],
      ['run', run],
    ]);
    const checkpoint = { step: 1, folder: 'checkpoints/x', metrics: {} };
    const ended = await changesOf(owner, () => {
      return jobs.complete(lease, { checkpoint, history: [{ step: 1, metrics: { a: 1 } }] });
    });
    const newest = (await checkpoints.newest(model.id))!.id;
    expect(ended.toSorted()).toEqual([
      ['checkpoint', newest],
      ['job', id],
      ['run', run],
    ]);
  });

  it('of jobs that are cancelled, retried or requeued are recorded', async () => {
    const { owner, model } = await owned();
    const { jobs } = store();
    const { id } = await newJob(store(), model.id);
    expect(await changesOf(owner, () => jobs.cancel(id))).toEqual([['job', id]]);
    let again = '';
    const retried = await changesOf(owner, async () => {
      ({ id: again } = await jobs.retry(id));
    });
    expect(retried).toEqual([['job', again]]);
    while ((await jobs.claimNext()) !== null);
    expect(await changesOf(owner, () => jobs.requeueRunning())).toEqual([['job', again]]);
  });

  it('of logs, artifacts and deletions are recorded', async () => {
    const { owner, model, run } = await owned();
    const { checkpoints, artifacts, logs, models } = store();
    const newest = (await checkpoints.newest(model.id))!.id;
    const log = { modelId: model.id, split: 'val', file: null, groups: 1, trajectories: 1 };
    let logId = '';
    const logged = await changesOf(owner, async () => {
      logId = (await logs.record({ ...log, metrics: { 'val/reward': 1 } })).id;
    });
    expect(logged.toSorted()).toEqual([
      ['checkpoint', newest],
      ['log', logId],
      ['run', run],
    ]);
    const { entity, project, name } = model;
    const { id } = await artifacts.create({ entity, project, name: `${name}-sft-data-0`, owner });
    const file = { name: 'f', bytes: 1, sha256: 'a', path: 'artifacts/a' };
    expect(await changesOf(owner, () => artifacts.putFile(id, file))).toEqual([['artifact', id]]);
    expect(await changesOf(owner, () => checkpoints.delete(model.id, [0]))).toEqual([['checkpoint', newest]]);
    const deleted = await changesOf(owner, () => models.delete(model.id));
    expect(deleted).toEqual(
      expect.arrayContaining([
        ['model', model.id],
        ['run', run],
      ]),
    );
  });

  it('that are rolled back use no number', async () => {
    const { owner, model } = await owned();
    const file = { name: 'f', bytes: Number.NaN, sha256: 'a', path: 'artifacts/a' };
    const none = await changesOf(owner, async () => {
      await store()
        .artifacts.putFile(randomUUID(), file)
        .catch(() => {});
      const log = { modelId: model.id, split: 'val', file: null, groups: 1, trajectories: 1 };
      await expect(store().logs.record({ ...log, metrics: { a: Number.NaN } })).rejects.toThrow();
    });
    expect(none).toEqual([]);
  });

  it('of one owner are not counted for another', async () => {
    const { owner, model } = await owned();
    const other = someone();
    await newModel(store(), { owner: other });
    expect(await changesOf(other, () => newJob(store(), model.id))).toEqual([]);
    expect((await store().updates.newest([owner, other, 'nobody'])).has('nobody')).toBe(false);
  });

  it('are reported to this process at each commit', async () => {
    const { owner, model } = await owned();
    const heard: number[] = [];
    store().updates.onCommit((newest) => void (newest.has(owner) && heard.push(newest.get(owner)!)));
    await newJob(store(), model.id);
    await newJob(store(), model.id);
    expect(heard).toEqual([4, 5]);
  });

  it('are kept up to a limit, and a cursor before it is reported as lost', async () => {
    const { owner } = await owned();
    const database = new Database(await connect(address()));
    for (let count = 0; count < MAX_UPDATES + 2_000; count += 2_000) {
      await database.write(async (db) => {
        for (let i = 0; i < 2_000; i++) noteUpdate(db, { type: 'artifact', id: `${count + i}`, modelId: null, owner });
      });
    }
    await database.close();
    const newest = (await store().updates.newest([owner])).get(owner)!;
    expect(newest).toBe(3 + MAX_UPDATES + 2_000);
    expect(await store().updates.since(owner, 1, 1)).toEqual({ lost: true, data: [], last: newest });
    expect((await store().updates.since(owner, newest - MAX_UPDATES, 1)).lost).toBe(false);
    expect(await store().updates.since(owner, newest + 1, 1)).toEqual({ lost: true, data: [], last: newest });
  });
});

describeStore('changes of several servers', (store, address) => {
  it('are read without gaps or duplicates in any order of commits', async ({ skip }) => {
    const owner = `owner-${randomUUID()}`;
    const where = address();
    if (!('url' in where)) return skip('an SQLite file has one process');
    const servers = [store(), await openStore(where), await openStore(where)];
    const seen: number[] = [];
    let done = false;
    const reader = (async () => {
      for (let after = 0; ; ) {
        const finished = done;
        const { lost, data, last } = await store().updates.since(owner, after, 100);
        expect(lost).toBe(false);
        seen.push(...data.map(({ number }) => number));
        after = last;
        if (finished && data.length === 0) return;
      }
    })();
    const made = await Promise.all(
      servers.flatMap((server) => Array.from({ length: 20 }, () => newModel(server, { owner }))),
    );
    done = true;
    await reader;
    expect(seen).toEqual(Array.from({ length: made.length * 3 }, (_, i) => i + 1));
    for (const server of servers.slice(1)) await server.close();
  });
});
