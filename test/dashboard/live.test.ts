import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { findBrowser, openBrowser } from '../docs/browser.ts';
import { Visit } from './harness.ts';
import { makeToyRuns, newToyModel, rlJob, type ToyRuns } from './toy-runs.ts';

const found = await findBrowser();

describe.skipIf(found === null)('what changes comes by itself', () => {
  let server: TestServer;
  let browser: Browser;
  let toys: ToyRuns;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser(found!)]);
    toys = await makeToyRuns(server, 3);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end();
  });

  const live = (visit: Visit) => visit.page.locator('.liveness', { hasText: 'Live' }).waitFor();

  test('a finished step is in the chart within 2 s of its commit, and zoom, scroll and focus stay', async () => {
    const visit = await Visit.begin(browser, server);
    await visit.signIn(server.key);
    await live(visit);
    await visit.goTo(`#/runs/${toys.rl.runId}?metrics=val/reward&x=step&smooth=0.3`);
    await visit.page.getByText('In words and numbers').first().click();
    const rows = visit.page.locator('figure').first().locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(3);
    const head = visit.page.locator('figure .chart-value').first();
    const plot = visit.page.locator('figure .plot .u-over').first();
    await plot.hover({ position: { x: 20, y: 20 } });
    await expect.poll(() => head.innerText()).toMatch(/^step \d/);
    await visit.page.mouse.move(0, 0);
    await visit.page.getByLabel('Filter metrics').focus();
    await rlJob(server, toys.rl, 3);
    const committed = Date.now();
    await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(4);
    const took = Date.now() - committed;
    console.log(`on screen ${took} ms after the answer that followed the commit`);
    expect(took).toBeLessThan(2_000);
    // The column of the last value.
    await expect.poll(() => head.innerText()).toBe(await rows.last().locator('td').nth(3).innerText());
    expect(visit.page.url()).toContain('smooth=0.3');
    expect(await visit.page.evaluate('document.activeElement.ariaLabel')).toBe('Filter metrics');
    await visit.end();
  });

  test('tabs of one browser share one stream, and the next takes over when the first goes', async () => {
    const visit = await Visit.begin(browser, server);
    const streams: string[] = [];
    visit.page.context().on('request', (request) => request.url().includes('/updates') && streams.push(request.url()));
    await visit.signIn(server.key);
    await live(visit);
    const second = await visit.anotherTab();
    await second.locator('.liveness', { hasText: 'Live' }).waitFor();
    expect(streams).toHaveLength(1);
    await second.evaluate(`location.hash = '#/jobs'`);
    const jobs = second.locator('tbody tr');
    await expect.poll(() => jobs.count()).toBeGreaterThan(0);
    const before = await jobs.count();
    await visit.page.close();
    await expect.poll(() => streams.length).toBe(2);
    await rlJob(server, toys.rl, 4);
    await expect.poll(() => jobs.count()).toBe(before + 1);
    await visit.end();
  });

  test('without the stream the page asks from time to time, and says so', async () => {
    const visit = await Visit.begin(browser, server);
    await visit.page.route('**/updates*', (route) => route.abort());
    await visit.signIn(server.key);
    await visit.page.locator('.liveness', { hasText: 'Asking every 5 s' }).waitFor();
    await visit.goTo('#/jobs');
    const jobs = visit.page.locator('tbody tr');
    await expect.poll(() => jobs.count()).toBeGreaterThan(0);
    const before = await jobs.count();
    await rlJob(server, toys.rl, 5);
    await expect.poll(() => jobs.count(), { timeout: 15_000 }).toBe(before + 1);
    expect(await visit.page.getByText('has not answered').count()).toBe(0);
    visit.allow('ERR_FAILED');
    await visit.end();
  });

  test('after a restart of the server the page goes on where it was, with what came meanwhile', async () => {
    const first = await startTestServer();
    const model = await newToyModel(first, 'maths', 'restarted');
    await rlJob(first, model, 0);
    const visit = await Visit.begin(browser, first);
    await visit.signIn(first.key);
    await live(visit);
    await visit.goTo(`#/runs/${model.runId}?metrics=val/reward&x=step`);
    await visit.page.getByText('In words and numbers').first().click();
    const rows = visit.page.locator('figure').first().locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(1);
    const { port } = new URL(first.baseUrl);
    await first.close(0);
    await visit.page.locator('.liveness', { hasText: 'Asking every 5 s' }).waitFor();
    await visit.page.getByText(/has not answered since \d\d:\d\d; what you see is from then/).waitFor();
    const second = await startTestServer({ home: first.home, env: { DAYBREAK_PORT: port } });
    await rlJob(second, model, 1);
    await live(visit);
    await expect.poll(() => rows.count()).toBe(2);
    expect(await visit.page.getByText('has not answered').count()).toBe(0);
    visit.allow('ERR_');
    await visit.end();
    await second.end();
  });
});
