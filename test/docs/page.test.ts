import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/generated/operations.ts';
import { peerEntry, startTestServer, type TestServer } from '../api/test-server.ts';
import { longTest } from '../long-test.ts';
import { isLong } from '../tier.ts';
import { findBrowser, openBrowser } from './browser.ts';

const found = await findBrowser();

describe.skipIf(found === null)('the documentation page in a browser', () => {
  let server: TestServer;
  let origin: string;
  let browser: Browser;
  let context: BrowserContext | undefined;
  /** Console errors, exceptions and requests to other hosts. */
  let faults: string[];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser(found!)]);
    origin = new URL(server.baseUrl).origin;
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end();
  });
  afterEach(() => expect(faults).toEqual([]));

  type Options = Parameters<Browser['newContext']>[0];

  async function open(hash = '', options: Options = {}, at = origin): Promise<Page> {
    await context?.close();
    faults = [];
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    await context.route('**', (route) => {
      if (new URL(route.request().url()).origin === at) return route.continue();
      faults.push(`asked for ${route.request().url()}`);
      return route.abort();
    });
    // Only ends hanging actions, like the timeout of the tests.
    context.setDefaultTimeout(10 * 60_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    await page.goto(`${at}/docs${hash}`);
    await page.waitForSelector('.opblock');
    return page;
  }

  /** Returns the page of the test before, or opens one, which takes seconds. */
  async function openedPage(hash = ''): Promise<Page> {
    const page = context?.pages()[0];
    if (page === undefined) return open(hash);
    await page.goto(`${origin}/docs${hash}`);
    return page;
  }

  /** Types the key into the page's field, which starts a session. */
  async function signIn(page: Page, key: string): Promise<void> {
    await page.locator('#key').fill(key);
    await page.waitForSelector('.has-key');
  }

  /** Fills and sends the form of an open operation. Returns the status and body that the page shows. */
  async function tryOut(block: Locator, body?: unknown): Promise<{ status: string; text: string }> {
    await block.getByRole('button', { name: 'Try it out' }).click();
    if (body !== undefined) await block.locator('textarea.body-param__text').fill(JSON.stringify(body));
    await block.getByRole('button', { name: 'Execute' }).click();
    return answerOf(block);
  }

  async function answerOf(block: Locator): Promise<{ status: string; text: string }> {
    const answer = block.locator('.live-responses-table');
    await answer.waitFor();
    const status = await answer.locator('tbody .response-col_status').first().innerText();
    return {
      status: status.split(/\s/)[0]!,
      text: await answer.locator('tbody .response-col_description').innerText(),
    };
  }

  const blockOf = (page: Page, tag: string, id: string) => page.locator(`#operations-${tag}-${id}`);

  test('lists every operation in the reference and the contents, and contacts no other host', async () => {
    const page = await open();
    const rows = Object.entries(operations).map(([id, { tag }]) => `${tag}-${id}`);
    const ids = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(rows.map((row) => `operations-${row}`).toSorted());
    const links = await page
      .locator('#contents a[title]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    // The contents list aliases under their operations.
    const named = Object.entries(operations).filter(([id, { handledBy }]) => handledBy === id);
    expect(links.toSorted()).toEqual(named.map(([id, { tag }]) => `#/${tag}/${id}`).toSorted());
    expect(await page.locator('#base-url').innerText()).toBe(`${origin}/v1`);
    expect(await page.title()).toBe('Daybreak API');
  });

  test('shows no Markdown backticks in summaries', async () => {
    const page = await openedPage();
    const shown = await page.locator('#contents, .lead, .opblock-summary').allInnerTexts();
    expect(shown.join('\n')).toContain('or with return_existing get');
    expect(shown.join('\n')).not.toContain('`');
  });

  test('searches the contents, and a link opens its operation', async () => {
    const page = await openedPage();
    await page.locator('#contents input').fill('cancel a queued');
    const left = page.locator('#contents a[title]:visible');
    expect(await left.count()).toBe(1);
    await left.click();
    const block = blockOf(page, 'training-jobs', 'cancelTrainingJob');
    await block.locator('.samples').waitFor();
    await expect.poll(async () => Math.abs((await block.boundingBox())!.y)).toBeLessThan(120);
    await page.locator('#contents input').fill('');
  });

  test('has samples in three languages, with the address of this server', async () => {
    const page = await openedPage('#/chat-completions/createChatCompletion');
    const chat = blockOf(page, 'chat-completions', 'createChatCompletion');
    const code = chat.locator('.samples pre').first();
    const shown: Record<string, string> = {};
    for (const language of ['curl', 'TypeScript', 'Python']) {
      await chat.getByRole('tab', { name: language }).click();
      shown[language] = (await code.textContent())!;
      expect(shown[language]).toContain(`${origin}/v1/chat/completions`);
    }
    expect(shown).toMatchObject({
      curl: expect.stringContaining('curl -X POST'),
      TypeScript: expect.stringContaining('await fetch('),
      Python: expect.stringContaining('requests.post('),
    });
    await chat.locator('.samples select').selectOption('A stream');
    expect(await code.textContent()).toContain('response.iter_lines()');
    // Other operations use the same code, and opening one takes seconds.
    const oneOfTag = new Map(Object.values(operations).map(({ tag, handledBy }) => [tag, handledBy]));
    for (const [tag, id] of [...oneOfTag].slice(0, isLong ? undefined : 1)) {
      await page.locator(`#contents a[href="#/${tag}/${id}"]`).click();
      const tabs = blockOf(page, tag, id).getByRole('tablist', { name: 'Language' });
      await tabs.waitFor();
      expect(await tabs.getByRole('tab').allTextContents(), id).toEqual(['curl', 'TypeScript', 'Python']);
    }
  });

  test('sends an operation without security without a key, and gets 401 from others until sign-in', async () => {
    const page = await openedPage('#/health/getHealth');
    const health = await tryOut(blockOf(page, 'health', 'getHealth'));
    expect(health.status).toBe('200');
    expect(health.text).toContain('"status": "ok"');
    await page.goto(`${origin}/docs#/models/listModels`);
    const refused = await tryOut(blockOf(page, 'models', 'listModels'));
    expect(refused.status).toBe('401');
    faults = faults.filter((fault) => !fault.includes('401')); // the browser's own line about the answer
    await signIn(page, server.key);
    await blockOf(page, 'models', 'listModels').getByRole('button', { name: 'Execute' }).click();
    await expect.poll(async () => (await answerOf(blockOf(page, 'models', 'listModels'))).status).toBe('200');
    const sent = blockOf(page, 'models', 'listModels').locator('.responses-inner .samples pre');
    expect(await sent.textContent()).toContain(`${origin}/v1/preview/models?limit=20&order=asc`);
  });

  test('creates a model, chats with it, and shows a stream’s text', async () => {
    const page = await open('#/models/createModel');
    await signIn(page, server.key);
    const model = { project: 'docs', name: 'tried', base_model: 'toy' };
    const made = await tryOut(blockOf(page, 'models', 'createModel'), model);
    expect(made.status).toBe('200');
    expect(made.text).toContain('"name": "tried"');
    const sent = await blockOf(page, 'models', 'createModel').locator('.responses-inner .samples pre').textContent();
    expect(sent).toContain('"name": "tried"');
    expect(sent).toContain('$DAYBREAK_API_KEY');
    expect(await page.content()).not.toContain(server.key);

    await page.locator('#contents a[href="#/chat-completions/createChatCompletion"]').click();
    const chat = blockOf(page, 'chat-completions', 'createChatCompletion');
    await chat.locator('.samples').waitFor();
    const request = {
      model: 'wandb-artifact:///local/docs/tried',
      messages: [{ role: 'user', content: 'Hello' }],
      max_tokens: 12,
      ignore_eos: true,
      temperature: 0,
    };
    const whole = await tryOut(chat, request);
    expect(whole.status).toBe('200');
    expect(whole.text).toContain('"object": "chat.completion"');
    const said = (await server.call('POST', '/chat/completions', request)).body.choices[0].message.content;

    await chat.locator('textarea.body-param__text').fill(JSON.stringify({ ...request, stream: true }));
    await chat.getByRole('button', { name: 'Execute' }).click();
    await chat.locator('.live h4', { hasText: /^Streamed: \d+ events/ }).waitFor();
    expect(await chat.locator('.live pre').evaluate((place) => place.textContent)).toBe(said);
    await expect.poll(async () => (await answerOf(chat)).text).toContain('data: [DONE]');
  });

  test('shows the beginning of a stream before its end', async () => {
    // So slow that the stream has not ended when even a slow browser shows its beginning.
    const folder = await mkdtemp(join(tmpdir(), 'daybreak-page-'));
    const script = join(folder, 'peer.json');
    await writeFile(script, JSON.stringify({ tokenMs: 5_000 }));
    const slow = await startTestServer({ workerEntry: peerEntry, env: { PEER_SCRIPT: script } });
    const page = await open('#/chat-completions/createChatCompletion', {}, new URL(slow.baseUrl).origin);
    const chat = blockOf(page, 'chat-completions', 'createChatCompletion');
    await signIn(page, slow.key);
    await chat.getByRole('button', { name: 'Try it out' }).click();
    await chat.locator('textarea.body-param__text').fill(
      JSON.stringify({
        messages: [{ role: 'user', content: 'Hello' }],
        max_tokens: 40,
        ignore_eos: true,
        stream: true,
      }),
    );
    await chat.getByRole('button', { name: 'Execute' }).click();
    await chat.locator('.live h4', { hasText: /^Streaming: [1-9]/ }).waitFor();
    expect(await chat.locator('.live-responses-table').count()).toBe(0);
    await context!.close();
    context = undefined;
    await slow.end();
    await rm(folder, { recursive: true });
  });

  test('keeps a session in the tab, not the key, and signing out ends it', async () => {
    const page = await open();
    const stored = () => page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    await signIn(page, server.key);
    const kept = (await stored()) as string;
    expect(kept).not.toContain(server.key);
    const { token } = await page.evaluate<{ token: string }>("JSON.parse(sessionStorage['daybreak.session'])");
    expect(await page.locator('#key').inputValue()).toBe('');
    await page.reload();
    await page.waitForSelector('.has-key .opblock');
    expect(await page.locator('.signed').textContent()).toBe('Signed in as local');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.locator('#key').waitFor();
    expect(await stored()).not.toContain(token);
    const after = () => fetch(`${server.baseUrl}/models`, { headers: { authorization: `Bearer ${token}` } });
    await expect.poll(async () => (await after()).status).toBe(401);
    await page.locator('#key').fill(`db_${'x'.repeat(60)}`);
    await expect.poll(() => page.locator('.signed').textContent()).toContain('is unknown');
    faults = faults.filter((fault) => !fault.includes('401')); // the browser's own line about the answer
  });

  longTest('follows the browser’s dark mode, and fits a phone of 390 px', async () => {
    const ground = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground(await open('', { colorScheme: 'light' }));
    const dark = await open('', { colorScheme: 'dark' });
    expect(await ground(dark)).not.toBe(light);
    const phone = await open('#/chat-completions/createChatCompletion', { viewport: { width: 390, height: 844 } });
    await blockOf(phone, 'chat-completions', 'createChatCompletion').locator('.samples').waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await phone.locator('#contents').isVisible()).toBe(false);
    await phone.getByRole('button', { name: 'Menu' }).click();
    await phone.locator('#contents a[href="#/health/getHealth"]').click();
    expect(await phone.locator('#contents').isVisible()).toBe(false);
    await blockOf(phone, 'health', 'getHealth').locator('.samples').waitFor();
  });
});
