import { expect, it } from 'vitest';
import { describeStore } from './databases.ts';

const toy = { entity: 'e', project: 'p', name: 'm', baseModel: 'toy', returnExisting: false };

describeStore('the history of a run by its steps', (store) => {
  const records = () => store().ownedBy('ann');
  /** A client's run with these lines: the step of each, and its metrics. */
  const runOf = async (name: string, lines: readonly [number, Record<string, number>][]): Promise<string> => {
    const { run } = await records().clientRuns.upsert({ entity: 'e', project: 'p', name }, {});
    const time = '2026-01-02T03:04:05.000Z';
    const kept = lines.map(([step, metrics]) => ({ text: '{}', entry: { step, metrics, time } }));
    await records().clientRuns.append(run.id, 0, kept);
    return run.runId;
  };

  it('has for each step the newest values, in order, in the range that is asked for', async () => {
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

  it('is sampled evenly by step, its ends among the samples', async () => {
    const lines = Array.from({ length: 900 }, (_, i) => [i < 400 ? i : i + 600, { a: i }] as [number, { a: number }]);
    const run = await runOf('long', lines);
    const sampled = (await records().runs.steps(run, { samples: 16 })).map(({ step }) => step);
    // 400 to 999 have no records: what is wanted there is at 1,000.
    expect(sampled).toEqual([0, 99, 199, 299, 399, 1000, 1099, 1199, 1299, 1399, 1499]);
    expect(await records().runs.steps(run, { samples: 1 })).toMatchObject([{ step: 0 }]);
  });

  it('is without gradient steps, and has what jobs measured beside them', async () => {
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

  it('is refused where it is too large to be read at once', async () => {
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
