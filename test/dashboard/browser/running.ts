import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peerEntry, startTestServer, type TestServer } from '../../api/test-server.ts';
import { teach } from '../../api/toy-lessons.ts';
import { browser } from './fixture.ts';
import { newToyModel, type ToyModel } from './toy-runs.ts';
import { Visit } from './visit.ts';

/** Tests with a job whose steps take one second each, so that it runs during the whole test. */
export function running(): void {
  let folder: string;
  let server: TestServer;
  let model: ToyModel;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'daybreak-running-'));
    const script = join(folder, 'peer.json');
    await writeFile(script, JSON.stringify({ stepMs: 1_000 }));
    server = await startTestServer({ workerEntry: peerEntry, env: { PEER_SCRIPT: script } });
    model = await newToyModel(server, 'maths', 'slow');
  });
  afterAll(async () => {
    await server?.end();
    await rm(folder, { recursive: true });
  });

  test('shows its progress and the time left, and is cancelled and retried by keyboard alone', async () => {
    const visit = await Visit.begin(browser, server);
    const { keyboard } = visit.page;
    await visit.page.goto(`${visit.origin}/app`);
    await visit.page.getByLabel('API key').waitFor();
    await keyboard.type(server.key);
    await keyboard.press('Enter');
    await visit.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await teach(server, model, 'yes');
    await teach(server, model, 'no');
    const running = visit.page.locator('.card', { hasText: 'running' });
    await running.getByText(/[1-9]\d* of 12 gradient steps/).waitFor();
    await running.getByText(/s left/).waitFor();
    expect(await visit.page.locator('.card', { hasText: 'queued' }).innerText()).toMatch(/place 1 in the queue/);
    await visit.picture('overview-running');
    expect(await visit.barriers()).toEqual([]);
    await running.getByRole('link').focus();
    await keyboard.press('Enter');
    await visit.page.getByRole('heading', { level: 1, name: /^[0-9a-f]{8}$/ }).waitFor();
    await visit.page.getByRole('rowheader', { name: 'gradient step 2', exact: true }).waitFor();
    await visit.picture('job-running');
    await visit.page.getByRole('button', { name: 'Cancel' }).focus();
    await keyboard.press('Enter');
    await visit.page.getByRole('button', { name: 'Let it run' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await visit.page.locator('.facts-line').getByText('cancelled').waitFor();
    await visit.page.getByRole('rowheader', { name: 'training cancelled' }).waitFor();
    const before = visit.page.url();
    await visit.page.getByRole('button', { name: 'Try again' }).focus();
    await keyboard.press('Enter');
    await visit.page.locator('.facts-line').getByText('tries again').waitFor();
    expect(visit.page.url()).not.toBe(before);
    await visit.end();
  });
}
