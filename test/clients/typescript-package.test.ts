// The TypeScript client as npm publishes it: its files, its types, and the settings that it finds itself.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { node24 } from '../../scripts/node24.mjs';
import { rootFolder } from '../../scripts/root-folder.mjs';
import { run } from '../../scripts/run.mjs';
import { clients } from './toolchain.ts';

let scratch: string;
let installed: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'daybreak-npm-'));
  installed = join(scratch, 'node_modules/daybreak-client');
  await clients.find(({ client: { language } }) => language === 'typescript')!.client.build(scratch);
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

test('the package has the compiled client with its types, the readme and the licence', async () => {
  const files = await readdir(installed, { recursive: true });
  expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  expect(files).toContain(join('dist', 'index.js'));
  expect(files).toContain(join('dist', 'index.d.ts'));
  expect(files.filter((name) => /(?<!\.d)\.ts$/.test(name))).toEqual([]);
  const { dependencies, version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  expect(await inNode('console.log(daybreak.version)')).toBe(version);
});

test('a program in strict TypeScript compiles against it, and a misspelt field does not', async () => {
  const program = (field: string): string => `
    import { Daybreak, type TrainingEvent } from 'daybreak-client';
    const client = new Daybreak({ apiKey: 'k' });
    const chat = await client.chat.completions.create({ messages: [{ role: 'user', content: 'a' }], ${field}: 3 });
    const trajectories = [{ messages_and_choices: [chat.choices[0]], reward: 1 }];
    await client.trainingJobs.create({ model_id: 'm', trajectory_groups: [{ trajectories }] });
    for await (const event of client.trainingJobs.events('j')) {
      const started: number = event.type === 'training_started' ? event.data.num_sequences : 0;
      const same: TrainingEvent = event;
    }
    for await (const chunk of await client.chat.completions.stream({ messages: [] })) chunk.choices[0].delta.content;
  `;
  expect(await compile(program('max_tokens'))).toBe('');
  expect(await compile(program('max_token'))).toContain('max_token');
});

test('the key and the address come from arguments, the environment, or the local key file, in this order', async () => {
  const home = join(scratch, 'home');
  await mkdir(home);
  await writeFile(join(home, 'api-key'), 'from-file\n');
  // The key is a private field, so a custom fetch prints the header that is sent.
  const ask = (options: string): string => `
    const fetch = async (url, { headers }) => {
      console.log(url, new Headers(headers).get('authorization'));
      return Response.json({});
    };
    const client = new daybreak.Daybreak({ fetch, ...${options} });
    await client.models.get('m');`;
  const path = '/v1/preview/models/m';
  const file = { DAYBREAK_HOME: home };
  expect(await inNode(ask('{}'), file)).toBe(`http://127.0.0.1:8484${path} Bearer from-file`);
  for (const folder of ['~/home', ` ${home} `, 'home']) {
    expect(await inNode(ask('{}'), { HOME: scratch, DAYBREAK_HOME: folder })).toContain('Bearer from-file');
  }
  const set = { ...file, DAYBREAK_API_KEY: 'from-environment', DAYBREAK_BASE_URL: 'https://example.com/v1/' };
  expect(await inNode(ask('{}'), set)).toBe(`https://example.com${path} Bearer from-environment`);
  const given = "{ apiKey: 'given', baseUrl: 'http://[::1]:1' }";
  expect(await inNode(ask(given), set)).toBe(`http://[::1]:1${path} Bearer given`);
  const elsewhere = inNode(ask("{ baseUrl: 'https://example.com' }"), file);
  const says = (words: string): object => ({ stderr: expect.stringContaining(words) });
  await expect(elsewhere).rejects.toMatchObject(says('No API key: pass apiKey, or set DAYBREAK_API_KEY.'));
  const noAddress = inNode(ask("{ baseUrl: 'localhost:1' }"), file);
  await expect(noAddress).rejects.toMatchObject(says('baseUrl: localhost:1 is not a valid URL'));
  expect(await inNode(`console.log(new daybreak.Daybreak())`, file)).not.toContain('from-file');
});

test('it imports no Node module, and runs without the global process', async () => {
  const sources = await readdir(join(installed, 'dist'), { recursive: true });
  const texts = await Promise.all(
    sources.filter((name) => name.endsWith('.js')).map((name) => readFile(join(installed, 'dist', name), 'utf8')),
  );
  expect(texts.join('\n')).not.toMatch(/(from|import\()\s*['"]node:/);
  const browser = `
    delete globalThis.process;
    const { Daybreak } = await import('daybreak-client');
    const fetch = async () => Response.json({ status: 'ok', version: '1' });
    console.log((await new Daybreak({ apiKey: 'k', fetch }).health()).status);`;
  expect(await inNode(browser, {}, '')).toBe('ok');
});

async function inNode(
  code: string,
  variables: Record<string, string> = {},
  head = "import * as daybreak from 'daybreak-client';",
): Promise<string> {
  const { DAYBREAK_API_KEY: _key, DAYBREAK_BASE_URL: _url, DAYBREAK_HOME: _home, ...rest } = process.env;
  const args = ['--input-type=module', '--eval', `${head}\n${code}`];
  return (await run(node24(), args, { cwd: scratch, env: { ...rest, ...variables } })).trim();
}

/** Returns the compiler's errors. */
async function compile(program: string): Promise<string> {
  await writeFile(join(scratch, 'program.mts'), program);
  const strict = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
  const args = [join(rootFolder, 'node_modules/typescript/bin/tsc'), ...strict, 'program.mts'];
  return run(node24(), args, { cwd: scratch }).catch((error: Error) => error.message);
}
