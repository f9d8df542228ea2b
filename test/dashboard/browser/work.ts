import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { browser, server, toyRuns } from './fixture.ts';
import { newToyModel, type ToyRuns, toyGroups } from './toy-runs.ts';
import { Visit } from './visit.ts';

/** Tests the tasks of users at the dashboard, on the toy model with the real compute process. */
export function work(): void {
  let toys: ToyRuns;
  let visit: Visit;

  beforeAll(async () => {
    toys = await toyRuns();
    visit = await Visit.signedIn(browser, server, { acceptDownloads: true });
  });
  afterAll(() => visit?.end());
  afterEach(() => expect(visit.faults.splice(0)).toEqual([]));

  const question = 'red';

  async function directAnswer(model: string, seed: number): Promise<string> {
    const { body } = await server.call('POST', '/chat/completions', {
      ...{ model, messages: [{ role: 'user', content: question }], temperature: 0.7, max_tokens: 4, seed },
    });
    return body.choices[0].message.content;
  }

  test('two playground columns answer one prompt as direct calls with their models and seed do', async () => {
    const trained = `${toys.sft.name}:step1`;
    await visit.goTo(`#/playground?models=${encodeURIComponent(`toy,${trained}`)}`);
    await visit.page.getByLabel('Message 1', { exact: true }).fill(question);
    await visit.page.getByLabel('Most tokens').fill('4');
    await visit.page.getByLabel('Seed').fill('7');
    await visit.page.getByLabel('Seed').press('Tab');
    await visit.page.getByRole('button', { name: /^Ask/ }).click();
    await visit.page.getByRole('button', { name: 'Use as SFT row' }).nth(1).waitFor();
    for (const [place, model] of ['toy', trained].entries()) {
      const column = visit.page.getByRole('region', { name: `Column ${place + 1}` });
      const said = await column.locator('.tokens > :not(.tok-end)').allTextContents();
      expect(said.join('')).toBe(await directAnswer(model, 7));
      const facts = await column.locator('.answer-facts').innerText();
      expect(facts).toContain(place === 0 ? 'toy' : 'style/polite:step1');
      expect(facts).toMatch(/to first[\s\S]*tokens?[\s\S]*(stop|length)/);
    }
    const second = visit.page.getByRole('region', { name: 'Column 2' });
    expect(await second.locator('.tokens').textContent()).toContain('maybe');
    await second.locator('[data-token="0"]').hover();
    expect(await second.getByRole('list', { name: 'What else could stand here' }).locator('li').count()).toBe(5);
    await visit.picture('playground-answers');
    await second.getByRole('button', { name: 'Use as SFT row' }).click();
    const [download] = await Promise.all([
      visit.page.waitForEvent('download'),
      visit.page.getByRole('button', { name: 'Export JSONL' }).click(),
    ]);
    const lines = (await readFile((await download.path())!, 'utf8')).split('\n').map((line) => JSON.parse(line));
    expect(lines.map(({ model }) => model)).toEqual(['toy', trained]);
  });

  test('a third playground column can be added, asked and removed', async () => {
    const trained = `${toys.sft.name}:step1`;
    const columns = visit.page.getByRole('region', { name: /^Column \d$/ });
    const add = visit.page.getByRole('button', { name: 'Add a column' });
    await visit.goTo(`#/playground?models=${encodeURIComponent(`toy,${toys.rl.name}`)}`);
    await add.click();
    expect(await columns.count()).toBe(3);
    expect(await add.isDisabled()).toBe(true);
    await visit.page.getByLabel('Model of column 3').selectOption(toys.sft.name);
    await visit.page.getByLabel('Step of column 3').selectOption('1');
    await visit.page.getByLabel('Message 1', { exact: true }).fill(question);
    await visit.page.getByLabel('Most tokens').fill('4');
    await visit.page.getByLabel('Seed').fill('7');
    await visit.page.getByLabel('Seed').press('Tab');
    await visit.page.getByRole('button', { name: /^Ask/ }).click();
    await visit.page.getByRole('button', { name: 'Use as SFT row' }).nth(2).waitFor();
    for (const [place, model] of ['toy', toys.rl.name, trained].entries()) {
      const said = await columns.nth(place).locator('.tokens > :not(.tok-end)').allTextContents();
      expect(said.join(''), model).toBe(await directAnswer(model, 7));
    }
    const tops = await columns.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    await visit.picture('playground-three');
    await visit.page.getByRole('button', { name: 'Remove column 2' }).click();
    expect(await columns.count()).toBe(2);
    expect(await visit.page.getByLabel('Model of column 2').inputValue()).toBe(toys.sft.name);
    expect(visit.page.url()).toContain(encodeURIComponent(`toy,${trained}`));
  });

  test('stopping a question ends it without sending another', async () => {
    const asked: string[] = [];
    await visit.page.route('**/chat/completions', (route) => void asked.push(route.request().url()));
    await visit.goTo('#/playground?models=toy');
    await visit.page.getByLabel('Message 1', { exact: true }).fill(question);
    await visit.page.getByRole('button', { name: /^Ask/ }).click();
    await visit.page.getByRole('button', { name: 'Stop' }).click();
    await visit.page.getByText('stopped by you').waitFor();
    await visit.goTo(`#/runs/${toys.sft.runId}?tab=samples`);
    await visit.page.getByLabel('Prompt').fill(question);
    await visit.page.getByRole('button', { name: 'Ask' }).click();
    await visit.page.getByRole('button', { name: 'Stop' }).click();
    await visit.page.getByText('stopped by you').waitFor();
    await visit.page.getByRole('button', { name: 'Ask' }).waitFor();
    expect(asked).toHaveLength(2);
    await visit.page.unroute('**/chat/completions');
    await visit.goTo('#/playground');
    expect(await visit.page.getByLabel('Message 1', { exact: true }).inputValue()).toBe(question);
    expect(await visit.page.getByLabel('Model of column 1').inputValue()).toBe('toy');
  });

  test('the playground’s rows can be uploaded and trained on, and the job page shows its end', async () => {
    await visit.goTo('#/data');
    await visit.page.getByRole('button', { name: 'Use the 1 row of the playground' }).click();
    await visit.page.getByText('no fault').waitFor();
    await visit.page.getByRole('button', { name: 'Upload' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Model').selectOption({ label: 'style/untrained' });
    await dialog.getByLabel('Learning rate').fill('5');
    await dialog.getByText('The rate must be above 0, at most 1.').waitFor();
    await dialog.getByLabel('Learning rate').fill('5e-5');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await visit.page.getByRole('heading', { level: 1, name: /^[0-9a-f]{8}$/ }).waitFor();
    await visit.page.locator('.facts-line').getByText('succeeded').waitFor();
    await visit.page.getByRole('rowheader', { name: 'training ended' }).waitFor();
  });

  test('errors in a file are listed by line before any upload', async () => {
    const file = join(server.home, 'broken.jsonl');
    const good = '{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]}';
    await writeFile(file, [good, '{"messages": ', good, '{"messages": [{"role": "robot"}]}'].join('\n'));
    await visit.goTo('#/data');
    const uploads: string[] = [];
    visit.page.on('request', (request) => request.method() !== 'GET' && uploads.push(request.url()));
    await visit.page.getByLabel('JSONL file with conversations').setInputFiles(file);
    await visit.page.getByText('2 faults').waitFor();
    const rows = await visit.page.locator('.upload tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split('\t').slice(0, 2).join(':'))).toEqual(['2:14', '4:16']);
    expect(uploads).toEqual([]);
    await visit.picture('data-faults');
    await writeFile(file, ['{"trajectories": []}', '', '{"trajectories": [{"reward": "high"}]}'].join('\n'));
    await visit.page.getByLabel('JSONL file with trajectory groups').setInputFiles(file);
    const groups = visit.page.getByRole('region', { name: 'Trajectories' });
    await groups.getByText('1 fault').waitFor();
    expect(await groups.locator('tbody tr').innerText()).toMatch(/^3\t20\t.*reward: it must be a finite number$/);
    expect(await groups.getByRole('button', { name: 'Train on them' }).isDisabled()).toBe(true);
    expect(uploads).toEqual([]);
  });

  test('the trajectories of a file can be logged, and trained on with typed settings', async () => {
    const model = await newToyModel(server, 'style', 'by-hand');
    const file = join(server.home, 'groups.jsonl');
    await writeFile(file, (await toyGroups(server, model, 1)).map((group) => JSON.stringify(group)).join('\n'));
    await visit.goTo('#/data');
    const groups = visit.page.getByRole('region', { name: 'Trajectories' });
    const choose = () => groups.getByLabel('JSONL file with trajectory groups').setInputFiles(file);
    const dialog = visit.page.getByRole('dialog');
    await choose();
    await groups.getByText('3 groups, 18 trajectories, 18 answers with log-probabilities, no fault').waitFor();
    await groups.getByRole('button', { name: 'Only log them' }).click();
    await dialog.getByLabel('Model').selectOption({ label: 'style/by-hand' });
    await dialog.getByLabel('Split').fill('by-hand');
    await dialog.getByRole('button', { name: 'Log' }).click();
    await dialog.getByText(/^Logged at step 0: by-hand\//).waitFor();
    await dialog.getByRole('link', { name: 'Their trajectories' }).click();
    // The page with the file has the same text.
    await dialog.waitFor({ state: 'hidden' });
    await visit.page.getByText('18 trajectories').waitFor();
    await visit.goTo('#/data');
    await choose();
    await groups.getByRole('button', { name: 'Train on them' }).click();
    await dialog.getByLabel('Model').selectOption({ label: 'style/by-hand' });
    await dialog.getByLabel('Other settings').fill('{"loss_fn": ppo}');
    await dialog.getByText('Settings, line 1, column 13: a value must stand here').waitFor();
    await dialog.getByLabel('Other settings').fill('{"loss_fn": "ppo"}');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await visit.page.locator('.facts-line').getByText('succeeded').waitFor();
    const { body } = await server.call('GET', `/preview/training-jobs?model_id=${model.id}`);
    expect(body.data).toMatchObject([{ kind: 'rl', config: { learning_rate: 5e-6, loss_fn: 'ppo' } }]);
  });

  test('data at a URL is trained on without an upload', async () => {
    const { body } = await server.call('GET', '/preview/artifacts?order=desc');
    const { url } = body.data.find(({ name }: { name: string }) => name === 'playground');
    await visit.goTo('#/data');
    await visit.page.getByRole('button', { name: 'Train on data at an address' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Model').selectOption({ label: 'style/untrained' });
    await dialog.getByLabel('Address of the data').fill('ftp://host/train.jsonl');
    expect(await dialog.getByRole('button', { name: 'Start' }).isDisabled()).toBe(true);
    await dialog.getByText('The address must begin with https://').waitFor();
    await dialog.getByLabel('Address of the data').fill(url);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await visit.page.locator('.facts-line').getByText('succeeded').waitFor();
  });

  test('a long list shows the number of omitted rows, and more rows on demand', async () => {
    const { body } = await server.call('GET', '/preview/training-jobs?limit=1');
    await visit.page.route('**/training-jobs?*', (route) => {
      const page = Number(new URL(route.request().url()).searchParams.get('after') ?? 0);
      const data = Array.from({ length: 100 }, (_, row) => ({ ...body.data[0], id: `job-${page}-${row}` }));
      const rest = { has_more: page < 20, first_id: '', last_id: String(page + 1) };
      return route.fulfill({ json: { object: 'list', data, ...rest } });
    });
    await visit.goTo('#/jobs');
    const rows = visit.page.locator('tbody tr');
    await expect.poll(() => visit.page.locator('.toolbar [role=status]').innerText()).toBe('2,000 jobs');
    expect(await rows.count()).toBe(200);
    await visit.page.getByText('1,800 are not shown').waitFor();
    await visit.page.getByRole('button', { name: 'Show 200 more' }).click();
    await expect.poll(() => rows.count()).toBe(400);
    await visit.page.getByText('There are more than 2,000 jobs').waitFor();
    await visit.page.getByRole('button', { name: 'Read on' }).click();
    await expect.poll(() => visit.page.locator('.toolbar [role=status]').innerText()).toBe('2,100 jobs');
    await expect.poll(() => visit.page.getByText('There are more than').count()).toBe(0);
    await visit.page.unroute('**/training-jobs?*');
  });

  test('one prompt is sampled at every step of a run', async () => {
    await visit.goTo(`#/runs/${toys.sft.runId}?tab=samples`);
    await visit.page.getByLabel('Prompt').fill(question);
    await visit.page.getByRole('button', { name: 'Ask' }).click();
    await expect
      .poll(() =>
        visit.page
          .locator('.sample .answer-facts')
          .getByText(/stop|length/)
          .count(),
      )
      .toBe(2);
    const texts = await visit.page.locator('.sample .tokens').allTextContents();
    expect(texts[1]).toMatch(/^maybe/);
    expect(texts[1]).not.toBe(texts[0]);
    await visit.picture('samples');
  });

  test('a checkpoint downloads as PEFT files, which another model imports', async () => {
    await visit.goTo(`#/models/${toys.sft.id}`);
    expect(await visit.page.getByRole('button', { name: 'PEFT of step 0' }).isDisabled()).toBe(true);
    const row = visit.page.locator('tbody tr', { has: visit.page.getByLabel('Tick step 1') });
    const files: string[] = [];
    const saved = new Promise<void>((resolve) => {
      visit.page.on('download', async (download) => {
        const path = join(server.home, download.suggestedFilename());
        await download.saveAs(path);
        if (files.push(path) === 2) resolve();
      });
    });
    await row.getByRole('button', { name: 'PEFT' }).click();
    await saved;
    const fresh = await newToyModel(server, 'style', 'imported');
    await visit.goTo(`#/models/${fresh.id}`);
    await visit.page.getByText('Import an adapter').click();
    const config = files.find((path) => path.endsWith('.json'))!;
    const adapter = JSON.parse(await readFile(config, 'utf8'));
    await writeFile(config, JSON.stringify({ ...adapter, base_model_name_or_path: 'elsewhere/other' }));
    await visit.page.getByLabel('Files of the adapter').setInputFiles(files);
    await visit.page.getByRole('button', { name: 'Import' }).click();
    await visit.page.getByRole('alert').getByText('any_base_model').waitFor();
    visit.allow('422');
    await visit.page.getByLabel('any_base_model').check();
    await visit.page.getByRole('button', { name: 'Import' }).click();
    await visit.page.getByText('It is step 0 now.').waitFor();
    expect(await directAnswer(fresh.name, 1)).toMatch(/^maybe/);
    await visit.goTo('#/data');
    expect(await visit.page.getByRole('button', { name: 'Train on it: adapter-of-imported v0' }).isDisabled()).toBe(
      true,
    );
  });

  test('merged models download as safetensors and GGUF, and metrics as a TensorBoard file', async () => {
    const saved = async (button: string): Promise<[name: string, bytes: Buffer]> => {
      const download = visit.page.waitForEvent('download');
      await visit.page.getByRole('button', { name: button }).click();
      return [(await download).suggestedFilename(), await readFile((await (await download).path())!)];
    };
    const { body } = await server.call('GET', `/preview/runs/${toys.sft.runId}`);
    for (const hash of [`#/models/${toys.sft.id}`, `#/runs/${toys.sft.runId}`]) {
      await visit.goTo(hash);
      const [name, bytes] = await saved('TensorBoard');
      expect(name).toMatch(/^events\.out\.tfevents/);
      expect(bytes.includes('loss')).toBe(true);
    }
    await visit.goTo(`#/models/${toys.sft.id}`);
    const [name, bytes] = await saved('Merged of step 1');
    expect(name).toBe(`${body.name}-step1.tar`);
    expect(bytes.subarray(257, 262).toString()).toBe('ustar');
    expect(bytes.includes('model.safetensors')).toBe(true);
    await visit.page.getByLabel('Merged as').selectOption({ label: 'GGUF, q8_0' });
    const [ggufName, gguf] = await saved('Merged of step 1');
    expect(ggufName).toBe(`${body.name}-step1-Q8_0.gguf`);
    const path = `/preview/models/${toys.sft.id}/checkpoints/1/merged?format=gguf-q8_0`;
    const direct = await fetch(`${server.baseUrl}${path}`, { headers: { authorization: `Bearer ${server.key}` } });
    expect(gguf.toString('latin1', 0, 4)).toBe('GGUF');
    expect(gguf.equals(Buffer.from(await direct.arrayBuffer()))).toBe(true);
  });

  test('the retention settings of a model are shown, and can be changed', async () => {
    const model = await newToyModel(server, 'style', 'keeping');
    await visit.goTo(`#/models/${model.id}`);
    const said = visit.page.locator('[data-retention]');
    expect(await said.innerText()).toBe('kept: as the server is set');
    const dialog = visit.page.getByRole('dialog');
    const open = () => visit.page.getByRole('button', { name: 'Change what is kept' }).click();
    const save = dialog.getByRole('button', { name: 'Keep only these' });
    await open();
    await dialog.getByLabel('Multiples of').fill('100');
    await dialog.getByText('How many of the last are kept must be a whole number').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel('The last').fill('5');
    await dialog.getByLabel('Best by the metric').fill('val/loss');
    await dialog.getByLabel('Best are').selectOption({ label: 'the lowest values' });
    await dialog.getByLabel('Number of the best').fill('3');
    await save.click();
    await expect.poll(() => said.innerText()).toBe('kept: the last 5, multiples of 100, the best 3 by val/loss (min)');
    const kept = async () => (await server.call('GET', `/preview/models/${model.id}`)).body.retention;
    const keep_best = { metric: 'val/loss', mode: 'min', count: 3 };
    expect(await kept()).toEqual({ keep_last: 5, keep_every: 100, keep_best });
    await visit.picture('model-kept');
    await open();
    await dialog.getByLabel('The last').fill('2');
    await dialog.getByLabel('Multiples of').fill('');
    await dialog.getByLabel('Best by the metric').fill('');
    await save.click();
    await expect.poll(() => said.innerText()).toBe('kept: the last 2');
    expect(await kept()).toMatchObject({ keep_last: 2 });
    await open();
    await dialog.getByLabel('The last').fill('');
    await save.click();
    await expect.poll(() => said.innerText()).toBe('kept: as the server is set');
    expect(await kept()).toBe(null);
  });

  test('deleting a checkpoint or an artifact requires typing the name', async () => {
    const { body } = await server.call('GET', '/preview/models?order=desc');
    const { id } = body.data.find(({ name }: { name: string }) => name === 'untrained');
    const remove = async (button: string | RegExp, word: string) => {
      await visit.page.getByRole('button', { name: button }).click();
      const dialog = visit.page.getByRole('dialog');
      const go = dialog.getByRole('button', { name: 'Delete' });
      expect(await go.isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill(word);
      await go.click();
      await expect.poll(() => dialog.count()).toBe(0);
    };
    await visit.goTo(`#/models/${id}`);
    await visit.page.getByLabel('Tick step 1').check();
    await remove('Delete 1 checkpoint', 'untrained');
    await expect.poll(() => visit.page.getByLabel('Tick step 1').count()).toBe(0);
    const steps = (await server.call('GET', `/preview/models/${id}/checkpoints`)).body.data;
    expect(steps.map(({ step }: { step: number }) => step)).not.toContain(1);
    await visit.goTo('#/data');
    await remove('Delete playground v0', 'playground');
    await expect.poll(() => visit.page.getByRole('rowheader', { name: /playground/ }).count()).toBe(0);
    const artifacts = (await server.call('GET', '/preview/artifacts')).body.data;
    expect(artifacts.map(({ name }: { name: string }) => name)).not.toContain('playground');
  });

  test('dialogs fit a phone of 320 px and have no accessibility violation', async () => {
    await server.call('POST', '/preview/artifacts', { name: 'dialog' });
    const phone = await Visit.signedIn(browser, server, { viewport: { width: 320, height: 640 } });
    const name = 'groups.jsonl';
    const file = { name, mimeType: 'application/jsonl', buffer: Buffer.from('{"trajectories": [{"reward": 1}]}') };
    const chooseGroups = () => phone.page.getByLabel('JSONL file with trajectory groups').setInputFiles(file);
    const tick = () => phone.page.getByLabel('Tick step 1').check();
    const dialogs: [picture: string, hash: string, button: string | RegExp, before?: () => Promise<void>][] = [
      ['new-model', '#/models', 'New model'],
      ['delete-model', `#/models/${toys.sft.id}`, 'Delete the model'],
      ['retention', `#/models/${toys.sft.id}`, 'Change what is kept'],
      ['delete-checkpoint', `#/models/${toys.sft.id}`, /^Delete 1/, tick],
      ['train-at-address', '#/data', 'Train on data at an address'],
      ['train-rl', '#/data', 'Train on them', chooseGroups],
      ['log', '#/data', 'Only log them', chooseGroups],
      ['delete-artifact', '#/data', 'Delete dialog v0'],
    ];
    for (const [picture, hash, button, before] of dialogs) {
      await phone.lookInBothThemes(`dialog-${picture}-phone`, async () => {
        await phone.goTo(hash);
        await before?.();
        await phone.page.getByRole('button', { name: button }).click();
        await phone.page.getByRole('dialog').waitFor();
      });
      expect(await phone.page.evaluate('document.documentElement.scrollWidth'), picture).toBeLessThanOrEqual(320);
      await phone.page.keyboard.press('Escape');
      expect(await phone.page.getByRole('dialog').count()).toBe(0);
    }
    await phone.end();
  });

  test('a model can be created, and deleting it requires typing its name', async () => {
    await visit.goTo('#/models');
    await visit.page.getByRole('button', { name: 'New model' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('short-lived');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'short-lived' }).waitFor();
    await visit.page.getByRole('button', { name: 'Delete the model' }).click();
    const remove = visit.page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    expect(await remove.isDisabled()).toBe(true);
    await visit.page.getByRole('dialog').getByRole('textbox').fill('short-lived');
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
    await expect.poll(() => visit.page.getByRole('link', { name: 'short-lived' }).count()).toBe(0);
    // The stream may report the deletion before the model's page is left.
    visit.allow('404');
  });
}
