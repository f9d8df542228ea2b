import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { expect, it } from 'vitest';
import { connect } from '../../src/store/connection.ts';
import { newJobRow } from '../../src/store/job-record.ts';
import { describeStore } from './databases.ts';
import { newJob, newModel, trainedStep } from './samples.ts';

const OWN = ['jobs', 'checkpoints', 'logs', 'runs'] as const;

describeStore('a model with very much of everything', (store, address) => {
  it('is deleted completely in parts, between which the event loop turns', async () => {
    const [model, other] = [await newModel(store()), await newModel(store())];
    const db = await connect(address());
    await fill(db, { id: model.id, runId: model.runId ?? '' });
    await newJob(store(), model.id, 'jobs/queued');
    await trainedStep(store(), other.id, 1, 'checkpoints/other/1');
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const deleted = await store().models.delete(model.id);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(8);
    expect(deleted).toMatchObject({ deletedCheckpoints: 2_501, deletedRun: true });
    expect(new Set(deleted.paths).size).toBe(deleted.paths.length);
    const kinds = Map.groupBy(deleted.paths, (path) => path.split('/', 1)[0]);
    const counts = Object.fromEntries([...kinds].map(([kind, paths]) => [kind, paths.length]));
    expect(counts).toEqual({ checkpoints: 2_500, logs: 2_500, jobs: 2_501 });
    expect(await store().notedRemovals()).toEqual(new Set(deleted.paths));
    for (const table of OWN) expect(await db(table).where({ model_id: model.id }), table).toEqual([]);
    expect(await db('run_history').where({ run_id: model.runId })).toEqual([]);
    const events: { job_id: string }[] = await db('events').select('job_id');
    const jobs = new Set<string>(await db('jobs').pluck('id'));
    expect(events.filter(({ job_id }) => !jobs.has(job_id))).toEqual([]);
    expect(await store().checkpoints.newest(other.id)).toMatchObject({ step: 1 });
    await db.destroy();
  });
});

async function fill(db: Knex, { id: modelId, runId }: { id: string; runId: string }): Promise<void> {
  const now = new Date().toISOString();
  const many = <T>(count: number, row: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => row(i + 1));
  const jobs = many(2_500, (i) => ({
    ...newJobRow({ modelId, owner: 'ann', kind: 'rl', payload: `jobs/${i}`, config: {} }),
    status: 'failed' as const,
    ended: now,
    // One job has more events than fit into a part.
    event_count: i === 1_700 ? 2_500 : 2,
  }));
  const rows: Record<string, object[]> = {
    jobs,
    events: jobs.flatMap(({ id: job_id, event_count }) =>
      many(event_count, (seq) => ({ id: randomUUID(), job_id, seq, type: 'gradient_step', data: '{}', created: now })),
    ),
    run_history: many(2_500, (step) => ({ id: randomUUID(), run_id: runId, step, time: now, metrics: '{}' })),
    logs: many(2_500, (i) => {
      const counts = { groups: 1, trajectories: 1, metrics: '{}' };
      return { id: randomUUID(), model_id: modelId, split: 'val', path: `logs/${i}`, ...counts, created: now };
    }),
    checkpoints: many(2_500, (step) => {
      const place = { model_id: modelId, step, version: step, folder: `checkpoints/${modelId}/${step}` };
      return { id: randomUUID(), ...place, metrics: '{}', created: now };
    }),
  };
  for (const [table, all] of Object.entries(rows)) await db.batchInsert(table, all, 200);
}
