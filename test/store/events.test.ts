import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { describeStore } from './databases.ts';
import { emptyQueue, newModel, runningJob } from './samples.ts';

describeStore('events', (store) => {
  beforeEach(() => emptyQueue(store()));

  it('are paged in the order of writing, with an exclusive cursor', async () => {
    const { job, lease } = await runningJob(store(), (await newModel(store())).id);
    const written = [];
    for (let step = 0; step < 25; step++) {
      written.push(await store().events.append(lease, { type: 'gradient_step', data: { loss: step } }));
    }
    const first = await store().events.page(job.id);
    expect(first).toEqual({ data: written.slice(0, 20), hasMore: true });
    const second = await store().events.page(job.id, { after: written[19].id });
    expect(second).toEqual({ data: written.slice(20), hasMore: false });
    expect(await store().events.page(job.id, { after: written[24].id })).toEqual({ data: [], hasMore: false });
  });

  it("refuse a cursor that is unknown or another job's", async () => {
    const { job } = await runningJob(store(), (await newModel(store())).id);
    const other = await runningJob(store(), (await newModel(store())).id);
    const foreign = await store().events.append(other.lease, { type: 'gradient_step', data: {} });
    for (const after of [randomUUID(), foreign.id]) {
      const attempt = store().events.page(job.id, { after });
      await expect(attempt).rejects.toMatchObject({ code: 'not_found', resource: 'cursor' });
    }
    const unknownJob = store().events.page(randomUUID());
    await expect(unknownJob).rejects.toMatchObject({ code: 'not_found', resource: 'job' });
  });

  it('that are written concurrently are each on exactly one page', async () => {
    const { job, lease } = await runningJob(store(), (await newModel(store())).id);
    const steps = Array.from({ length: 20 }, (_, loss) => ({ type: 'gradient_step' as const, data: { loss } }));
    const written = await Promise.all(steps.map((step) => store().events.append(lease, step)));
    const seen: string[] = [];
    for (let more = true; more; ) {
      const page = await store().events.page(job.id, { after: seen.at(-1), limit: 3 });
      seen.push(...page.data.map((event) => event.id));
      more = page.hasMore;
    }
    expect(seen.length).toBe(20);
    expect(new Set(seen)).toEqual(new Set(written.map((event) => event.id)));
  });

  it('with a key are added once, even after the job was restarted', async () => {
    const { job, lease } = await runningJob(store(), (await newModel(store())).id);
    const step = { type: 'gradient_step' as const, data: { loss: 1 }, key: 'step-1' };
    const first = await store().events.append(lease, step);
    await store().jobs.requeueRunning();
    const again = await store().jobs.claimNext();
    expect(again?.job.id).toBe(job.id);
    expect(await store().events.append(again!.lease, { ...step, data: { loss: 2 } })).toEqual(first);
    await store().events.append(again!.lease, { ...step, key: 'step-2' });
    expect((await store().events.page(job.id)).data).toHaveLength(2);
  });

  it('keep nested data and any text exactly, and refuse numbers that JSON cannot represent', async () => {
    const { job, lease } = await runningJob(store(), (await newModel(store())).id);
    const data = { text: 'ä\0\ud83d\ude00', list: [1, { deep: null }], tiny: 5e-324, ['__proto__']: { kept: true } };
    await store().events.append(lease, { type: 'training_started', data });
    expect((await store().events.page(job.id)).data[0].data).toEqual(JSON.parse(JSON.stringify(data)));
    const bad = store().events.append(lease, { type: 'gradient_step', data: { a: { b: [Number.NaN] } } });
    await expect(bad).rejects.toMatchObject({ code: 'invalid_value' });
    expect((await store().events.page(job.id)).data).toHaveLength(1);
  });
});
