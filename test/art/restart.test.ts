import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { peerEntry, pollEvents, startTestServer, type TestServer, type TestServerOptions } from '../api/test-server.ts';
import { longTest } from '../long-test.ts';
import { isLong } from '../tier.ts';
import { artEnvironment, everydayVersion, program } from './art-versions.ts';
import { factsOf, titled } from './python-programs.ts';

interface Facts {
  id: string;
  ended: { step?: number; steps?: number; error?: string; message?: string };
}

/** Least time in which the client gives up on a page of events, after four tries. */
const clientPatienceMs = 2_600;

const version = isLong ? '0.5.17' : everydayVersion;
const environment = await artEnvironment(version);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-restart-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function runningJob(server: TestServer): Promise<string> {
  const newest = async () => (await server.call('GET', '/preview/training-jobs')).body.data[0];
  await expect.poll(async () => (await newest())?.status).toBe('running');
  return (await newest()).id;
}

async function gradientSteps(server: TestServer, job: string): Promise<number> {
  const { body } = await server.call('GET', `/preview/training-jobs/${job}/events?limit=100`);
  return body.data.filter(({ type }: { type: string }) => type === 'gradient_step').length;
}

/** Runs a job of many gradient steps, restarts the server meanwhile, and returns what client and server report. */
async function trainThroughRestart(options: TestServerOptions, repeats: number) {
  let server = await startTestServer(options);
  try {
    const { baseUrl, key, home } = server;
    const env = { TEST_BASE_URL: baseUrl, TEST_API_KEY: key, TEST_PROJECT: 'restart', TEST_REPEATS: String(repeats) };
    const client = factsOf<Facts>(environment.python, [program('restart.py')], { env });
    const job = await runningJob(server);
    const polled = () => gradientSteps(server, job);
    await expect.poll(polled).toBeGreaterThan(0);
    const stopped = performance.now();
    await server.close(0);
    const again = { ...options.env, DAYBREAK_PORT: new URL(baseUrl).port };
    server = await startTestServer({ ...options, home, env: again });
    const awayMs = performance.now() - stopped;
    const events = await pollEvents(server, job);
    const facts = await client;
    const { body } = await server.call('GET', `/preview/models/${facts.id}/checkpoints`);
    return { ...facts, events, awayMs, steps: body.data.map(({ step }: { step: number }) => step) };
  } finally {
    await server.end();
  }
}

type Outcome = Awaited<ReturnType<typeof trainThroughRestart>>;

/** Asserts that the job ended once, with every gradient step recorded once, and returns the number of sequences. */
function expectWholeJob({ events, steps }: Outcome): number {
  expect(events.at(-1)?.type).toBe('training_ended');
  const sent = Number(events.find(({ type }) => type === 'training_started')?.data.num_sequences);
  expect(events.filter(({ type }) => type === 'gradient_step')).toHaveLength(sent);
  expect(steps).toEqual([0, 1]);
  return sent;
}

function expectClearEnd({ ended }: Outcome, sent: number): void {
  if (ended.error === undefined) expect(ended).toEqual({ step: 1, steps: sent });
  else expect(ended.error).toBe('APIConnectionError');
}

describe.skipIf(environment.missing !== '')(
  titled(`ART ${version} while the server is started again`, environment),
  () => {
    longTest('a long restart: the job finishes; the client continues or raises APIConnectionError', async () => {
      const outcome = await trainThroughRestart({}, 60);
      expectClearEnd(outcome, expectWholeJob(outcome));
    });

    test('a restart within the retries of the client: the job finishes, each gradient step counts once', async () => {
      const script = join(folder, 'peer.json');
      await writeFile(script, JSON.stringify({ stepMs: 50 }));
      const outcome = await trainThroughRestart({ workerEntry: peerEntry, env: { PEER_SCRIPT: script } }, 10);
      const sent = expectWholeJob(outcome);
      if (outcome.awayMs < clientPatienceMs) expect(outcome.ended).toEqual({ step: 1, steps: sent });
      else expectClearEnd(outcome, sent);
    });
  },
);
