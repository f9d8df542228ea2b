import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChaosServer } from '../../../scripts/chaos/server.ts';
import { writeToyModel } from '../../../scripts/toy-model.ts';
import { type Caller, callerOf, pollEvents } from '../../api/test-server.ts';
import { teach } from '../../api/toy-lessons.ts';
import { browser } from './fixture.ts';
import { newToyModel } from './toy-runs.ts';
import { type NotedUpdate, Visit } from './visit.ts';

const setUp = fileURLToPath(new URL('../../../scripts/setup.mjs', import.meta.url));
const key = 'k'.repeat(44);

let compiled: Promise<unknown>;

/** Builds the server as users start it, from the current src. */
export function compileServer(): void {
  compiled = promisify(execFile)(process.execPath, [setUp]);
  compiled.catch(() => {});
}

export function killedServer(): void {
  let home: string;
  const lives: ChaosServer[] = [];

  beforeAll(async () => {
    await compiled;
    home = await mkdtemp(join(tmpdir(), 'daybreak-killed-'));
    await writeToyModel(join(home, 'toy'));
  });
  afterAll(async () => {
    await lives.at(-1)?.stop();
    await rm(home, { recursive: true, force: true });
  });

  async function begin(port: string): Promise<Caller> {
    const data = join(home, 'data');
    const options = { home: data, model: join(home, 'toy'), key, logFile: join(home, 'log') };
    const server = new ChaosServer({ ...options, env: { DAYBREAK_PORT: port } });
    lives.push(server);
    await server.spawn();
    await server.up();
    return callerOf(server.baseUrl!, key);
  }

  /** Returns all updates of the server since the cursor. */
  async function updatesAfter(server: Caller, cursor: string): Promise<NotedUpdate[]> {
    const all: NotedUpdate[] = [];
    for (let after = cursor; ; ) {
      const { body } = await server.call('GET', `/preview/updates?after=${after}`);
      all.push(...body.data);
      if (!body.has_more) return all;
      after = body.cursor;
    }
  }

  test('continues with the restarted server: no update is lost or repeated, and each point is drawn once', async () => {
    let server = await begin('0');
    const model = await newToyModel(server, 'maths', 'killed');
    const { cursor } = (await server.call('GET', '/preview/updates')).body;
    const visit = await Visit.begin(browser, server);
    const streams = await visit.noteStreams();
    await visit.signIn(key);
    const live = visit.page.locator('.liveness', { hasText: 'Live' });
    await live.waitFor();
    await visit.goTo(`#/runs/${model.runId}?metrics=loss`);
    const job = await teach(server, model, 'yes', 1, 10);
    await visit.page.getByText('In words and numbers').first().click();
    const points = visit.page.locator('figure').first().locator('tbody th');
    await expect.poll(() => points.count()).toBeGreaterThan(2);
    await lives[0]!.killHttp();
    await visit.page.locator('.liveness', { hasText: 'Asking every 5 s' }).waitFor();
    await visit.page.getByText(/has not answered since \d\d:\d\d; what you see is from then/).waitFor();
    const atDeath = await points.count();
    expect(atDeath).toBeLessThan(60);

    server = await begin(new URL(server.baseUrl).port);
    const events = await pollEvents(server, job);
    expect(events.filter(({ type }) => type === 'gradient_step')).toHaveLength(60);
    await live.waitFor();
    // The last change of all: after it arrives, earlier updates would be missing for good.
    const { id } = (await server.call('POST', '/preview/artifacts', { name: 'last' })).body;
    const told = async () => (await streams()).flatMap(({ updates }) => updates);
    await expect.poll(async () => (await told()).at(-1)?.id).toBe(id);
    expect(await told()).toEqual(await updatesAfter(server, cursor));
    const asked = await streams();
    expect(asked.length).toBeGreaterThan(1);
    // Every stream delivered updates, so that some could have been lost.
    expect(asked.map(({ updates }) => updates.length > 0)).toEqual(asked.map(() => true));
    expect(asked[1]!.after).toBe(asked[0]!.updates.at(-1)!.cursor);
    await expect.poll(() => points.count()).toBe(60);
    const steps = Array.from({ length: 60 }, (_, step) => `gradient step ${step + 1}`);
    expect(await points.allInnerTexts()).toEqual(steps);
    expect(await visit.page.getByText('has not answered').count()).toBe(0);
    visit.allow('ERR_');
    await visit.end();
  });
}
