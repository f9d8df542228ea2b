import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { findBrowser, openBrowser } from '../docs/browser.ts';
import { Visit } from './harness.ts';
import { makeToyRuns, type ToyRuns } from './toy-runs.ts';

let server: TestServer;
let browser: Browser;
let toys: ToyRuns;
beforeAll(async () => {
  const f = await findBrowser();
  [server, browser] = await Promise.all([startTestServer(), openBrowser(f!)]);
  const t = Date.now();
  toys = await makeToyRuns(server);
  console.log('seed', Date.now() - t);
});
afterAll(async () => {
  await browser?.close();
  await server?.end();
});
test('look', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    const visit = await Visit.begin(browser, server, { colorScheme: scheme });
    await visit.page.goto(`${visit.origin}/app`);
    await visit.page.waitForSelector('form');
    await visit.picture(`sign-in-${scheme}`);
    await visit.signIn(server.key);
    await visit.page.waitForTimeout(600);
    await visit.picture(`overview-${scheme}`);
    const P: [string, string][] = [
      ['runs', '#/runs'],
      ['run', `#/runs/${toys.rl.runId}`],
      ['checkpoints', `#/runs/${toys.rl.runId}?tab=checkpoints`],
      ['jobs', '#/jobs'],
      ['models', '#/models'],
      ['data', '#/data'],
      ['system', '#/system'],
      ['playground', `#/playground?models=toy,${toys.rl.name}`],
      ['trajectories', `#/runs/${toys.rl.runId}?tab=trajectories`],
      ['compare', `#/compare?runs=${toys.rl.runId},${toys.other.runId}`],
    ];
    for (const [n, h] of P) {
      await visit.page.evaluate(`location.hash=${JSON.stringify(h)}`);
      await visit.page.waitForTimeout(700);
      await visit.picture(`${n}-${scheme}`);
      if (scheme === 'light') console.log(n, (await visit.barriers()).slice(0, 6).join('\n   '));
    }
    console.log(scheme, [...new Set(visit.faults)].slice(0, 10));
    visit.faults.length = 0;
    await visit.end();
  }
});
