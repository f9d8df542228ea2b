import { afterEach, expect, test } from 'vitest';
import { browser, server } from './fixture.ts';
import { Visit } from './visit.ts';

export function signIn(): void {
  let visit: Visit | undefined;

  afterEach(async () => {
    await visit?.end();
    visit = undefined;
  });

  const stored = (on: Visit) =>
    on.page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    ) as Promise<string>;
  const overview = (on: Visit) => on.page.getByRole('heading', { level: 1, name: 'Overview' });

  test('the link of the start message signs in once, and its code is removed from the address', async () => {
    visit = await Visit.begin(browser, server);
    await visit.page.goto(`${visit.origin}/app#code=${server.signInCode}`);
    await overview(visit).waitFor();
    expect(visit.page.url()).not.toContain(server.signInCode);
    expect(await visit.page.evaluate('history.length')).toBeLessThanOrEqual(2);
    expect(await stored(visit)).not.toContain(server.signInCode);
    await visit.page.reload();
    await overview(visit).waitFor();

    const second = await Visit.begin(browser, server);
    await second.page.goto(`${second.origin}/app#code=${server.signInCode}`);
    await second.page.getByRole('alert').getByText('This link was used already or is older than 5 minutes').waitFor();
    expect(second.page.url()).not.toContain(server.signInCode);
    expect(await second.page.evaluate('document.activeElement.id')).toBe('key');
    second.allow('401');
    await second.end();
  });

  test('an API key signs in, and the browser stores only a session', async () => {
    visit = await Visit.begin(browser, server);
    await visit.signIn(server.key);
    expect(await stored(visit)).not.toContain(server.key);
    expect(await visit.page.content()).not.toContain(server.key);
    const kept = JSON.parse((await visit.page.evaluate(`sessionStorage['daybreak.session']`)) as string);
    expect(Date.parse(kept.expires) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
    expect(kept.token).not.toBe(server.key);
  });

  test('a wrong key shows an error and clears the field', async () => {
    visit = await Visit.begin(browser, server);
    await visit.page.goto(`${visit.origin}/app`);
    await visit.page.getByLabel('API key').fill('wrong');
    await visit.page.getByRole('button', { name: 'Sign in' }).click();
    await visit.page.getByRole('alert').waitFor();
    expect(await visit.page.getByLabel('API key').inputValue()).toBe('');
    visit.allow('401');
  });

  test('signing out ends the session on the server too', async () => {
    visit = await Visit.begin(browser, server);
    await visit.signIn(server.key);
    const { token } = JSON.parse((await visit.page.evaluate(`sessionStorage['daybreak.session']`)) as string);
    await visit.page.getByRole('button', { name: 'Sign out' }).click();
    await visit.page.getByLabel('API key').waitFor();
    expect(await stored(visit)).not.toContain(token);
    const answer = await server.call('GET', '/preview/key', undefined, { authorization: `Bearer ${token}` });
    expect(answer.status).toBe(401);
  });

  test('a second tab shares the session, and signing out ends it there too', async () => {
    visit = await Visit.begin(browser, server);
    await visit.signIn(server.key);
    const other = await visit.page.context().newPage();
    await other.goto(`${visit.origin}/app#/jobs`);
    await other.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    expect(await other.evaluate('JSON.stringify(localStorage)')).not.toContain('token');
    await visit.page.getByRole('button', { name: 'Sign out' }).click();
    await other.getByText('You signed out in another tab.').waitFor();
  });

  test('after a session ends, signing in again returns to the same page', async () => {
    visit = await Visit.begin(browser, server);
    await visit.signIn(server.key);
    await visit.goTo('#/models');
    const { token } = JSON.parse((await visit.page.evaluate(`sessionStorage['daybreak.session']`)) as string);
    await server.call('DELETE', '/preview/sessions/current', undefined, { authorization: `Bearer ${token}` });
    // This page is not loaded yet, so it asks the server.
    await visit.page.evaluate(`location.hash = '#/data'`);
    await visit.page.getByText('Your session has ended').waitFor();
    await visit.page.getByLabel('API key').fill(server.key);
    await visit.page.getByRole('button', { name: 'Sign in' }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'Data' }).waitFor();
    visit.allow('401');
  });
}
