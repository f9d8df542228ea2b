import { lstat, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestServer } from '../api/test-server.ts';
import { startAbuseServer } from './abuse-server.ts';
import { createRecords, fileName, type OwnerRecords } from './owner-records.ts';
import { answersOf, head, portOf, type RawAnswer, sendRaw } from './raw-http.ts';

let server: TestServer;
let own: OwnerRecords;
const secret = 'the-content-of-a-file-that-nobody-may-read';
let tree: string[];

beforeAll(async () => {
  server = await startAbuseServer();
  own = await createRecords(server, server.key);
  await writeFile(join(server.home, 'secret.txt'), secret);
  await writeFile(join(server.home, 'artifacts', 'secret.txt'), secret);
});
afterAll(() => server.end());
beforeEach(async () => {
  tree = await treeOf(server.home);
});

/** Returns every file and folder except those of the database. */
async function treeOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((path) => !/\.sqlite/.test(path)).sort();
}

/** Sends a path unchanged. An HTTP client would normalize most of them. */
async function raw(method: string, path: string, body = ''): Promise<RawAnswer> {
  const lines = ['Connection: close', 'Content-Type: application/octet-stream', `Content-Length: ${body.length}`];
  const [answer] = answersOf(await sendRaw(portOf(server), [head(method, path, server.key, ...lines) + body]));
  return answer;
}

const names = [
  ...['..', '.', '...', '../secret.txt', '../../secret.txt', '..\\secret.txt', '..\\..\\secret.txt', './train.jsonl'],
  ...[
    '%2e%2e',
    '%2e%2e%2fsecret.txt',
    '..%2fsecret.txt',
    '..%2f..%2fsecret.txt',
    '%2e%2e/secret.txt',
    '.%2e/secret.txt',
  ],
  ...[
    '%252e%252e%252fsecret.txt',
    '..%252fsecret.txt',
    '%25%32%65%25%32%65',
    '..%c0%afsecret.txt',
    '..%c1%9csecret.txt',
  ],
  ...['%c0%ae%c0%ae/secret.txt', '..%e0%80%afsecret.txt', '..%5csecret.txt', '..%255csecret.txt', '%5c..%5csecret.txt'],
  ...[
    '..;/secret.txt',
    '..;a=b/secret.txt',
    '....//secret.txt',
    '....\\/secret.txt',
    '..././secret.txt',
    '..%00/secret.txt',
  ],
  ...['/etc/passwd', '%2fetc%2fpasswd', '//etc/passwd', '%2f%2fetc%2fpasswd', '\\etc\\passwd', '%5cetc%5cpasswd'],
  ...['C:\\windows\\win.ini', 'C:%5cwindows', 'c:train.jsonl', 'file:///etc/passwd', 'file:%2f%2f%2fetc%2fpasswd'],
  ...['\\\\server\\share', '%5c%5cserver%5cshare', '//server/share', '%5c%5c%3f%5cC:', '%5c%5c.%5cpipe'],
  ...['train.jsonl%00', 'train.jsonl%00.txt', '%00', '%00train.jsonl', 'train%00.jsonl', 'train.jsonl%0a', '%0d%0aX:y'],
  ...['train.jsonl.', 'train.jsonl%20', 'train.jsonl..', '%20train.jsonl', 'train.jsonl::$DATA', 'train.jsonl:stream'],
  ...['CON', 'con', 'NUL', 'nul.txt', 'AUX', 'PRN', 'COM1', 'com1.jsonl', 'LPT9', 'CONIN$', 'COM%c2%b9', 'lpt%c2%b2.x'],
  ...[
    '.hidden',
    '.tmp-probe',
    '-rf',
    '~',
    '~root',
    '$HOME',
    '%24%7bHOME%7d',
    '`id`',
    '*',
    '%2a',
    '%3f',
    'a|b',
    'a%7cb',
  ],
  ...[
    '%',
    '%zz',
    '%2',
    'a%',
    '%u002e%u002e',
    '%ef%bc%8e%ef%bc%8e',
    '%e2%80%ae.jsonl',
    '%ed%a0%80',
    '%ff',
    'a/b',
    'a%2fb',
  ],
  ...['x'.repeat(129), 'x'.repeat(5_000), '', '%20', 'train.jsonl/', 'train.jsonl/..', 'train.jsonl/../train.jsonl'],
];

test('the table has over 100 file names', () => expect(new Set(names).size).toBeGreaterThan(100));

/** Names of an existing file, because a trailing slash is ignored. */
const sameFile = new Set(['train.jsonl/']);
/** Paths that list files if the name is empty. */
const lists = /^\/docs\/$|\/checkpoints\/1\/files\/$/;

test.each(names)('the file name %j reads and writes no file', async (name) => {
  for (const [method, base] of [
    ['GET', `/v1/preview/artifacts/${own.artifact}/files/`],
    ['PUT', `/v1/preview/artifacts/${own.artifact}/files/`],
    ['GET', `/v1/preview/models/${own.model}/checkpoints/1/files/`],
    ['GET', `/v1/preview/artifacts/${name}/files/`],
    ['GET', '/docs/'],
  ]) {
    const { status, body } = await raw(method, base + name, method === 'PUT' ? 'written' : '');
    const mayBeServed = sameFile.has(name) || (name === '' && lists.test(base));
    if (!mayBeServed) expect([base, status >= 400 && status < 500, status]).toEqual([base, true, status]);
    expect(body).not.toContain(secret);
    expect(body).not.toContain('root:');
    if (status >= 400) expect(JSON.parse(body)).toMatchObject({ error: { code: expect.any(String) } });
  }
  expect((await treeOf(server.home)).length).toBe(tree.length);
  expect(await readFile(join(server.home, 'secret.txt'), 'utf8')).toBe(secret);
});

const urls = [
  ...['daybreak-artifact:///../../etc/passwd', 'daybreak-artifact:///team/p/..', 'daybreak-artifact:///team/../p/data'],
  ...[
    'daybreak-artifact:///team/p/%2e%2e',
    'daybreak-artifact:///team/p/data%00',
    'daybreak-artifact:///team/p/data\0',
  ],
  ...['daybreak-artifact:///team/p/data\\..\\x', 'daybreak-artifact:////team/p/data', 'daybreak-artifact:/team/p/data'],
  ...[
    'daybreak-artifact:team/p/data',
    'daybreak-artifact:///team/p/data:v1/../../x',
    'daybreak-artifact:///team/p/data:v-1',
  ],
  ...[
    'daybreak-artifact:///team/p/data:v0x0',
    'daybreak-artifact:///team/p/data:v0.0',
    'daybreak-artifact:///team/p/data:',
  ],
  ...['daybreak-artifact:///team/p/data?x', 'daybreak-artifact:///team/p/data#x', 'daybreak-artifact:///team/p/data/x'],
  ...['daybreak-artifact:///TEAM/p/data', 'daybreak-artifact:///team/p/DATA', 'DAYBREAK-ARTIFACT:///team/p/data'],
  ...[
    "daybreak-artifact:///team/p/data' or 1=1 --",
    'daybreak-artifact:///team/p/%',
    'daybreak-artifact:///team/p/dat_',
  ],
  ...['daybreak-artifact://host:80/team/p/data', 'daybreak-artifact:///C:/p/data', 'daybreak-artifact:///team/p/data.'],
  ...[
    'wandb-artifact:///../../../x',
    'wandb-artifact:///team/p/..:latest',
    'wandb-artifact:///team/p/data:v99999999999',
  ],
];

test.each(urls)('the training data URL %j is refused with 404 or 422', async (url) => {
  const { status } = await server.call('POST', '/preview/sft-training-jobs', {
    model_id: own.model,
    training_data_url: url,
  });
  expect([404, 422]).toContain(status);
});

test.each(['..', '../..', 'a/b', 'a\\b', '.', 'a:b', 'a%2e', '\0', 'a\nb', '/etc', ''])(
  'naming a model or an artifact %j creates no file',
  async (name) => {
    const artifact = await server.call('POST', '/preview/artifacts', { name, project: name, entity: name });
    const model = await server.call('POST', '/preview/models', { name, project: 'p', entity: 'e', base_model: 'toy' });
    // Dots alone are accepted, because names are not used in paths.
    const harmless = name === '..' || name === '.';
    expect([artifact.status, model.status]).toEqual(harmless ? [200, 200] : [422, 422]);
    expect(await treeOf(server.home)).toEqual(tree);
  },
);

test('a symbolic link in the data folder is not followed for reading or writing', async () => {
  const folder = join(server.home, 'artifacts', own.artifact);
  const [stored] = await readdir(folder);
  const path = `/preview/artifacts/${own.artifact}/files/${fileName}`;
  const content = await readFile(join(folder, stored));
  for (const target of [join(server.home, 'secret.txt'), '/etc/passwd', server.home]) {
    await rm(join(folder, stored));
    await symlink(target, join(folder, stored));
    const { status, body } = await server.call('GET', path);
    expect([target, status]).toEqual([target, 422]);
    expect(JSON.stringify(body)).not.toContain(secret);
  }
  await rm(join(folder, stored));
  await writeFile(join(folder, stored), content);

  // The artifact's whole folder as a link.
  await rename(folder, `${folder}-aside`);
  await symlink(`${folder}-aside`, folder);
  expect((await server.call('GET', path)).status).toBe(422);
  const put = await fetch(server.baseUrl + path, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.key}` },
    body: Buffer.from('new'),
  });
  expect(put.status).toBe(422);
  expect(await readdir(`${folder}-aside`)).toEqual([stored]);
  expect((await lstat(folder)).isSymbolicLink()).toBe(true);
  await rm(folder);
  await rename(`${folder}-aside`, folder);
  expect((await server.call('GET', path)).status).toBe(200);

  const checkpoints = join(server.home, 'checkpoints', own.model);
  const [checkpoint] = await readdir(checkpoints);
  const config = join(checkpoints, checkpoint, 'adapter_config.json');
  await rm(config);
  await symlink(join(server.home, 'secret.txt'), config);
  const answer = await server.call('GET', `/preview/models/${own.model}/checkpoints/1/files/adapter_config.json`);
  expect([answer.status, JSON.stringify(answer.body).includes(secret)]).toEqual([422, false]);
});
