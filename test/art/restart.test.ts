import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pollEvents, startTestServer, type TestServer } from '../api/test-server.ts';
import { artVersions, program } from './art-versions.ts';
import { environmentFor, factsOf, titled } from './python-programs.ts';

interface Facts {
  id: string;
  ended: { step?: number; steps?: number; error?: string; message?: string };
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.end());

const environment = await environmentFor(artVersions['0.5.17']);

async function runningJob(): Promise<string> {
  const state = async () => (await server.call('GET', '/preview/training-jobs')).body.data[0] ?? { status: 'none' };
  await expect.poll(async () => (await state()).status, { timeout: 120_000, interval: 20 }).toBe('running');
  return (await state()).id;
}

async function gradientSteps(job: string): Promise<number> {
  const { body } = await server.call('GET', `/preview/training-jobs/${job}/events?limit=100`);
  return body.data.filter(({ type }: { type: string }) => type === 'gradient_step').length;
}

describe.skipIf(environment.missing !== '')(titled('ART 0.5.17 while the server is started again', environment), () => {
  test('its job comes to an end once; the client goes on, or says that the connection broke', async () => {
    const env = { TEST_BASE_URL: server.baseUrl, TEST_API_KEY: server.key, TEST_PROJECT: 'restart' };
    const client = factsOf<Facts>(environment.python, [program('restart.py')], { env });
    const job = await runningJob();
    await expect.poll(() => gradientSteps(job), { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
    await server.close(0);
    server = await startTestServer({ home: server.home, env: { DAYBREAK_PORT: new URL(server.baseUrl).port } });

    const events = await pollEvents(server, job);
    expect(events.at(-1)?.type).toBe('training_ended');
    const sent = Number(events.find(({ type }) => type === 'training_started')?.data.num_sequences);
    expect(events.filter(({ type }) => type === 'gradient_step')).toHaveLength(sent);

    const { id, ended } = await client;
    // Its four tries at a page spread over some three seconds; a start may take longer.
    if (ended.error === undefined) expect(ended).toEqual({ step: 1, steps: sent });
    else expect(ended.error).toBe('APIConnectionError');
    const { body } = await server.call('GET', `/preview/models/${id}/checkpoints`);
    expect(body.data.map(({ step }: { step: number }) => step)).toEqual([0, 1]);
  }, 300_000);
});
