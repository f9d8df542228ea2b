import { afterAll, beforeAll, expect, test } from 'vitest';
import { outageToken } from '../../src/app/container.ts';
import { outageTimes } from '../../src/jobs/outage.ts';
import { peerEntry, pollEvents, startTestServer, type TestServer } from '../api/test-server.ts';
import { newModel, teach } from '../api/toy-lessons.ts';
import { bucketVariables, describeS3, objectsOf, wipeCache } from './s3.ts';

await describeS3('a job with a bucket', (s3) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      workerEntry: peerEntry,
      env: bucketVariables(s3()),
      exchangeParts: (container) => {
        container.rebind(outageToken).toConstantValue({ ...outageTimes, retryMs: 20 });
      },
    });
  });
  afterAll(() => server.end());

  const seen = async (job: string): Promise<number> => {
    const { body } = await server.call('GET', `/preview/training-jobs/${job}/events`);
    return body.data.length;
  };

  test('waits with its next checkpoint while S3 is down, then continues without repeating a step', async () => {
    const model = await newModel(server, 'waits');
    const job = await teach(server, model, 'yes');
    await expect.poll(() => seen(job), { interval: 2 }).toBeGreaterThan(2);
    await s3().kill();
    const before = await seen(job);
    // At most the step whose objects were already uploaded.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await seen(job)).toBeLessThanOrEqual(before + 1);
    expect((await server.call('GET', `/preview/training-jobs/${job}`)).body.status).toBe('running');
    await s3().start();
    const events = await pollEvents(server, job);
    expect(events.map(({ type }) => type)).toEqual([
      'training_started',
      ...Array.from({ length: 12 }, () => 'gradient_step'),
      'training_ended',
    ]);
    // The last checkpoint, and the one before if it could not be removed while S3 was down; the sweep removes it.
    const folders = async (): Promise<number> => {
      const keys = (await objectsOf(s3())).filter((key) => key.startsWith('checkpoints/'));
      return new Set(keys.map((key) => key.split('/')[2])).size;
    };
    await expect.poll(folders).toBeLessThanOrEqual(2);
  });

  test('continues from a checkpoint in the bucket after a restart with an empty cache', async () => {
    const model = await newModel(server, 'begins');
    const first = await teach(server, model, 'yes');
    await pollEvents(server, first);
    await server.close(0);
    const { home } = server;
    await wipeCache(home);
    server = await startTestServer({ workerEntry: peerEntry, env: bucketVariables(s3()), home });
    const job = await teach(server, model, 'no');
    expect((await pollEvents(server, job)).at(-1)?.type).toBe('training_ended');
  });
});
