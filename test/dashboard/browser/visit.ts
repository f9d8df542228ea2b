import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Caller } from '../../api/test-server.ts';

/** Folder of the screenshots, for people to look at; not committed. */
const pictures = fileURLToPath(new URL('../../../.cache/dashboard-pictures', import.meta.url));
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export type Options = Parameters<Browser['newContext']>[0];

/** A browser context at a server's dashboard. It records what a page must not do. */
export class Visit {
  readonly page: Page;
  readonly origin: string;
  /** Console errors, exceptions, violations of the page's policy, requests to other hosts. */
  readonly faults: string[];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page, origin: string, faults: string[]) {
    this.#context = context;
    this.page = page;
    this.origin = origin;
    this.faults = faults;
  }

  static async begin(browser: Browser, server: Pick<Caller, 'baseUrl'>, options: Options = {}): Promise<Visit> {
    const origin = new URL(server.baseUrl).origin;
    const faults: string[] = [];
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    context.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith('blob:') && new URL(url).origin !== origin) faults.push(`asked for ${url}`);
    });
    // Only ends hanging actions, like the timeout of the tests.
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    return new Visit(context, page, origin, faults);
  }

  /** Opens a browser context at the overview, signed in with the server's key. */
  static async signedIn(browser: Browser, server: Caller, options: Options = {}): Promise<Visit> {
    const visit = await Visit.begin(browser, server, options);
    const { body } = await server.call('POST', '/preview/sessions', {});
    await openWith(JSON.stringify(body), visit.page, `${visit.origin}/app`);
    await visit.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    return visit;
  }

  /** Signs in by pasting the API key. */
  async signIn(key: string): Promise<void> {
    await this.page.goto(`${this.origin}/app`);
    await this.page.getByLabel('API key').fill(key);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  }

  /** Opens another tab with a copy of this tab's session storage, as a link does. */
  async anotherTab(hash = ''): Promise<Page> {
    const kept = (await this.page.evaluate(`sessionStorage['daybreak.session']`)) as string;
    const page = await this.#context.newPage();
    await openWith(kept, page, `${this.origin}/app${hash}`);
    return page;
  }

  /**
   * Records the streams of updates from the next page load on. The returned function gives, for each stream, the cursor
   * that it was requested after, and its events so far.
   */
  async noteStreams(): Promise<() => Promise<NotedStream[]>> {
    await this.page.addInitScript(streamNotes);
    return async () => {
      const noted = (await this.page.evaluate('notedStreams')) as { url: string; text: string }[];
      return noted.map(({ url, text }) => ({
        after: new URL(url, this.origin).searchParams.get('after'),
        updates: text.split('\n\n').flatMap((frame) => {
          const data = /^data: (\{.*\})$/m.exec(frame)?.[1];
          return data === undefined ? [] : [JSON.parse(data) as NotedUpdate];
        }),
      }));
    };
  }

  async goTo(hash: string): Promise<void> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await this.settle();
  }

  /** Waits until the page has loaded everything. */
  async settle(): Promise<void> {
    await expect.poll(() => this.page.locator('.wait, [aria-busy=true]').count(), { timeout: 60_000 }).toBe(0);
    await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }

  async picture(name: string): Promise<void> {
    await mkdir(pictures, { recursive: true });
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }

  /** Returns axe's violations, one line each. `colours` limits it to contrast, for pages that were checked before. */
  async barriers({ colours = false } = {}): Promise<string[]> {
    if (!(await this.page.evaluate('"axe" in window'))) await this.page.evaluate(await axeText());
    // Reports only violations: passes are far more.
    const options = { runOnly: colours ? ['color-contrast'] : axeRules, resultTypes: ['violations'] };
    const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
    const violations = (await this.page.evaluate(run)) as {
      id: string;
      nodes: { target: string[]; failureSummary: string }[];
    }[];
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary.replaceAll(/\s+/g, ' ')}`),
    );
  }

  /**
   * Opens a page in the current theme, switches to the other, and expects no accessibility violation and no alert in
   * either. Saves a screenshot of each.
   */
  async lookInBothThemes(name: string, open: () => Promise<void>): Promise<void> {
    await open();
    const isDark = await this.page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`);
    for (const colorScheme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
      await this.page.emulateMedia({ colorScheme });
      await this.settle();
      await this.picture(`${name}-${colorScheme}`);
      const theme = `${name}, ${colorScheme}`;
      expect(await this.barriers({ colours: colorScheme === 'dark' }), theme).toEqual([]);
      expect(await this.page.getByRole('alert').allInnerTexts(), theme).toEqual([]);
    }
  }

  /** Removes expected faults, such as the browser's console line about a 401. */
  allow(part: string): void {
    const others = this.faults.filter((fault) => !fault.includes(part));
    this.faults.splice(0, this.faults.length, ...others);
  }

  async end(): Promise<void> {
    await this.#context.close();
    expect(this.faults).toEqual([]);
  }
}

/** Opens the address with the session in the tab's storage. */
async function openWith(session: string, page: Page, url: string): Promise<void> {
  await page.addInitScript(`sessionStorage['daybreak.session'] = ${JSON.stringify(session)}`);
  await page.goto(url);
}

export interface NotedUpdate {
  type: string;
  id: string | null;
  model_id: string | null;
  cursor: string;
}

export interface NotedStream {
  after: string | null;
  updates: NotedUpdate[];
}

const streamNotes = `{
  const ask = fetch;
  window.notedStreams = [];
  window.fetch = async (input, init) => {
    const response = await ask(input, init);
    if (!response.url.includes('/preview/updates') || !response.ok) return response;
    const note = { url: response.url, text: '' };
    notedStreams.push(note);
    const [own, others] = response.body.tee();
    (async () => {
      for await (const part of own.pipeThrough(new TextDecoderStream())) note.text += part;
    })().catch(() => {});
    return new Response(others, { status: response.status, headers: response.headers });
  };
}`;

let axeSource: string | null = null;

async function axeText(): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  axeSource ??= await readFile(axe, 'utf8');
  return axeSource;
}
