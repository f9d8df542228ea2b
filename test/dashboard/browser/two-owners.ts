import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newKey } from '../../abuse/abuse-server.ts';
import { type Caller, callerOf } from '../../api/test-server.ts';
import { browser, server } from './fixture.ts';
import { newToyModel, rlJob, type ToyModel } from './toy-runs.ts';
import { Visit } from './visit.ts';

interface Owner {
  /** Word that occurs in all names and texts of this owner, and in none of the other's. */
  word: string;
  caller: Caller;
  model: ToyModel;
  job: string;
  trajectory: string;
}

export function twoOwners(): void {
  let ann: Owner;
  let bob: Owner;

  beforeAll(async () => {
    [ann, bob] = await Promise.all([createOwner('zanzibar'), createOwner('byzantium')]);
  });

  async function createOwner(word: string): Promise<Owner> {
    const key = await newKey(server, { owner: `${word}-owner`, scopes: ['chat', 'train', 'metrics'] });
    const caller = callerOf(server.baseUrl, key);
    const model = await newToyModel(caller, `${word}-project`, `${word}-model`);
    const job = await rlJob(caller, model, 1);
    await caller.call('POST', '/preview/artifacts', { name: `${word}-data` });
    const messages_and_choices = [
      { role: 'user', content: `${word} asked` },
      { role: 'assistant', content: `${word} answered` },
    ];
    const trajectory_groups = [{ trajectories: [{ messages_and_choices, reward: 0.1 }] }];
    await caller.call('POST', `/preview/models/${model.id}/log`, { split: word, trajectory_groups });
    const { body } = await caller.call('GET', `/preview/models/${model.id}/trajectories?split=${word}`);
    return { word, caller, model, job, trajectory: body.data[0].id };
  }

  const idsOf = ({ model, job, trajectory }: Owner) => [model.id, model.runId, job, trajectory];

  /** Records all API answers that the page receives, except the stream of updates. */
  function noteAnswers(page: Page): () => Promise<string> {
    const texts: Promise<string>[] = [];
    page.on('response', (response) => {
      const isRead = response.url().includes('/v1/') && !response.url().includes('/updates');
      if (isRead) texts.push(response.text().catch(() => ''));
    });
    return async () => (await Promise.all(texts)).join('\n');
  }

  /** Returns every page, with a text of the owner on it; null if it shows none. */
  function pagesOf({ model, job, trajectory, word }: Owner): [hash: string, own: string | null][] {
    return [
      ['#/', `${word}-model`],
      ['#/runs', `${word}-model`],
      [`#/runs/${model.runId}`, `${word}-model`],
      [`#/runs/${model.runId}?tab=trajectories`, `${word} answered`],
      [`#/runs/${model.runId}?tab=config`, `${word}-model`],
      [`#/trajectories/${model.id}/${trajectory}`, `${word} answered`],
      ['#/playground', `${word}-model`],
      ['#/models', `${word}-model`],
      [`#/models/${model.id}`, `${word}-model`],
      ['#/data', `${word}-data`],
      ['#/jobs', `${word}-model`],
      [`#/jobs/${job}`, `${word}-model`],
      ['#/system', `${word}-owner`],
    ];
  }

  test('neither sees or receives any data of the other on any page', async () => {
    const lookAround = async (self: Owner, other: Owner) => {
      const visit = await Visit.begin(browser, server);
      const answers = noteAnswers(visit.page);
      await visit.signIn(self.caller.key);
      for (const [hash, own] of pagesOf(self)) {
        await visit.goTo(hash);
        if (own !== null) await expect.poll(() => visit.page.content(), { message: hash }).toContain(own);
        const shown = await visit.page.content();
        for (const secret of [other.word, ...idsOf(other)]) expect(shown, hash).not.toContain(secret);
      }
      const sent = await answers();
      for (const own of [self.word, ...idsOf(self)]) expect(sent).toContain(own);
      for (const secret of [other.word, ...idsOf(other)]) expect(sent).not.toContain(secret);
      await visit.end();
    };
    await Promise.all([lookAround(ann, bob), lookAround(bob, ann)]);
  });

  test('updates are sent to their owner only', async () => {
    const [hers, his] = await Promise.all([Visit.begin(browser, server), Visit.begin(browser, server)]);
    const [toAnn, toBob] = [await hers.noteStreams(), await his.noteStreams()];
    for (const [visit, { caller, model }] of [
      [hers, ann],
      [his, bob],
    ] as const) {
      await visit.signIn(caller.key);
      await visit.page.locator('.liveness', { hasText: 'Live' }).waitFor();
      await visit.goTo(`#/runs/${model.runId}?metrics=val/reward&x=step`);
      await visit.page.getByText('In words and numbers').first().click();
    }
    const points = (visit: Visit) => visit.page.locator('figure').first().locator('tbody tr').count();
    await expect.poll(() => points(his)).toBe(1);
    await expect.poll(() => points(hers)).toBe(1);
    // Waits until no request is in flight.
    await Promise.all([hers.settle(), his.settle()]);
    const asked: string[] = [];
    his.page.on('request', (request) => asked.push(request.url()));
    await rlJob(ann.caller, ann.model, 2);
    await expect.poll(() => points(hers)).toBe(2);
    expect((await toAnn()).flatMap(({ updates }) => updates).length).toBeGreaterThan(3);
    expect(asked).toEqual([]);
    await rlJob(bob.caller, bob.model, 2);
    await expect.poll(() => points(his)).toBe(2);
    const told = (await toBob()).flatMap(({ updates }) => updates);
    expect(told.length).toBeGreaterThan(3);
    for (const update of told) {
      expect(idsOf(ann)).not.toContain(update.id);
      expect(update.model_id ?? bob.model.id).toBe(bob.model.id);
    }
    await Promise.all([hers.end(), his.end()]);
  });

  test('the address of a page of the other shows not found, with a link back to the list', async () => {
    const visit = await Visit.signedIn(browser, bob.caller);
    for (const [hash, title, list] of [
      [`#/runs/${ann.model.runId}`, 'The run is not there', 'Runs'],
      [`#/runs/${ann.model.runId}?tab=trajectories`, 'The run is not there', 'Runs'],
      [`#/trajectories/${ann.model.id}/${ann.trajectory}`, 'The trajectory is not there', 'Runs'],
      // Not with a model of their own either.
      [`#/trajectories/${bob.model.id}/${ann.trajectory}`, 'The trajectory is not there', 'Runs'],
      [`#/compare?runs=${bob.model.runId},${ann.model.runId}`, 'One of the runs is not there', 'Runs'],
      [`#/jobs/${ann.job}`, 'The job is not there', 'Jobs'],
      [`#/models/${ann.model.id}`, 'The model is not there', 'Models'],
    ] as const) {
      await visit.goTo(hash);
      await visit.page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await visit.page.title()).toBe(`${title} · Daybreak`);
      expect(await visit.page.getByRole('alert').innerText()).toMatch(/not|no /);
      expect(await visit.page.content()).not.toContain(ann.word);
      await visit.page.locator('main').getByRole('link', { name: list }).click();
      await visit.page.getByRole('heading', { level: 1, name: list, exact: true }).waitFor();
    }
    await visit.goTo(`#/runs/${ann.model.runId}`);
    await visit.picture('not-there');
    expect(await visit.barriers()).toEqual([]);
    visit.allow('404');
    await visit.end();
  });

  test('signing in in the tab of the other shows none of their data, even before the server answers', async () => {
    const visit = await Visit.begin(browser, server);
    await visit.signIn(ann.caller.key);
    await visit.goTo('#/playground');
    await visit.page.getByLabel('Message 1', { exact: true }).fill(`${ann.word} asks`);
    await visit.goTo('#/runs');
    const { token } = JSON.parse((await visit.page.evaluate(`sessionStorage['daybreak.session']`)) as string);
    await server.call('DELETE', '/preview/sessions/current', undefined, { authorization: `Bearer ${token}` });
    // This page is not loaded yet, so it asks the server.
    await visit.page.evaluate(`location.hash = '#/data'`);
    await visit.page.getByText('Your session has ended').waitFor();
    // Anything shown before the server answers comes from the tab's memory.
    const { promise: letGo, resolve: go } = Promise.withResolvers<void>();
    await visit.page.route(/preview\/(runs|training-jobs|models|artifacts)/, async (route) => {
      await letGo;
      await route.continue();
    });
    await visit.page.getByLabel('API key').fill(bob.caller.key);
    await visit.page.getByRole('button', { name: 'Sign in' }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'Data' }).waitFor();
    for (const hash of ['#/data', '#/runs', '#/jobs', '#/models', '#/playground']) {
      await visit.page.evaluate(`location.hash = '${hash}'`);
      await visit.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      expect(await visit.page.content()).not.toContain(ann.word);
    }
    expect(await visit.page.getByLabel('Message 1', { exact: true }).inputValue()).toBe('');
    expect(await visit.page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(ann.word);
    go();
    visit.allow('401');
    await visit.end();
  });
}
