import { expect, it } from 'vitest';
import { connect } from '../../src/store/connection.ts';
import { describeStore } from './databases.ts';

const toy = { entity: 'e', project: 'p', name: 'm', baseModel: 'toy', returnExisting: false };

describeStore('the history of a run by its steps', (store, address) => {
  const records = () => store().ownedBy('ann');
  /** Creates a client's run with these lines, each a step and its metrics. */
  const runOf = async (name: string, lines: readonly [number, Record<string, number>][]): Promise<string> => {
    const { run } = await records().clientRuns.upsert({ entity: 'e', project: 'p', name }, {});
    const time = '2026-01-02T03:04:05.000Z';
    const kept = lines.map(([step, metrics]) => ({ text: '{}', entry: { step, metrics, time } }));
    await records().clientRuns.append(run.id, 0, kept);
    return run.runId;
  };

  /** Adds records of one step, with one metric that counts them from 1. */
  const crowd = async (run: string, step: number, { records: count, metric }: { records: number; metric: string }) => {
    const db = await connect(address(), 'refuse');
    try {
      await db.raw(
        `insert into run_history (id, run_id, step, time, metrics)
        with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${count})
        select '${run}.${step}.${metric.slice(0, 9)}.' || i, '${run}', ${step}, '2026-01-02T03:04:05.000Z',
        '{"' || cast(? as text) || '":' || i || '}' from numbers`,
        [metric],
      );
    } finally {
      await db.destroy();
    }
  };

  it('has the newest values of each step in the requested range, in order', async () => {
    const run = await runOf('r', [
      [0, { a: 1, b: 1 }],
      [7, { a: 3 }],
      [3, { a: 2 }],
      [0, { a: 5, c: 1 }],
    ]);
    const { runs } = records();
    const time = '2026-01-02T03:04:05.000Z';
    const steps = [
      { step: 0, time, metrics: { a: 5, b: 1, c: 1 } },
      { step: 3, time, metrics: { a: 2 } },
      { step: 7, time, metrics: { a: 3 } },
    ];
    expect(await runs.steps(run, { from: 0, to: Number.MAX_SAFE_INTEGER })).toEqual(steps);
    expect(await runs.steps(run, { from: 1, to: 7 })).toEqual([steps[1]]);
    expect(await runs.steps(run, { samples: 500 })).toEqual(steps);
    expect(await runs.steps(run, { from: 2 ** 40, to: 2 ** 41 })).toEqual([]);
    expect(await runs.stepRange(run)).toEqual({ first: 0, last: 7 });
    const none = await runOf('none', []);
    expect([await runs.stepRange(none), await runs.steps(none, { samples: 9 })]).toEqual([null, []]);
    await expect(store().ownedBy('bob').runs.steps(run, { samples: 9 })).rejects.toMatchObject({ code: 'not_found' });
    await expect(store().ownedBy('bob').runs.stepRange(run)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('accepts any range of steps, even beyond the range of int32', async () => {
    const last = 2 ** 31 - 1;
    const run = await runOf('ends', [
      [0, { a: 1 }],
      [last, { a: 2 }],
    ]);
    const far = Number.MAX_SAFE_INTEGER;
    const steps = async (from: number, to: number) =>
      (await records().runs.steps(run, { from, to })).map(({ step }) => step);
    expect(await steps(-far, far)).toEqual([0, last]);
    expect(await steps(last, last + 1)).toEqual([last]);
    expect(await steps(-far, last)).toEqual([0]);
    for (const [from, to] of [
      [last + 1, far],
      [-far, -3_000_000_000],
      [-9, 0],
      [5, 5],
    ])
      expect(await steps(from, to)).toEqual([]);
    expect((await records().runs.steps(run, { samples: 2 })).map(({ step }) => step)).toEqual([0, last]);
  });

  it('has the newest value of a step with 20,500 records', async () => {
    const run = await runOf('crowded', [[1, { a: -1 }]]);
    await crowd(run, 2, { records: 1, metric: 'old' });
    await crowd(run, 2, { records: 20_500, metric: 'a' });
    await crowd(run, 3, { records: 2, metric: 'b' });
    const steps = [
      { step: 1, metrics: { a: -1 } },
      { step: 2, metrics: { a: 20_500 } },
      { step: 3, metrics: { b: 2 } },
    ];
    for (const wanted of [{ samples: 500 }, { samples: 3 }, { from: 0, to: 9 }]) {
      const found = await records().runs.steps(run, wanted);
      expect(found.map(({ step, metrics }) => ({ step, metrics }))).toEqual(steps);
    }
    const wide = await runOf('wide at one step', []);
    const metric = 'n'.repeat(100_000);
    await crowd(wide, 0, { records: 90, metric });
    expect((await records().runs.steps(wide, { samples: 1 })).map(({ metrics }) => metrics)).toEqual([
      { [metric]: 90 },
    ]);
  });

  it('is not read for an aborted request', async () => {
    const run = await runOf('left', [[1, { a: 1 }]]);
    const signal = AbortSignal.abort(new Error('gone'));
    for (const wanted of [{ samples: 500 }, { from: 0, to: 9 }])
      await expect(records().runs.steps(run, { ...wanted, signal })).rejects.toThrow('gone');
  });

  it('is sampled evenly by step, including its first and last', async () => {
    const lines = Array.from({ length: 900 }, (_, i) => [i < 400 ? i : i + 600, { a: i }] as [number, { a: number }]);
    const run = await runOf('long', lines);
    const sampled = (await records().runs.steps(run, { samples: 16 })).map(({ step }) => step);
    // Steps 400 to 999 have no records, so their samples are at 1,000.
    expect(sampled).toEqual([0, 99, 199, 299, 399, 1000, 1099, 1199, 1299, 1399, 1499]);
    expect(await records().runs.steps(run, { samples: 1 })).toMatchObject([{ step: 0 }]);
  });

  it('excludes gradient steps but includes other metrics of jobs', async () => {
    const { model } = await records().models.create({ ...toy, name: 'trained' });
    await records().jobs.enqueue({ modelId: model.id, kind: 'rl', payload: 'jobs/x', config: {} });
    const claimed = await store().jobs.claimNext();
    const { lease } = claimed!;
    await records().jobs.begin(lease, 64);
    await records().jobs.commitStep(lease, { index: 0, metrics: { loss: 1 }, folder: `checkpoints/${model.id}/1` });
    await records().jobs.complete(lease, {
      checkpoint: { step: 1, folder: `checkpoints/${model.id}/1`, metrics: {} },
      history: [{ step: 1, metrics: { reward: 2 } }],
    });
    const steps = await records().runs.steps(model.runId!, { from: 0, to: 9 });
    expect(steps).toMatchObject([{ step: 1, metrics: { reward: 2 } }]);
    expect(steps[0].metrics).not.toHaveProperty('loss');
  });

  it('is refused if it is too large to be read at once', async () => {
    const name = (i: number) => `${'n'.repeat(200)}${i}`;
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [name(i), i]));
    const run = await runOf(
      'wide',
      Array.from({ length: 45 }, (_, i) => [i, wide]),
    );
    const { runs } = records();
    await expect(runs.steps(run, { from: 0, to: 45 })).rejects.toMatchObject({ code: 'invalid_value' });
    expect(await runs.steps(run, { from: 0, to: 30 })).toHaveLength(30);
  });
});
