import { beforeAll, expect, test } from 'vitest';
import { isLong } from '../../tier.ts';
import { browser, server, toyRuns, trajectoryAddresses } from './fixture.ts';
import type { ToyRuns } from './toy-runs.ts';
import { Visit } from './visit.ts';

/** One page of each layout, which `npm test` checks in both themes. The long tier checks all pages. */
const everyday = ['overview', 'run', 'config', 'compare', 'playground', 'data', 'job', 'system', 'no-page', 'tokens'];

export function pages(): void {
  let toys: ToyRuns;

  beforeAll(async () => {
    toys = await toyRuns();
  });

  /** Returns the address of every page, by the name of its screenshot. */
  async function addresses(): Promise<Record<string, string>> {
    const { rl, other, sft } = toys;
    const jobs = (await server.call('GET', `/preview/training-jobs?model_id=${rl.id}`)).body.data;
    return {
      overview: '#/',
      runs: '#/runs',
      run: `#/runs/${rl.runId}`,
      'run-smoothed': `#/runs/${rl.runId}?large=reward&smooth=0.6`,
      'run-by-time': `#/runs/${rl.runId}?x=time`,
      'run-of-sft': `#/runs/${sft.runId}`,
      checkpoints: `#/runs/${rl.runId}?tab=checkpoints`,
      'samples-form': `#/runs/${rl.runId}?tab=samples`,
      'run-jobs': `#/runs/${rl.runId}?tab=jobs`,
      config: `#/runs/${rl.runId}?tab=config`,
      compare: `#/compare?runs=${rl.runId},${other.runId}`,
      playground: `#/playground?models=${encodeURIComponent(`toy,${rl.name}`)}`,
      models: '#/models',
      model: `#/models/${rl.id}`,
      data: '#/data',
      jobs: '#/jobs',
      job: `#/jobs/${jobs[0].id}`,
      system: '#/system',
      'no-page': '#/nowhere',
      ...(await trajectoryAddresses(rl)),
    };
  }

  test('have no error and no accessibility violation in the light and dark themes', async () => {
    const visit = await Visit.begin(browser, server);
    await visit.lookInBothThemes('sign-in', async () => {
      await visit.page.goto(`${visit.origin}/app`);
      await visit.page.getByLabel('API key').waitFor();
    });
    await visit.signIn(server.key);
    const left = Object.entries(await addresses()).filter(([name]) => isLong || everyday.includes(name));
    const lookAtRest = async (visit: Visit) => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [name, hash] = next;
        await visit.lookInBothThemes(name, () => visit.goTo(hash));
      }
      return visit;
    };
    // Two visits at once, since a page waits for the server.
    const api = await Visit.signedIn(browser, server);
    const lookAtApi = async () => {
      await api.lookInBothThemes('api', async () => {
        await api.page.goto(`${api.origin}/docs`);
        await api.page.locator('.opblock').first().waitFor();
      });
      await api.page.goto(`${api.origin}/app`);
      return lookAtRest(api);
    };
    for (const one of await Promise.all([lookAtRest(visit), lookAtApi()])) await one.end();
  });

  test('compared runs chart a metric by step if it has no gradient steps, and at most 8 runs', async () => {
    const { rl, other } = toys;
    const ids = [rl.runId, other.runId];
    const read = async (id: string, what: string) => (await server.call('GET', `/preview/runs/${id}/${what}`)).body;
    const named = await Promise.all(ids.map(async (id) => (await read(id, 'metrics')).data));
    // Metrics logged for a split belong to a step, and to no gradient step.
    const all = new Set(named.flat().map(({ name }: { name: string }) => name));
    const names = [...all].filter((name) => name.startsWith('val/'));
    const query = `metrics=${names.map(encodeURIComponent).join(',')}`;
    const having = async (x: string) => {
      const series = await Promise.all(ids.map((id) => read(id, `series?${query}&x=${x}`)));
      return new Set(names.filter((name) => series.some(({ metrics }) => metrics[name].x.length > 0)));
    };
    const [own, byStep] = [await having('gradient_step'), await having('step')];
    const fallen = names.filter((name) => !own.has(name) && byStep.has(name));
    expect(fallen).not.toEqual([]);
    const visit = await Visit.signedIn(browser, server);
    await visit.goTo(`#/compare?runs=${ids}&metrics=${encodeURIComponent(fallen[0]!)}`);
    const chart = visit.page.locator('figure', { has: visit.page.getByText(fallen[0]!, { exact: true }) });
    await chart.getByText('by step', { exact: true }).waitFor();
    await visit.goTo(`#/compare?runs=${Array(9).fill(rl.runId)}`);
    await visit.page.getByText('1 more are left out: 8 are compared at a time.').waitFor();
    await visit.end();
  });

  test('compared runs list the differences of their configurations, and open in one playground', async () => {
    const { rl, other } = toys;
    const visit = await Visit.signedIn(browser, server);
    await visit.goTo(`#/compare?runs=${rl.runId},${other.runId}`);
    const table = visit.page.locator('table', { has: visit.page.getByText('What differs') });
    await table.waitFor();
    const rows = (await table.locator('tbody tr').allInnerTexts()).map((row) => row.split('\t'));
    expect(rows).toEqual([
      ['name', 'adder', 'adder-slow'],
      ['jobs', '3', '2'],
      ['config.learning_rate', '0.001', '0.0001'],
    ]);
    await visit.page.getByText(/^\d+ more are the same in all\.$/).waitFor();
    await visit.page.getByRole('link', { name: 'Ask them the same' }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
    for (const [place, { name }] of [rl, other].entries()) {
      expect(await visit.page.getByLabel(`Model of column ${place + 1}`).inputValue()).toBe(name);
    }
    await visit.end();
  });

  test('the overview alerts to failed jobs, a full disk, a software driver, failed checks, and warnings', async () => {
    const visit = await Visit.signedIn(browser, server);
    const { device } = (await server.call('GET', '/system-check')).body;
    const alerts = visit.page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
    const software = device.fallback ? ['A software driver computes'] : [];
    const heard = async (...begins: string[]) => {
      const all = [...begins, ...software];
      await expect.poll(() => alerts.count()).toBe(all.length);
      const texts = await alerts.allInnerTexts();
      for (const [place, begin] of all.entries()) expect(texts[place]).toContain(begin);
    };
    await visit.goTo('#/');
    await heard();
    const jobs = await server.call('GET', '/preview/training-jobs?limit=1');
    const failed = (hours: number, place: number) => ({
      ...{ ...jobs.body.data[0], id: `job-${place}`, status: 'failed', error_message: `fault ${place}` },
      training_end: new Date(Date.now() - hours * 3_600_000).toISOString(),
    });
    await visit.page.route('**/training-jobs?*', (route) => {
      const data = [1, 2, 3, 23, 25].map(failed);
      return route.fulfill({ json: { object: 'list', data, has_more: false, first_id: '', last_id: '' } });
    });
    await visit.page.route('**/preview/stats', async (route) => {
      const response = await route.fetch();
      const disk = { total_bytes: 1e12, free_bytes: 1e10, reserve_bytes: 1e9 };
      return route.fulfill({ response, json: { ...(await response.json()), disk } });
    });
    await visit.page.reload();
    await heard('The disk is nearly full', 'fault 0', 'fault 1', 'fault 2', '1 more job failed within a day.');
    // The server's answer while the compute process restarts.
    const message = 'the compute process is starting again';
    const error = { message, type: 'server_error', param: null, code: 'compute_unavailable' };
    await visit.page.route('**/system-check', async (route) => {
      const works = await (await route.fetch()).json();
      const gpu_queue = { success: false, duration: 0.003, errors: [message] };
      const warnings = ['A worker is not heard here.'];
      const down = { gpu_queue, device: null, training: null, models: [], warnings };
      const json = { ...works, error, detail: message, ...down };
      return route.fulfill({ status: 503, json });
    });
    software.length = 0;
    await visit.page.reload();
    const shown = [`gpu queue does not work: ${message}`, 'A worker is not heard', 'The disk', 'fault 0', 'fault 1'];
    await heard(...shown, 'fault 2', '1 more job');
    await visit.goTo('#/system');
    await visit.page.locator('.card', { hasText: 'GPU queue' }).getByText(message).waitFor();
    visit.allow('503');
    await visit.goTo('#/');
    await visit.page.getByRole('list', { name: 'Alerts' }).getByRole('link', { name: 'All', exact: true }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    expect(visit.page.url()).toContain('state=failed');
    await visit.end();
  });

  test('no page scrolls sideways on a phone of 320 px, at 200 % zoom, or at 4K', async () => {
    const [all, trajectories] = [await addresses(), await trajectoryAddresses(toys.rl)];
    const kinds = {
      phone: { viewport: { width: 320, height: 640 } },
      zoomed: { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
      large: { viewport: { width: 3840, height: 2160 } },
    };
    const look = async ([kind, options]: [string, (typeof kinds)['phone']]) => {
      const visit = await Visit.signedIn(browser, server, options);
      const looked = isLong || kind === 'phone' ? Object.keys(all) : everyday;
      for (const [name, hash] of Object.entries(all).filter(([name]) => looked.includes(name))) {
        await visit.goTo(hash);
        const width = (await visit.page.evaluate('document.documentElement.scrollWidth')) as number;
        expect(width, `${name}, ${kind}`).toBeLessThanOrEqual(options.viewport.width);
        if (kind === 'phone' && name in trajectories) expect(await visit.barriers(), name).toEqual([]);
        if (['overview', 'run', 'playground', 'tokens'].includes(name)) await visit.picture(`${name}-${kind}`);
      }
      await visit.end();
    };
    await Promise.all(Object.entries(kinds).map(look));
  });

  test('on a phone the first screen of a run shows its health, and at 390 px also its first chart', async () => {
    for (const [width, height] of [
      [390, 844],
      [320, 640],
    ] as const) {
      const visit = await Visit.signedIn(browser, server, { viewport: { width, height }, hasTouch: true });
      await visit.goTo(`#/runs/${toys.rl.runId}`);
      await visit.picture(`run-first-screen-${width}`);
      const health = (await visit.page.locator('.health').boundingBox())!;
      expect(health.y + health.height).toBeLessThan(height);
      const chart = (await visit.page.locator('figure .plot').first().boundingBox())!;
      if (width === 390) expect(chart.y + chart.height * 0.8).toBeLessThan(height);
      await visit.end();
    }
  });

  test('with prefers-reduced-motion the first page has no animation', async () => {
    const visit = await Visit.signedIn(browser, server, { reducedMotion: 'reduce' });
    expect(await visit.page.evaluate('document.getAnimations().length')).toBe(0);
    await visit.end();
  });

  test('a chart describes its curve in words and numbers, and its cursor moves by keys', async () => {
    const visit = await Visit.signedIn(browser, server);
    await visit.goTo(`#/runs/${toys.sft.runId}`);
    expect(await visit.page.locator('details', { hasText: /^Constant/ }).getAttribute('open')).toBeNull();
    const chart = visit.page.locator('figure', { has: visit.page.getByText('loss', { exact: true }) });
    const { body } = await server.call('GET', `/preview/runs/${toys.sft.runId}/series?metrics=loss`);
    const losses: number[] = body.metrics.loss.mean;
    await chart.getByText('In words and numbers').click();
    expect(await chart.locator('details p').innerText()).toMatch(/^loss fell from .* over 12 values/);
    const rows = await chart.locator('tbody tr').allInnerTexts();
    expect(rows).toHaveLength(losses.length);
    expect(rows[0]).toContain(String(Number(losses[0]!.toPrecision(4))));
    await chart.locator('.plot').focus();
    await visit.page.keyboard.press('Home');
    await expect.poll(() => chart.locator('.chart-value').innerText()).toContain('gradient step 1:');
    await visit.page.keyboard.press('ArrowRight');
    await expect.poll(() => chart.locator('.chart-value').innerText()).toContain('gradient step 2:');
    await visit.end();
  });

  test('a zoom is kept in the address, survives a reload, and can be reset', async () => {
    const visit = await Visit.signedIn(browser, server);
    await visit.goTo(`#/runs/${toys.sft.runId}?metrics=loss`);
    const plot = visit.page.locator('.plot .u-over').first();
    const box = (await plot.boundingBox())!;
    await visit.page.mouse.move(box.x + box.width * 0.25, box.y + 40);
    await visit.page.mouse.down();
    await visit.page.mouse.move(box.x + box.width * 0.6, box.y + 40, { steps: 5 });
    await visit.page.mouse.up();
    await expect.poll(() => visit.page.url()).toMatch(/from=3&to=8/);
    await visit.page.reload();
    await visit.settle();
    const { body } = await server.call('GET', `/preview/runs/${toys.sft.runId}/series?metrics=loss&from=3&to=8`);
    await visit.page.getByText('In words and numbers').first().click();
    const rows = visit.page.locator('figure').first().locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(body.metrics.loss.x.length);
    await visit.page.getByRole('button', { name: 'Reset zoom' }).click();
    await expect.poll(() => visit.page.url()).not.toMatch(/from=/);
    await visit.end();
  });

  test('a point of a chart links to the job that produced it', async () => {
    const visit = await Visit.signedIn(browser, server);
    await visit.goTo(`#/runs/${toys.sft.runId}?metrics=loss`);
    await visit.page
      .locator('.plot .u-over')
      .first()
      .click({ position: { x: 60, y: 40 } });
    await visit.page.getByRole('link', { name: 'its job' }).waitFor();
    await visit.page.locator('.toolbar select').first().selectOption('time');
    await expect.poll(() => visit.page.getByRole('link', { name: 'its job' }).count()).toBe(0);
    await visit.page.locator('.toolbar select').first().selectOption('gradient_step');
    await visit.settle();
    await visit.page
      .locator('.plot .u-over')
      .first()
      .click({ position: { x: 60, y: 40 } });
    await visit.page.getByRole('link', { name: 'its job' }).click();
    await visit.page.getByRole('heading', { level: 1, name: /^[0-9a-f]{8}$/ }).waitFor();
    await visit.end();
  });

  test('the system page shows the request limits and the owner’s usage', async () => {
    const visit = await Visit.signedIn(browser, server);
    await visit.goTo('#/system');
    await visit.page.getByText('The largest request of each operation').click();
    const fact = (name: string) => visit.page.locator('.fact', { has: visit.page.getByText(name, { exact: true }) });
    expect(await fact('Create an RL training job').locator('dd').innerText()).toBe('256 MiB');
    const models = (await server.call('GET', '/preview/models')).body.data.length;
    expect(await fact('Models of the owner').locator('dd').innerText()).toBe(String(models));
    await visit.end();
  });

  test('HTML and invisible characters in names are shown as text', async () => {
    const { body } = await server.call('POST', '/preview/models', {
      ...{ project: 'hostile', name: '<img src=x onerror=alert(1)> a\u202eb', base_model: 'toy' },
    });
    const visit = await Visit.signedIn(browser, server);
    await visit.goTo('#/models');
    const link = visit.page.getByRole('link', { name: '<img src=x onerror=alert(1)>' });
    expect(await link.innerText()).toBe('<img src=x onerror=alert(1)> aU+202Eb');
    await visit.goTo(`#/models/${body.id}`);
    expect(await visit.page.locator('h1 .hidden-char').innerText()).toBe('U+202E');
    await server.call('DELETE', `/preview/models/${body.id}`);
    await visit.end();
  });
}
