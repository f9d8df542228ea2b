import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { DatabaseAddress } from '../../src/store/connection.ts';
import type { Page } from '../../src/store/page.ts';
import type { Store } from '../../src/store/store.ts';
import { describeStore } from './databases.ts';

const ACKNOWLEDGEMENTS = 60;

/** Returns the lines that a process printed before it was killed in the middle of its work. */
async function killedAtWork(address: DatabaseAddress): Promise<string[]> {
  const script = fileURLToPath(new URL('crash.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(address)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    if (output.split('\n').length > ACKNOWLEDGEMENTS) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return output.slice(0, output.lastIndexOf('\n')).split('\n');
}

async function all<T extends { id: string }>(read: (after?: string) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let more = true; more; ) {
    const page = await read(items.at(-1)?.id);
    items.push(...page.data);
    more = page.hasMore;
  }
  return items;
}

/** Returns the visible effects of a job, which must appear all together. */
async function traces(store: Store, jobId: string): Promise<object> {
  const job = await store.jobs.get(jobId);
  const model = await store.models.get(job.modelId);
  return {
    status: job.status,
    newest: (await store.checkpoints.newest(model.id))?.step,
    history: (await store.runs.history(model.runId!)).data.length,
    events: (await store.events.page(jobId)).data.map((event) => event.type),
  };
}

const SUCCEEDED = { status: 'succeeded', newest: 1, history: 1, events: ['training_ended'] };

describeStore('a process that is killed at work', (store, address) => {
  it('loses nothing that it acknowledged, and leaves no partial write', async () => {
    const lines = await killedAtWork(address());
    expect(lines.length).toBeGreaterThanOrEqual(ACKNOWLEDGEMENTS);
    const acknowledged = (kind: string) =>
      lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.split(' ')[1]);

    const models = await all((after) => store().models.list({ after }));
    expect(models.map((model) => model.id)).toEqual(expect.arrayContaining(acknowledged('model')));
    for (const model of models) {
      expect((await store().checkpoints.byStep(model.id, 0)).version).toBe(0);
      expect((await store().runs.get(model.runId!)).modelId).toBe(model.id);
    }
    for (const id of acknowledged('job')) expect(await traces(store(), id)).toEqual(SUCCEEDED);

    const { requeued } = await store().jobs.requeueRunning();
    const jobs = await all((after) => store().jobs.list({}, { after }));
    for (const job of jobs) {
      const unfinished = { status: 'queued', newest: 0, history: 0, events: [] };
      expect(await traces(store(), job.id)).toEqual(job.status === 'queued' ? unfinished : SUCCEEDED);
    }
    expect(jobs.filter((job) => job.status === 'queued').length).toBeGreaterThanOrEqual(requeued.length);
  });
});
