import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeStore } from './databases.ts';
import { newModel, runningJob, trainedStep } from './samples.ts';

describeStore('checkpoints', (store) => {
  it('are paged by step in both orders, with an exclusive cursor and an empty page after the last', async () => {
    const model = await newModel(store());
    for (const step of [2, 10, 1]) await trainedStep(store(), model.id, step);
    const steps = async (request: object) =>
      (await store().checkpoints.page(model.id, request)).data.map((checkpoint) => checkpoint.step);
    expect(await steps({})).toEqual([0, 1, 2, 10]);
    expect(await steps({ order: 'desc', limit: 1 })).toEqual([10]);
    const second = await store().checkpoints.byStep(model.id, 1);
    expect(await steps({ after: second.id, limit: 1 })).toEqual([2]);
    expect(await steps({ after: second.id, order: 'desc' })).toEqual([0]);
    const last = await store().checkpoints.newest(model.id);
    expect(last).toMatchObject({ step: 10, kind: 'rl', metrics: { 'train/reward': 1 } });
    expect(await store().checkpoints.page(model.id, { after: last!.id })).toEqual({ data: [], hasMore: false });
  });

  it("refuse a cursor that is unknown or another model's", async () => {
    const [model, other] = [await newModel(store()), await newModel(store())];
    const foreign = await store().checkpoints.newest(other.id);
    for (const after of [randomUUID(), foreign!.id, '']) {
      await expect(store().checkpoints.page(model.id, { after })).rejects.toMatchObject({
        code: 'not_found',
        resource: 'cursor',
      });
    }
    await expect(store().checkpoints.page(randomUUID())).rejects.toMatchObject({ resource: 'model' });
  });

  it('are deleted by step, and unknown steps are reported', async () => {
    const model = await newModel(store());
    for (const step of [1, 2, 3]) await trainedStep(store(), model.id, step, `checkpoints/m/${step}`);
    const deleted = await store().checkpoints.delete(model.id, [1, 3, 3, 7, 2 ** 40, -1]);
    expect(deleted).toMatchObject({
      deletedCount: 2,
      notFoundSteps: [7, 2 ** 40, -1],
      paths: ['checkpoints/m/1', 'checkpoints/m/3'],
    });
    expect((await store().checkpoints.newest(model.id))?.step).toBe(2);
    for (const step of [1, 2 ** 40]) {
      await expect(store().checkpoints.byStep(model.id, step)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await store().checkpoints.delete(randomUUID(), [0])).toMatchObject({ deletedCount: 0, notFoundSteps: [0] });
  });

  it('are deleted by a list of 70,000 steps', async () => {
    const model = await newModel(store());
    const steps = Array.from({ length: 70_000 }, (_, step) => step);
    expect(await store().checkpoints.delete(model.id, steps)).toMatchObject({ deletedCount: 1 });
    expect(await store().checkpoints.newest(model.id)).toBeNull();
  });

  it('keep a folder as long as another checkpoint shares it', async () => {
    const model = await newModel(store());
    for (const step of [1, 2]) await trainedStep(store(), model.id, step, 'checkpoints/m/shared');
    expect((await store().checkpoints.delete(model.id, [1])).paths).toEqual([]);
    expect((await store().checkpoints.delete(model.id, [2])).paths).toEqual(['checkpoints/m/shared']);
  });

  it('have a highest LoRA rank, and a list of folders of unknown rank', async () => {
    const [known, unknown] = [await newModel(store()), await newModel(store())];
    const { unknown: before, highest } = await store().checkpoints.ranks();
    await store().checkpoints.begin(known.id, { id: known.id, folder: `${known.id}/0`, bytes: 1, rank: highest + 3 });
    await trainedStep(store(), unknown.id, 1, `${unknown.id}/1`);
    const { lease } = await runningJob(store(), unknown.id);
    await store().jobs.begin(lease, 64);
    await store().jobs.commitStep(lease, { index: 0, metrics: {}, folder: `${unknown.id}/2-0` });
    const found = await store().checkpoints.ranks();
    expect(found.highest).toBe(highest + 3);
    expect(found.unknown.filter((path) => !before.includes(path)).toSorted()).toEqual([
      `${unknown.id}/1`,
      `${unknown.id}/2-0`,
    ]);
    const checkpoint = { step: 2, folder: `${unknown.id}/2-0`, metrics: {}, rank: highest + 4 };
    await store().jobs.complete(lease, { checkpoint });
    const { highest: raised, unknown: left } = await store().checkpoints.ranks();
    expect([raised, left.filter((path) => !before.includes(path))]).toEqual([highest + 4, [`${unknown.id}/1`]]);
  });

  it('list the folders that are not the newest of their model', async () => {
    const [one, two] = [await newModel(store()), await newModel(store())];
    await trainedStep(store(), one.id, 1, `${one.id}/1`);
    await trainedStep(store(), one.id, 2, `${one.id}/2`);
    await trainedStep(store(), one.id, 3, `${one.id}/3`);
    // A job without a gradient step shares the folder of the previous checkpoint.
    await trainedStep(store(), two.id, 1, `${two.id}/1`);
    await trainedStep(store(), two.id, 2, `${two.id}/1`);
    const superseded = async () =>
      (await store().checkpoints.supersededFolders()).filter(
        (path) => path.startsWith(one.id) || path.startsWith(two.id),
      );
    expect((await superseded()).toSorted()).toEqual([`${one.id}/1`, `${one.id}/2`]);
    await store().checkpoints.delete(one.id, [3]);
    expect(await superseded()).toEqual([`${one.id}/1`]);
  });

  it('reuse a step number after its deletion, but never a version', async () => {
    const model = await newModel(store());
    const first = await trainedStep(store(), model.id, 1);
    await store().checkpoints.delete(model.id, [1]);
    const second = await trainedStep(store(), model.id, 1);
    expect([first.checkpoint.version, second.checkpoint.version]).toEqual([1, 2]);
    expect(await store().checkpoints.byVersion(model.id, 2)).toEqual(second.checkpoint);
    await expect(store().checkpoints.byVersion(model.id, 1)).rejects.toMatchObject({ code: 'not_found' });
  });
});
