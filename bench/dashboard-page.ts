import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { chromium } from '../scripts/chromium.mjs';
import { RECORDS, SPIKE } from './dashboard-store.ts';
import { digits, type Row } from './report.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** Chats per turn; turns with and without the page open alternate. */
const CHATS = 20;
const TURNS = 6;
const MIB = 2 ** 20;

/**
 * Measures the page in Chromium on the same cores as its server, whose data is in `home`: how soon it is usable, how
 * long drawing a curve of 100,000 records takes, and how long chats take with and without the page open. Checks the
 * drawn curve first.
 */
export async function benchPage(home: string, runs: readonly string[], samples: number): Promise<Row[]> {
  const server = await startServerProcess(home);
  const browser = await openBrowser();
  try {
    const page = await signIn(browser, server);
    // Runs from the last one on, which nobody has opened yet.
    const curves = await curveTimes(page, runs.toReversed().slice(0, samples));
    const rows = [...(await firstLoads(browser, server, samples)), ...curves];
    await page.close();
    return [...rows, ...(await chatsWithPageOpen(browser, server))];
  } finally {
    await browser.close();
    await server.end();
  }
}

/**
 * Measures the page's memory during a live run of this many minutes. The page shows the curves; every second a log of
 * sixteen trajectories arrives, and every ten seconds a training job starts.
 */
export async function benchPageHeap(minutes: number): Promise<Row[]> {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-bench-heap-'));
  const server = await startServerProcess(home);
  const browser = await openBrowser();
  try {
    const named = { project: 'heap', name: 'live', base_model: 'toy' };
    const model = await server.call<Model>('POST', '/preview/models', named);
    const page = await signIn(browser, server);
    await page.evaluate(`location.hash = '#/runs/${model.run_id}?x=time'`);
    const heap = await page.context().newCDPSession(page);
    const [used, kept]: number[][] = [[], []];
    const until = Date.now() + minutes * 60_000;
    for (let second = 0; Date.now() < until; second++) {
      const next = Date.now() + 1_000;
      await logTrajectories(server, model, second);
      if (second % 10 === 0) await trainOnce(server, model, second);
      if (second % 60 === 0) {
        used.push((await heap.send('Runtime.getHeapUsage')).usedSize / MIB);
        await heap.send('HeapProfiler.collectGarbage');
        kept.push((await heap.send('Runtime.getHeapUsage')).usedSize / MIB);
        console.error(`minute ${second / 60}: ${used.at(-1)!.toFixed(1)} MiB, ${kept.at(-1)!.toFixed(1)} reachable`);
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())));
    }
    const path = `/preview/runs/${model.run_id}/metrics`;
    const { data } = await server.call<{ data: { name: string; count: number }[] }>('GET', path);
    const points = data.find(({ name }) => name === 'val/reward')!.count;
    await page.locator('figure', { hasText: 'val/reward' }).locator(shows(points)).first().waitFor();
    const what = `heap over ${minutes} minutes of a live run of ${points} points`;
    return [
      { what, figure: digits(used), unit: 'MiB', roofline: '< 200' },
      { what: `${what}, reachable at the end`, figure: kept.at(-1)!.toFixed(1), unit: 'MiB', roofline: '-' },
    ];
  } finally {
    await browser.close();
    await server.end();
    await rm(home, { recursive: true, force: true });
  }
}

interface Model {
  id: string;
  run_id: string;
}

/** Returns the selector of a curve whose label has this number of values. */
const shows = (values: number): string => `[aria-label*="${values.toLocaleString('en')} values"]`;

const CHAT_NAME = 'wandb-artifact:///local/heap/live';

async function logTrajectories({ call }: ServerProcess, { id }: Model, second: number): Promise<void> {
  const trajectories = Array.from({ length: 16 }, (_, place) => ({
    messages_and_choices: [
      { role: 'user', content: `red ${second}` },
      { role: 'assistant', content: `yes ${place} ${'because '.repeat(50)}` },
    ],
    reward: Math.sin(second / 100) + place / 16,
    metrics: { length: place },
  }));
  await call('POST', `/preview/models/${id}/log`, { split: 'val', trajectory_groups: [{ trajectories }] });
}

/** Starts a job on answers of the newest step; it runs while the next logs arrive. */
async function trainOnce({ call }: ServerProcess, { id }: Model, seed: number): Promise<void> {
  const messages = [{ role: 'user', content: 'red' }];
  const asked = { model: CHAT_NAME, messages, n: 8, seed, max_tokens: 4 };
  const { choices } = await call<{ choices: unknown[] }>('POST', '/chat/completions', asked);
  const trajectories = choices.map((choice, place) => ({ messages_and_choices: [...messages, choice], reward: place }));
  await call('POST', '/preview/training-jobs', { model_id: id, trajectory_groups: [{ trajectories }] });
}

async function openBrowser(): Promise<Browser> {
  const { program, env } = await chromium();
  return playwright.launch({ executablePath: program, env, args: ['--no-sandbox', '--disable-gpu'] });
}

async function signIn(browser: Browser, { origin, key }: ServerProcess): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${origin}/app`);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return page;
}

/** Uses new browser contexts, so that nothing is cached. */
async function firstLoads(browser: Browser, server: ServerProcess, samples: number): Promise<Row[]> {
  const [painted, usable]: number[][] = [[], []];
  for (let sample = 0; sample < samples; sample++) {
    const session = await server.call<object>('POST', '/preview/sessions', {});
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(`sessionStorage['daybreak.session'] = ${JSON.stringify(JSON.stringify(session))}`);
    const begin = performance.now();
    await page.goto(`${server.origin}/app`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    usable.push(performance.now() - begin);
    painted.push(await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`));
    await context.close();
  }
  return [
    { what: 'page: first paint', figure: digits(painted), unit: 'ms', roofline: '< 1,000' },
    { what: 'page: usable', figure: digits(usable), unit: 'ms', roofline: '< 2,000' },
  ];
}

/** Measures from the change of address to the drawn curve, which is on the screen one frame later. */
async function curveTimes(page: Page, runs: readonly string[]): Promise<Row[]> {
  const [cold, zoomed]: number[][] = [[], []];
  for (const runId of runs) {
    await page.evaluate(`location.hash = '#/system'`);
    await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
    cold.push(await msUntilDrawn(page, `#/runs/${runId}?metrics=m0`, RECORDS));
    for (let zoom = 1; zoom <= 10; zoom++) {
      // Each shows a different number of values, so that the previous chart is not mistaken for the new one.
      const hash = `#/runs/${runId}?metrics=m0&from=70001&to=${80_000 - zoom}`;
      zoomed.push(await msUntilDrawn(page, hash, 10_000 - zoom));
    }
  }
  const of = `a curve of ${RECORDS.toLocaleString('en')} records`;
  return [
    {
      what: `page: ${of} drawn, first look at a run, page just loaded`,
      figure: digits(cold),
      unit: 'ms',
      roofline: '-',
    },
    { what: `page: ${of}, a tenth of it drawn`, figure: digits(zoomed), unit: 'ms', roofline: '-' },
  ];
}

/** Measures the time until the chart's label has this number of values, and the spike. */
function msUntilDrawn(page: Page, hash: string, values: number): Promise<number> {
  const told = [`${values.toLocaleString('en')} values`, `${(SPIKE / 1_000).toLocaleString('en')}k`];
  return page.evaluate(`new Promise((resolve, reject) => {
    const begin = performance.now();
    location.hash = ${JSON.stringify(hash)};
    const look = () => {
      const plot = document.querySelector('figure .plot');
      const label = plot?.querySelector('canvas') ? plot.outerHTML : '';
      const took = performance.now() - begin;
      if (${JSON.stringify(told)}.every((part) => label.includes(part))) requestAnimationFrame(() => resolve(took));
      else if (took > 20_000) reject(new Error('the chart does not say ${told.join(' and ')}: ' + label.slice(0, 500)));
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

async function chatsWithPageOpen(browser: Browser, server: ServerProcess): Promise<Row[]> {
  const [alone, beside]: number[][] = [[], []];
  const chats = async (times: number[]) => {
    for (let chat = 0; chat < CHATS; chat++) {
      const begin = performance.now();
      const asked = { model: 'toy', messages: [{ role: 'user', content: 'red' }], max_tokens: 32, ignore_eos: true };
      const { usage } = await server.call<{ usage: { completion_tokens: number } }>('POST', '/chat/completions', asked);
      times.push(performance.now() - begin);
      if (usage.completion_tokens !== 32) throw new Error(`a chat has ${usage.completion_tokens} tokens, not 32`);
    }
  };
  await chats([]);
  for (let turn = 0; turn < TURNS; turn++) {
    await chats(alone);
    const page = await signIn(browser, server);
    await page.locator('.liveness', { hasText: 'Live' }).waitFor();
    await chats(beside);
    await page.close();
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  const ratio = median(beside) / median(alone);
  const row = { unit: 'ms', what: 'page: a chat of 32 tokens of the toy model' };
  return [
    { ...row, what: `${row.what}, no page open`, figure: digits(alone), roofline: '-' },
    {
      ...row,
      what: `${row.what}, a live page open`,
      figure: digits(beside),
      roofline: `${ratio.toFixed(3)}x, <= 1.05`,
    },
  ];
}
