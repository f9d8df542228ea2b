import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newKey } from '../../abuse/abuse-server.ts';
import { type Caller, callerOf } from '../../api/test-server.ts';
import { teach } from '../../api/toy-lessons.ts';
import { browser, server } from './fixture.ts';
import { newToyModel, rlJob, type ToyModel } from './toy-runs.ts';
import { Visit } from './visit.ts';

/** Script that returns the accessible name of the focused element. */
const focusedWords = `(({ ariaLabel, labels, innerText }) => ariaLabel ?? labels?.[0]?.innerText.trim() ?? innerText)(
  document.activeElement,
)`;

const focused = (page: Page) => page.evaluate(focusedWords) as Promise<string>;

/** Presses Tab until the element of that name has the focus, at most `most` times. */
async function pressTo(page: Page, words: RegExp, most: number, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  while (passed.length === 0 || !words.test(passed.at(-1)!)) {
    expect(passed.length, `${words} behind ${passed.join(', ')}`).toBeLessThan(most);
    await page.keyboard.press(key);
    passed.push(await focused(page));
  }
}

export function keyboard(): void {
  let typist: Caller;
  let model: ToyModel;

  beforeAll(async () => {
    // This owner sees only its own runs.
    const key = await newKey(server, { owner: 'typist', scopes: ['chat', 'train', 'metrics'] });
    typist = callerOf(server.baseUrl, key);
    model = await newToyModel(typist, 'maths', 'adder');
    for (const round of [0, 1]) await rlJob(typist, model, round);
    await rlJob(typist, await newToyModel(typist, 'maths', 'adder-slow'), 0);
    await newToyModel(typist, 'style', 'other');
  });

  test('reaches sign-in, the worst group, a token, a comparison, and the cancelling of a job', async () => {
    const visit = await Visit.begin(browser, server);
    const { page } = visit;
    const press = (key: string) => page.keyboard.press(key);
    const head = (name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const tabTo = (words: RegExp, most: number, key?: string) => pressTo(page, words, most, key);

    await page.goto(`${visit.origin}/app`);
    await page.getByLabel('API key').waitFor();
    await page.keyboard.type(typist.key);
    await press('Enter');
    await head('Overview');
    // The first tab stop skips the navigation.
    await press('Tab');
    expect(await focused(page)).toBe('Skip to the page');
    await press('Enter');
    await tabTo(/^all runs$/, 3);

    await press('g');
    await press('r');
    await head('Runs');
    await visit.settle();
    await press('/');
    await page.keyboard.type('nothing');
    await page.getByText('Nothing fits the filter.').waitFor();
    await press('Escape');
    expect(page.url()).not.toContain('nothing');
    await press('/');
    expect(await page.locator('input[data-filter]').inputValue()).toBe('');
    await page.keyboard.type('adder');
    await page.getByText('2 runs').waitFor();
    await press('Enter');
    expect(await focused(page)).toBe('adder-slow');
    await press('j');
    await press('Enter');
    await head('adder');
    // Tab continues in the new page, not in the navigation.
    await tabTo(/^Runs$/, 1);

    await press('2');
    await page.getByText(/^\d+ trajectories$/).waitFor();
    expect(await focused(page)).toBe('Trajectories');
    await tabTo(/^Job$/, 8);
    await tabTo(/^by group$/, 1);
    await press('Space');
    await page.getByText('3 groups of job').waitFor();
    await tabTo(/^Least/, 5);
    await press('Enter');
    await press('Enter');
    await page
      .getByRole('columnheader', { name: /^Least/ })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    const least = (await page.locator('tbody tr > td:nth-child(5)').allInnerTexts()).map(Number);
    expect(least).toEqual(least.toSorted((a, b) => a - b));
    await press('j');
    const worst = await focused(page);
    await press('Enter');
    await page.getByText('6 trajectories', { exact: true }).waitFor();
    expect(page.url()).toContain(`group=${worst}`);
    await visit.settle();
    await press('j');
    await press('Enter');
    await head(new RegExp(`^train 2, group ${worst}, member \\d$`));

    await press('2');
    await page.locator('.tokens').waitFor();
    await tabTo(/^Text by tokens/, 4);
    await press('ArrowRight');
    await expect.poll(() => page.locator('.token-facts dl').innerText()).toMatch(/place\n2 of \d+\ntoken id\n\d+/);
    await press('End');
    await expect.poll(() => page.locator('.token-facts dl').innerText()).toMatch(/ratio\n[\d.]+\n[\s\S]*trained\nyes/);

    await press('g');
    await press('r');
    await head('Runs');
    await visit.settle();
    await press('j');
    await press('x');
    await press('j');
    await press('x');
    await press('/');
    await tabTo(/^Compare 2$/, 1, 'Shift+Tab');
    await press('Enter');
    await head('2 runs');
    await press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);

    // Enough steps that the job cannot finish during the test.
    await teach(typist, model, 'yes', 1, 2_000);
    await press('g');
    await press('j');
    await head('Jobs');
    await page.locator('tbody tr').first().getByText('running').waitFor();
    await press('j');
    await press('Enter');
    await head(/^[0-9a-f]{8}$/);
    await tabTo(/^Cancel$/, 2);
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await focused(page)).toBe('Let it run');
    await tabTo(/^Cancel the job$/, 1);
    await press('Enter');
    await page.locator('.facts-line').getByText('cancelled').waitFor();
    await visit.end();
  });

  test('moves focus from the navigation into the page, and keys are plain text in input fields', async () => {
    const visit = await Visit.signedIn(browser, typist);
    const { page } = visit;
    await pressTo(page, /^Runs$/, 4);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    await visit.settle();
    await pressTo(page, /^Filter runs$/, 1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await pressTo(page, /^Compare other$/, 1, 'Shift+Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('j');
    expect(await focused(page)).toBe('adder-slow');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Compare 2' }).waitFor();
    await visit.goTo(`#/runs/${model.runId}`);
    const tabs = await page.locator('.tabs a').allInnerTexts();
    expect(tabs.length).toBeGreaterThan(4);
    for (const [place, name] of tabs.entries()) {
      await page.keyboard.press(String(place + 1));
      await expect.poll(() => page.locator('.tabs [aria-current]').innerText()).toBe(name);
    }
    // Letters and digits typed into a field are text.
    await page.keyboard.press('1');
    await page.getByLabel('Filter metrics').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('2jg');
    expect(await page.getByLabel('Filter metrics').inputValue()).toBe('2jg');
    expect(page.url()).not.toContain('tab=');
    await visit.end();
  });
}
