import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser, server, toyRuns } from './fixture.ts';
import { emoji, type ToyRuns } from './toy-runs.ts';
import { Visit } from './visit.ts';

export function trajectories(): void {
  let toys: ToyRuns;
  let visit: Visit;

  beforeAll(async () => {
    toys = await toyRuns();
    visit = await Visit.signedIn(browser, server);
  });
  afterAll(() => visit?.end());

  const list = (query: string) => server.call('GET', `/preview/models/${toys.rl.id}/trajectories?${query}`);

  test('the list applies filters, and shows the number of matches', async () => {
    await visit.goTo(`#/runs/${toys.rl.runId}?tab=trajectories&outcome=trained&sort=lowest_reward`);
    const { body } = await list('outcome=trained&sort=lowest_reward&limit=100');
    await visit.page.getByText(`${body.data.length} trajectories`).waitFor();
    const first = visit.page.locator('.trajectory-row').first();
    expect(await first.locator('.reward b').innerText()).toBe(String(Number(body.data[0].reward.toPrecision(4))));
    await visit.page.getByLabel('Filter by text').fill('nothing has this');
    await visit.page.getByText('No trajectory here.').waitFor();
    await visit.picture('trajectories-none');
  });

  test('the list of groups has every group of a job, its outcome and members, and sorts by spread', async () => {
    const jobs = (await server.call('GET', `/preview/training-jobs?model_id=${toys.rl.id}`)).body.data;
    await visit.goTo(`#/runs/${toys.rl.runId}?tab=trajectories&view=groups&job=${jobs[0].id}`);
    await visit.page.getByText('3 groups of job').waitFor();
    expect(await visit.page.locator('tbody .status', { hasText: 'equal rewards' }).count()).toBeGreaterThan(0);
    expect(await visit.page.getByLabel('Filter by text').isDisabled()).toBe(true);
    await expect.poll(() => visit.page.getByRole('link', { name: /^Member \d of group/ }).count()).toBe(18);
    expect(await visit.page.locator('tbody tr').first().innerText()).toContain('red');
    await visit.page.getByRole('button', { name: 'Spread' }).click();
    await visit.page.getByRole('button', { name: /^Spread/ }).click();
    expect(await visit.page.locator('tbody tr').first().innerText()).toContain('equal rewards');
    expect(visit.page.url()).toContain('by=spread');
    await visit.page.getByRole('link', { name: 'Their trajectories, worst first' }).waitFor();
    await visit.page.locator('tbody th a').first().click();
    await visit.page.getByText(/^6 trajectories/).waitFor();
  });

  test('the health of a run links to the trajectories without an advantage', async () => {
    await visit.goTo(`#/runs/${toys.rl.runId}`);
    await visit.page.locator('.health summary', { hasText: 'Equal groups' }).click();
    await visit.page.getByRole('link', { name: 'Their trajectories' }).click();
    const { body } = await list('outcome=no_advantage&limit=100');
    await visit.page.getByText(`${body.data.length} trajectories`).waitFor();
    await visit.page.locator('.trajectory-row').first().click();
    await visit.page.getByRole('link', { name: 'Tokens' }).click();
    await visit.page.getByText('It was not trained on (no advantage), so it has no tokens.').waitFor();
  });

  test('the filter for truncated trajectories agrees with that of the server', async () => {
    await visit.goTo(`#/runs/${toys.rl.runId}?tab=trajectories`);
    for (const truncated of ['true', 'false']) {
      await visit.page.getByLabel('Ends').selectOption(truncated);
      const { body } = await list(`truncated=${truncated}&limit=100`);
      const said = body.data.length === 0 ? 'No trajectory here.' : `${body.data.length} trajector`;
      await visit.page.getByText(said).waitFor();
      expect(visit.page.url()).toContain(`truncated=${truncated}`);
    }
  });

  test('hostile text is shown as text: no markup, no link, and visible control characters', async () => {
    const jobs = (await server.call('GET', `/preview/training-jobs?model_id=${toys.rl.id}`)).body.data;
    const { id } = (await list(`job_id=${jobs[0].id}&group=0`)).body.data[0];
    await visit.goTo(`#/trajectories/${toys.rl.id}/${id}`);
    const message = visit.page.locator('.role-user').first();
    await message.waitFor();
    expect(await message.innerText()).toContain('<script>alert(1)</script> U+202Egnp.exeU+202C U+200Binvisible');
    expect(await message.locator('script, a, img').count()).toBe(0);
  });

  test('tool calls and long tool results are folded, and can be opened', async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } };
    const said = `rain and ${'more '.repeat(40)}sun`;
    const messages_and_choices = [
      { role: 'user', content: 'how is the weather?' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: said },
      { role: 'assistant', content: 'wet' },
    ];
    const trajectory_groups = [{ trajectories: [{ messages_and_choices, reward: 0.2 }] }];
    await server.call('POST', `/preview/models/${toys.rl.id}/log`, { split: 'tools', trajectory_groups });
    const { id } = (await list('split=tools')).body.data[0];
    await visit.goTo(`#/trajectories/${toys.rl.id}/${id}`);
    const called = visit.page.locator('.role-assistant').first();
    const arguments_ = called.getByText('"weather"');
    expect(await arguments_.isVisible()).toBe(false);
    await called.getByText('tool calls').click();
    expect(await arguments_.isVisible()).toBe(true);
    expect(JSON.parse((await called.locator('pre').textContent())!)).toEqual([call]);
    const tool = visit.page.locator('.role-tool');
    expect(await tool.locator('.role').innerText()).toContain('call_1');
    const text = tool.locator('.long-text');
    expect(await text.isVisible()).toBe(false);
    await tool
      .getByText(/^rain and more/)
      .first()
      .click();
    expect(await text.isVisible()).toBe(true);
    expect(await text.textContent()).toBe(said);
  });

  test('a message of 1 MB shows its beginning, and more on demand', async () => {
    const content = `begin ${'x'.repeat(1_000_000)} end`;
    const messages_and_choices = [
      { role: 'user', content },
      { role: 'assistant', content: 'short' },
    ];
    const trajectory_groups = [{ trajectories: [{ messages_and_choices, reward: 0.1 }] }];
    await server.call('POST', `/preview/models/${toys.rl.id}/log`, { split: 'long', trajectory_groups });
    const { id } = (await list('split=long')).body.data[0];
    await visit.goTo(`#/trajectories/${toys.rl.id}/${id}`);
    const message = visit.page.locator('.role-user');
    const more = message.getByRole('button', { name: /^Show more: 980,0\d\d characters/ });
    await more.waitFor();
    expect((await message.locator('.long-text').textContent())!.length).toBeLessThan(21_000);
    await more.click();
    await expect.poll(async () => (await message.locator('.long-text').textContent())!.length).toBeGreaterThan(200_000);
    expect(await visit.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1440);
  });

  test('a web worker compares long answers to their ends, without violating the page’s CSP', async () => {
    const answer = (last: string) => `${'so it goes, and '.repeat(5_000)}it ends ${last}`;
    const trajectories = ['well', 'badly'].map((last, reward) => ({
      messages_and_choices: [
        { role: 'user', content: 'how does it end?' },
        { role: 'assistant', content: answer(last) },
      ],
      reward,
    }));
    const body = { split: 'compared', trajectory_groups: [{ trajectories }] };
    await server.call('POST', `/preview/models/${toys.rl.id}/log`, body);
    const { id } = (await list('split=compared&sort=lowest_reward')).body.data[0];
    const worker = visit.page.waitForEvent('worker');
    await visit.goTo(`#/trajectories/${toys.rl.id}/${id}?tab=diff`);
    expect((await worker).url()).toMatch(/\/app\/diff-worker-\w+\.js$/);
    await visit.page.getByRole('button', { name: /^Show more: 40,0\d\d characters/ }).click();
    await expect.poll(() => visit.page.locator('.diff del').allInnerTexts()).toEqual(['badly']);
    expect(await visit.page.locator('.diff ins').allInnerTexts()).toEqual(['well']);
    await expect.poll(() => visit.page.workers().length).toBe(0);
    expect(visit.faults).toEqual([]);
  });

  test('tokens show the numbers of the gradient step, and concatenate to the text', async () => {
    const jobs = (await server.call('GET', `/preview/training-jobs?model_id=${toys.rl.id}`)).body.data;
    const { data } = (await list(`job_id=${jobs[0].id}&group=1`)).body;
    const kept = data.find(({ has_tokens }: { has_tokens: boolean }) => has_tokens);
    const path = `/preview/models/${toys.rl.id}/trajectories/${kept.id}/tokens`;
    const sequence = (await server.call('GET', path)).body;
    await visit.goTo(`#/trajectories/${toys.rl.id}/${kept.id}?tab=tokens`);
    const shown = visit.page.locator('.tokens');
    const text = (await shown.textContent())!.replaceAll('↵', '');
    const bytes = sequence.bytes.map((base64: string) => Buffer.from(base64, 'base64'));
    expect(text).toBe(Buffer.concat(bytes).toString());
    // The question ends with a character that several tokens share.
    expect(text).toContain(`blue ${emoji}`);
    expect(bytes.some((token: Buffer) => token.includes(emoji))).toBe(false);
    expect(await shown.locator('[data-token]', { hasText: emoji }).textContent()).toBe(emoji);
    const trained = sequence.mask.indexOf(1);
    await shown.focus();
    for (let place = 0; place <= trained; place++) await visit.page.keyboard.press('ArrowRight');
    await visit.page.keyboard.press('ArrowLeft');
    const facts = await visit.page.locator('.token-facts dl').innerText();
    expect(facts).toContain(`token id\n${sequence.ids[trained]}`);
    expect(facts).toContain(`ratio\n${Number(sequence.ratios[trained].toPrecision(4))}`);
    expect(facts).toContain(`(${Number(sequence.sampled_logprobs[trained].toPrecision(4))})`);
    for (const colour of [
      'Ratio',
      'Entropy',
      'Trained or context',
      'Log-probability at training',
      'Reward in its group',
      'Advantage',
    ]) {
      await visit.page.getByLabel('Colour').selectOption({ label: colour });
      expect(await shown.locator(`[data-token="${trained}"]`).getAttribute('class')).toMatch(/tok-[sd]\d/);
    }
    expect(visit.page.url()).toContain('colour=advantage');
  });

  test('a trajectory opens in the playground with its prompt', async () => {
    const { data } = (await list('outcome=trained&limit=1')).body;
    await visit.goTo(`#/trajectories/${toys.rl.id}/${data[0].id}`);
    await visit.page.getByRole('button', { name: 'Open in the playground' }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
    expect(await visit.page.getByLabel('Message 1', { exact: true }).inputValue()).toMatch(/^(red|blue|hot)/);
  });

  /** Returns the server's answer for a trajectory of this many tokens. */
  function manyTokens(count: number): object {
    const all = <T>(value: T) => Array<T>(count).fill(value);
    const place = Array.from({ length: count }, (_, index) => index);
    return {
      ...{ sequence: 0, sequences: 1, gradient_step: 1, advantage: 1, weight: 1, ids: place },
      bytes: place.map((index) => Buffer.from(` w${index}`).toString('base64')),
      mask: place.map((index) => (index < 100 ? 0 : 1)),
      sampled_logprobs: place.map((index) => -(index % 60) / 10),
      ...{ logprobs: all(-1), ratios: all(1.1), entropies: all(0.5), clipped: all(0) },
    };
  }

  test('16,000 tokens are shown within 5 s, and the cursor moves within 250 ms', async () => {
    const { data } = (await list('outcome=trained&limit=1')).body;
    await visit.page.route('**/tokens*', (route) => route.fulfill({ json: manyTokens(16_000) }));
    await visit.goTo(`#/trajectories/${toys.rl.id}/${data[0].id}`);
    const start = Date.now();
    await visit.page.getByRole('link', { name: 'Tokens' }).click();
    await visit.page.locator('[data-token="15999"]').waitFor({ state: 'attached' });
    const shown = Date.now() - start;
    const moves = (await visit.page.evaluate(`(async () => {
      const view = document.querySelector('.tokens');
      view.focus();
      const start = performance.now();
      for (let move = 0; move < 20; move++) {
        view.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        await new Promise((done) => requestAnimationFrame(done));
      }
      return (performance.now() - start) / 20;
    })()`)) as number;
    console.log(`16,000 tokens: ${shown} ms to show, ${moves.toFixed(0)} ms a move`);
    expect(shown).toBeLessThan(5_000);
    expect(moves).toBeLessThan(250);
    await visit.page.unroute('**/tokens*');
  });

  test('a list of 10,000 trajectories has at most 100 rows in the document', async () => {
    const { data } = (await list('limit=1')).body;
    let asked = 0;
    await visit.page.route('**/trajectories?*', (route) => {
      const before = Number(new URL(route.request().url()).searchParams.get('after') ?? 0);
      asked = Math.max(asked, before + 1);
      const page = Array.from({ length: 1_000 }, (_, row) => ({ ...data[0], id: `row-${before}-${row}` }));
      const rest = { has_more: before < 9, first_id: '', last_id: String(before + 1) };
      return route.fulfill({ json: { object: 'list', data: page, ...rest } });
    });
    await visit.goTo(`#/runs/${toys.rl.runId}?tab=trajectories&sort=oldest`);
    const box = visit.page.locator('.virtual');
    await box.waitFor();
    const rows = visit.page.locator('.trajectory-row');
    const all = visit.page.getByText('10,000 trajectories');
    await expect
      .poll(async () => {
        await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        expect(await rows.count()).toBeLessThanOrEqual(100);
        return all.count();
      })
      .toBe(1);
    expect(asked).toBe(10);
    await visit.page.unroute('**/trajectories?*');
  });
}
